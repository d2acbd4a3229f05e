import { day, hour, instant, minute } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { isClickIdValid, isWithinLife } from './offer-life.ts'

const issuedAt = instant(Date.parse('2026-11-15T03:00:00Z'))

test.each([
  ['IMPRESSION', 10 * minute],
  ['WATCH', hour],
  ['CLICK', hour],
] as const)('an offer is good for %s for %d ms, and not a millisecond longer', (action, lifeMs) => {
  expect(isWithinLife({ issuedAt }, action, issuedAt)).toBe(true)
  expect(isWithinLife({ issuedAt }, action, instant(issuedAt + lifeMs))).toBe(true)
  expect(isWithinLife({ issuedAt }, action, instant(issuedAt + lifeMs + 1))).toBe(false)
})

test('an offer of a server whose clock is ahead is good, up to ten minutes', () => {
  expect(isWithinLife({ issuedAt }, 'CLICK', instant(issuedAt - 10 * minute))).toBe(true)
  expect(isWithinLife({ issuedAt }, 'CLICK', instant(issuedAt - 10 * minute - 1))).toBe(false)
})

test('a click id is good for seven days from the click, not from the offer', () => {
  const click = { issuedAt, clickedAfterMs: hour }
  expect(isClickIdValid(click, instant(issuedAt + hour + 7 * day))).toBe(true)
  expect(isClickIdValid(click, instant(issuedAt + hour + 7 * day + 1))).toBe(false)
})
