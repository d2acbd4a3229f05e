import { type AdId, type CustomerId, instant } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { type Candidate, type Moment, standingOf, whyNot } from './eligible.ts'

const allWeek = [0, 1, 2, 3, 4, 5, 6].map(() => 16_777_215)
const today = instant(Date.parse('2026-11-15T00:00:00Z'))
const moment: Moment = { weekday: 0, hour: 9, dayStartsAt: today }
const won = 1_000_000

const anAd = (change: Partial<Candidate> = {}): Candidate => ({
  id: 1 as AdId,
  advertiser: { id: 1 as CustomerId, blocked: false, cash: 1_000_000 * won },
  campaign: { left: 500_000 * won },
  status: 'INPROGRESS',
  billingType: 'CPC',
  week: allWeek,
  floor: 100 * won,
  ceiling: 500 * won,
  dayLimit: 200_000 * won,
  adLimit: 300_000 * won,
  spent: 0,
  spentDays: [],
  impressions: 0,
  billableEvents: 0,
  ...change,
})

describe('an ad that does not serve says why', () => {
  const blocked = { id: 1 as CustomerId, blocked: true, cash: 1_000 * won }
  const poor = { id: 1 as CustomerId, blocked: false, cash: 100 * won - 1 }
  test.each<[string | undefined, Partial<Candidate>]>([
    [undefined, {}],
    ['stopped', { status: 'FIRST' }],
    ['stopped', { status: 'WAITING' }],
    ['complete', { status: 'COMPLETE' }],
    ['advertiser_blocked', { advertiser: blocked }],
    ['cash', { advertiser: poor }],
    ['campaign_budget', { campaign: { left: 100 * won - 1 } }],
    [undefined, { campaign: { left: 100 * won } }],
    ['ad_limit', { spent: 299_900 * won + 1 }],
    [undefined, { spent: 299_900 * won }],
    ['ad_limit', { adLimit: 100 * won, spent: 500 * won }],
    ['day_limit', { spentDays: [{ startsAt: today, amount: 199_900 * won + 1 }] }],
    [undefined, { spentDays: [{ startsAt: instant(today - 1), amount: 200_000 * won }] }],
    ['hour_off', { week: [0, 1, 2, 3, 4, 5, 6].map(() => 16_777_215 ^ (1 << 9)) }],
    [undefined, { week: [1 << 9, 0, 0, 0, 0, 0, 0] }],
    ['hour_off', { week: [0, 16_777_215, 16_777_215, 16_777_215, 16_777_215, 16_777_215, 16_777_215] }],
  ])('%s: %o', (reason, change) => {
    expect(whyNot(anAd(change), moment)).toBe(reason)
  })

  test('the last hour of the day has a bit of its own', () => {
    const lastHour = { ...moment, hour: 23 }
    expect(whyNot(anAd({ week: allWeek.map(() => 1 << 23) }), lastHour)).toBeUndefined()
    expect(whyNot(anAd({ week: allWeek.map(() => (1 << 23) - 1) }), lastHour)).toBe('hour_off')
  })
})

describe('an ad bids', () => {
  test('its MaxCost while there is enough', () => {
    expect(standingOf(anAd(), moment).bid).toBe(500 * won)
  })

  test.each<[string, Partial<Candidate>]>([
    ['day limit', { spentDays: [{ startsAt: today, amount: 199_870 * won }] }],
    ['ad limit', { spent: 299_870 * won }],
    ['campaign budget', { campaign: { left: 130 * won } }],
    ['cash', { advertiser: { id: 1 as CustomerId, blocked: false, cash: 130 * won } }],
  ])('no more than what is left of its %s', (_, change) => {
    expect(standingOf(anAd(change), moment).bid).toBe(130 * won)
  })
})
