import { after, instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { billedUntilAfter } from './progress.ts'

const now = instant(Date.parse('2026-11-15T03:00:00Z'))
const billedUntil = after(now, -60_000)

test('everything is billed until the time of which the log is complete, and never less than before', () => {
  const progress = { now, billedUntil }
  expect(billedUntilAfter({ ...progress, completeUntil: after(now, -20_000) })).toBe(after(now, -20_000))
  expect(billedUntilAfter({ ...progress, completeUntil: after(now, -90_000) })).toBe(billedUntil)
  expect(billedUntilAfter({ ...progress, completeUntil: undefined })).toBe(billedUntil)
})

test('a clock that was set back before the billed time starts over', () => {
  const setBack = { now: after(billedUntil, -1), billedUntil, completeUntil: undefined }
  expect(billedUntilAfter(setBack)).toBe(0)
})
