import { defaultMobileCountry, defaultTimezone } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { formatsOf } from '../../i18n/format.ts'
import { neighbourStep } from '../drawer/wizard.tsx'
import { countryOptions } from './country-codes.ts'
import { offsetText, zoneNames, zoneOptions } from './time-zones.ts'

describe('country codes', () => {
  const options = countryOptions(formatsOf('en').country)

  test('MYPAGE-06 CONST-28 there are about 240, in the order of their letters', () => {
    expect(options.length).toBeGreaterThan(230)
    expect(options.length).toBeLessThan(260)
    const values = options.map((option) => option.value)
    expect(values).toEqual([...values].sort())
  })

  test('MYPAGE-07 MYPAGE-08 the default is South Korea, around the 119th place', () => {
    const index = options.findIndex((option) => option.value === defaultMobileCountry)
    expect(options[index]?.label).toBe('South Korea (+82)')
    expect(Math.abs(index - 119)).toBeLessThan(5)
  })

  test('the names follow the language', () => {
    const korean = countryOptions(formatsOf('ko').country)
    expect(korean.find((option) => option.value === 'JP')?.label).toBe('일본 (+81)')
  })
})

describe('time zones', () => {
  const now = Date.parse('2026-07-01T00:00:00Z')

  test('SIGNUP-13 CONST-29 every zone and UTC, by name, with Asia/Seoul around the 275th place', () => {
    const names = zoneNames()
    expect(names).toContain('UTC')
    expect(names).toEqual([...names].sort())
    expect(Math.abs(names.indexOf(defaultTimezone) + 1 - 275)).toBeLessThan(15)
  })

  test('MYPAGE-07 the label carries the offset of that day, the value is the name', () => {
    const options = zoneOptions(now)
    const labelOf = (zone: string) => options.find((option) => option.value === zone)?.label
    expect(labelOf('Asia/Seoul')).toBe('Asia/Seoul (UTC+09:00)')
    expect(labelOf('America/New_York')).toBe('America/New_York (UTC−04:00)')
    expect(offsetText(345)).toBe('UTC+05:45')
  })

  test('an account’s zone is offered under its own name even where the browser lists another', () => {
    const options = zoneOptions(now, 'Asia/Calcutta')
    expect(options.some((option) => option.value === 'Asia/Calcutta')).toBe(true)
  })
})

test('a wizard passes over a step that is not needed, both ways', () => {
  const steps = [{ title: 'a' }, { title: 'b', skipped: true }, { title: 'c' }]
  expect(neighbourStep(steps, 0, 1)).toBe(2)
  expect(neighbourStep(steps, 2, -1)).toBe(0)
  expect(neighbourStep(steps, 2, 1)).toBe(2)
  expect(neighbourStep(steps, 0, -1)).toBe(0)
})
