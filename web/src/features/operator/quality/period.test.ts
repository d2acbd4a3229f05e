import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { clockAt, isoOf, periodOf } from './period.ts'

const now = Date.parse('2026-03-01T16:20:45.678Z')

test('times are picked on Seoul’s clock and sent with its offset', () => {
  expect(clockAt(instant(now))).toBe('2026-03-02 01:20:45')
  expect(isoOf('2026-03-02 01:20:00')).toBe('2026-03-02T01:20:00+09:00')
})

test('a period takes in its last minute, so that an event of this minute is found', () => {
  const { from, to } = periodOf('day', now)
  expect([from, to]).toEqual(['2026-03-01 01:20:00', '2026-03-02 01:20:00'])
  expect(Date.parse(isoOf(to, true))).toBeGreaterThan(now)
})
