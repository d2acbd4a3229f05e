import { expect, test } from 'vitest'
import { en } from './en/index.ts'
import { ko } from './ko/index.ts'

const both = [en, ko] as const

test('UX-16 field messages exist for required, URL, minimum, maximum, numbers only and min-max, in both languages', () => {
  for (const { ui } of both) {
    const { required, url, minimum, maximum, numbersOnly, minMax } = ui.field
    for (const text of [required, url, minimum, maximum, numbersOnly, minMax]) expect(text).toMatch(/\S/)
    expect(minimum).toContain('{min}')
    expect(maximum).toContain('{max}')
  }
})

test('UX-17 the file-size alert names the size in MB, and a failed upload asks to register the file again', () => {
  for (const { ui } of both) expect(ui.upload.fileSize).toMatch(/\{size\} ?MB/)
  expect(en.ui.upload.failed).toMatch(/register/i)
  expect(ko.ui.upload.failed).toMatch(/등록/)
})

test('UX-12 success texts exist for add, modify, stop, start, delete, request and execute, in both languages', () => {
  for (const texts of both) {
    const { appRegistered, unitCreated, rewardCreated } = texts.publisher
    const { modified, deleted, requested, executed } = texts.publisher
    const { campaignCreated, adCreated } = texts.advertiser
    const { started, stopped } = texts.ad.run
    for (const text of [appRegistered, unitCreated, rewardCreated, campaignCreated, adCreated]) {
      expect(text).toMatch(/\S/)
    }
    for (const text of [modified, deleted, requested, executed, started, stopped]) {
      expect(text).toMatch(/\S/)
    }
  }
})
