import { expect, test } from 'vitest'
import { readPlaywright, readVitest } from './reports.mjs'

const unit = (fullName: string, status: string, meta: object = {}) => ({ fullName, status, meta })

test('tests of vitest are counted, and a skipped one is listed with its reason', () => {
  const tests = [
    unit('adds', 'passed'),
    unit('divides', 'failed'),
    unit('sings', 'skipped', { skipReason: 'no voice' }),
  ]
  const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: tests }] }
  expect(readVitest(report)).toEqual({
    passed: 1,
    failed: 1,
    skipped: [{ name: 'sings', reason: 'no voice' }],
  })
})

test('a file that broke outside its tests counts as one failure, and its tests are listed', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [unit('adds', 'skipped')] }],
  }
  expect(readVitest(report)).toEqual({
    passed: 0,
    failed: 1,
    skipped: [{ name: 'adds', reason: 'a.test.ts failed outside its tests' }],
  })
})

test('tests of Playwright are counted and skipped ones are listed, also in nested groups', () => {
  const spec = {
    title: 'plays a video',
    tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'no ffmpeg' }] }],
  }
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 0 },
    suites: [{ title: 'a.spec.ts', specs: [], suites: [{ title: 'videos', specs: [spec] }] }],
  }
  expect(readPlaywright(report)).toEqual({
    passed: 3,
    failed: 1,
    skipped: [{ name: 'videos plays a video', reason: 'no ffmpeg' }],
  })
})
