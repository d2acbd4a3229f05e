import { expect, test } from 'vitest'
import { durationOf, sharesOf } from './figures.ts'

const hour = (Clicks: number) => ({ Impressions: 0, Clicks, Watches: 0, Installs: 0 })

test('the shares of the hours add up to 100, and are 0 without events', () => {
  expect(sharesOf([hour(1), hour(3)], 'Clicks')).toEqual([25, 75])
  expect(sharesOf([hour(1), hour(3)], 'Installs')).toEqual([0, 0])
})

test.each([
  [0, 'seconds', 0],
  [30, 'seconds', 30],
  [60, 'minutes', 1],
  [3_600, 'hoursFrom', 1],
  [86_400, 'days', 1],
])('%i seconds read in their largest whole unit', (seconds, unit, amount) => {
  expect(durationOf(seconds)).toEqual({ unit, amount })
})
