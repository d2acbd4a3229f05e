import type { AdReview, AdReviewMode } from '@voltline/contract'
import {
  type AdId,
  type CustomerId,
  instant,
  type MicrosNumber,
  won as micros,
  microsNumber,
} from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Candidate,
  canAffordOffer,
  coversOffer,
  isHeldBack,
  type LocalMoment,
  noServeReason,
  rankCandidate,
  type ServingTerms,
} from './eligible.ts'

const allWeek = [0, 1, 2, 3, 4, 5, 6].map(() => 16_777_215)
const today = instant(Date.parse('2026-11-15T00:00:00Z'))
const moment: LocalMoment = { weekday: 0, hour: 9, dayStartsAt: today }
const won = (amount: number): MicrosNumber => microsNumber(micros(amount))
const oneLess = (amount: MicrosNumber) => (amount - 1) as MicrosNumber
const oneMore = (amount: MicrosNumber) => (amount + 1) as MicrosNumber

type Change = Partial<ServingTerms & Pick<Candidate, 'advertiser' | 'campaign' | 'spentDays' | 'promises'>>

const anAdvertiser = (change: Partial<Candidate['advertiser']>): Candidate['advertiser'] => ({
  id: 1 as CustomerId,
  blocked: false,
  cashMicros: won(1_000_000),
  promisedMicros: won(0),
  ...change,
})

const aCampaign = (remainingMicros: MicrosNumber, promisedMicros = won(0)): Candidate['campaign'] => ({
  remainingMicros,
  promisedMicros,
})

const anAd = ({ advertiser, campaign, spentDays, promises, ...terms }: Change = {}): Candidate => ({
  id: 1 as AdId,
  advertiser: advertiser ?? anAdvertiser({}),
  campaign: campaign ?? aCampaign(won(500_000)),
  promises: promises ?? { promisedMicros: won(0), promisedTodayMicros: won(0) },
  spentDays: spentDays ?? [],
  state: {
    status: 'INPROGRESS',
    review: 'WAITING',
    billingType: 'CPC',
    week: allWeek,
    minPriceMicros: won(100),
    maxPriceMicros: won(500),
    dayLimitMicros: won(200_000),
    budgetLimitMicros: won(300_000),
    spentMicros: won(0),
    impressions: 0,
    billableEvents: 0,
    ...terms,
  },
})

describe('an ad that does not serve has a reason', () => {
  const blocked = anAdvertiser({ blocked: true })
  const poor = anAdvertiser({ cashMicros: oneLess(won(100)) })
  test.each<[string | undefined, Change]>([
    [undefined, {}],
    ['stopped', { status: 'FIRST' }],
    ['stopped', { status: 'WAITING' }],
    ['complete', { status: 'COMPLETE' }],
    ['advertiser_blocked', { advertiser: blocked }],
    ['cash', { advertiser: poor }],
    ['campaign_budget', { campaign: aCampaign(oneLess(won(100))) }],
    [undefined, { campaign: aCampaign(won(100)) }],
    ['ad_limit', { spentMicros: oneMore(won(299_900)) }],
    [undefined, { spentMicros: won(299_900) }],
    ['ad_limit', { budgetLimitMicros: won(100), spentMicros: won(500) }],
    ['day_limit', { spentDays: [{ startsAt: today, spentMicros: oneMore(won(199_900)) }] }],
    [undefined, { spentDays: [{ startsAt: instant(today - 1), spentMicros: won(200_000) }] }],
    ['hour_off', { week: [0, 1, 2, 3, 4, 5, 6].map(() => 16_777_215 ^ (1 << 9)) }],
    [undefined, { week: [1 << 9, 0, 0, 0, 0, 0, 0] }],
    ['hour_off', { week: [0, 16_777_215, 16_777_215, 16_777_215, 16_777_215, 16_777_215, 16_777_215] }],
  ])('%s: %o', (reason, change) => {
    expect(noServeReason(anAd(change), moment, 'after')).toBe(reason)
  })

  test.each<[string | undefined, AdReviewMode, AdReview]>([
    [undefined, 'after', 'WAITING'],
    [undefined, 'off', ''],
    [undefined, 'before', 'APPROVED'],
    ['review', 'before', ''],
    ['review', 'before', 'WAITING'],
    ['review', 'before', 'REJECTED'],
  ])('%s: reviewed %s, %s', (reason, mode, review) => {
    expect(noServeReason(anAd({ review }), moment, mode)).toBe(reason)
  })

  test('the last hour of the day has its own bit', () => {
    const lastHour = { ...moment, hour: 23 }
    expect(noServeReason(anAd({ week: allWeek.map(() => 1 << 23) }), lastHour, 'after')).toBeUndefined()
    expect(noServeReason(anAd({ week: allWeek.map(() => (1 << 23) - 1) }), lastHour, 'after')).toBe(
      'hour_off',
    )
  })
})

describe('an ad bids', () => {
  test('its MaxCost while its limits allow', () => {
    expect(rankCandidate(anAd(), moment).bidMicros).toBe(won(500))
  })

  test.each<[string, Change]>([
    ['day limit', { spentDays: [{ startsAt: today, spentMicros: won(199_870) }] }],
    ['ad limit', { spentMicros: won(299_870) }],
    ['campaign budget', { campaign: aCampaign(won(130)) }],
    ['cash', { advertiser: anAdvertiser({ cashMicros: won(130) }) }],
  ])('no more than what remains of its %s', (_, change) => {
    expect(rankCandidate(anAd(change), moment).bidMicros).toBe(won(130))
  })
})

describe('what is promised counts as spent', () => {
  const promised = (micros: number) => ({
    promisedMicros: micros as MicrosNumber,
    promisedTodayMicros: micros as MicrosNumber,
  })
  test.each<[string | undefined, Change]>([
    ['ad_limit', { budgetLimitMicros: won(1_000), promises: promised(won(901)) }],
    [undefined, { budgetLimitMicros: won(1_000), promises: promised(won(900)) }],
    ['day_limit', { dayLimitMicros: won(1_000), promises: promised(won(901)) }],
    ['campaign_budget', { campaign: aCampaign(won(1_000), won(901)) }],
    ['cash', { advertiser: anAdvertiser({ cashMicros: won(1_000), promisedMicros: won(901) }) }],
  ])('%s', (reason, change) => {
    const ad = anAd(change)
    expect(noServeReason(ad, moment, 'after')).toBe(reason)
    expect(isHeldBack(ad, moment)).toBe(true)
    expect(coversOffer(ad, moment, won(101))).toBe(false)
    expect(coversOffer(ad, moment, won(99))).toBe(true)
  })

  test('an earlier day’s promises do not count against today’s limit', () => {
    const promises = { promisedMicros: won(950), promisedTodayMicros: won(0) }
    expect(noServeReason(anAd({ dayLimitMicros: won(1_000), promises }), moment, 'after')).toBeUndefined()
  })

  test('an ad bids what is neither spent nor promised', () => {
    const ad = anAd({ budgetLimitMicros: won(1_000), promises: promised(won(700)) })
    expect(rankCandidate(ad, moment).bidMicros).toBe(won(300))
  })
})

test('the check of each offer agrees with the rule of affordability', () => {
  const amount = fc.integer({ min: 0, max: 2_000 }).map((number) => number as MicrosNumber)
  fc.assert(
    fc.property(fc.array(amount, { minLength: 9, maxLength: 9 }), amount, (amounts, price) => {
      const [spent, limit, day, today, cash, budget, own, ofCampaign, ofCash] = amounts.map(
        (a) => a ?? won(0),
      )
      const ad = anAd({
        ...{
          spentMicros: spent ?? won(0),
          budgetLimitMicros: limit ?? won(0),
          dayLimitMicros: day ?? won(0),
        },
        spentDays: [
          { startsAt: instant(today ?? 0), spentMicros: won(1) },
          { startsAt: moment.dayStartsAt, spentMicros: today ?? won(0) },
          { startsAt: moment.dayStartsAt, spentMicros: today ?? won(0) },
        ],
        advertiser: anAdvertiser({ cashMicros: cash ?? won(0), promisedMicros: ofCash ?? won(0) }),
        campaign: aCampaign(budget ?? won(0), ofCampaign),
        promises: { promisedMicros: own ?? won(0), promisedTodayMicros: own ?? won(0) },
      })
      return coversOffer(ad, moment, price) === canAffordOffer(ad, moment, price)
    }),
  )
})
