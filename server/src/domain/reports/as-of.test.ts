import { instant, seoul } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { asOf } from './as-of.ts'

const now = instant(Date.parse('2026-11-16T03:00:10Z'))

test('a report says as of when it is, once its replica is more than 5 seconds behind', () => {
  expect(asOf(0, now, seoul)).toEqual({})
  expect(asOf(5_000, now, seoul)).toEqual({})
  expect(asOf(10_000, now, seoul)).toEqual({ asOf: '2026-11-16T12:00:00+09:00' })
})
