import { dayOff, dayOn } from '@voltline/contract'
import { type AdId, type CampaignId, instant, minute, wholeWon, won, type Zone } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { holdOf } from './holds.ts'
import type { FundedAd } from './remaining.ts'

describe('why an ad in progress is not shown', () => {
  // A Sunday, 12:00 in Seoul.
  const now = instant(Date.parse('2026-11-15T03:00:00Z'))
  const zone = 'Asia/Seoul' as Zone
  const plenty = { day: won(1_000), ad: won(1_000), campaign: won(1_000), cash: won(1_000) }
  const ad: FundedAd = {
    id: 1 as AdId,
    name: 'Ad',
    status: 'INPROGRESS',
    campaignId: 1 as CampaignId,
    billingType: 'CPC',
    minCostWon: wholeWon(100),
    week: [dayOn, dayOff, dayOff, dayOff, dayOff, dayOff, dayOff],
    winning: false,
    dayLimitMicros: won(1_000),
    remaining: plenty,
    review: { state: 'APPROVED' },
    updatedAt: instant(now - 10 * minute),
  }
  const hold = (change: Partial<FundedAd>) => holdOf({ ...ad, ...change }, now, { zone, adReview: 'before' })

  test('an ad that could serve and wins nowhere is outbid, but not in its first minute', () => {
    expect(hold({})).toBe('OUTBID')
    expect(hold({ updatedAt: now })).toBeNull()
    expect(hold({ winning: true })).toBeNull()
  })

  test('with reviews before serving, an ad that is not approved waits, whatever else holds it', () => {
    const poor = { ...plenty, cash: won(0) }
    expect(hold({ review: { state: 'WAITING' }, winning: true })).toBe('REVIEW')
    expect(hold({ review: { state: 'WAITING' }, remaining: poor })).toBe('REVIEW')
    expect(holdOf({ ...ad, review: { state: 'WAITING' } }, now, { zone, adReview: 'after' })).toBe('OUTBID')
  })

  test('outside its hours it is not shown, even if it would win', () => {
    expect(hold({ winning: true, week: [dayOn - 2 ** 12, ...ad.week.slice(1)] })).toBe('SCHEDULE')
  })

  test('an exceeded limit comes first, the most lasting before the others', () => {
    const short = won(99)
    expect(hold({ winning: true, remaining: { ...plenty, day: short } })).toBe('DAY')
    expect(hold({ remaining: { ...plenty, day: short, ad: short } })).toBe('LIMIT')
    expect(hold({ remaining: { ...plenty, day: short, campaign: short } })).toBe('BUDGET')
    expect(hold({ remaining: { day: short, ad: short, campaign: short, cash: short } })).toBe('CASH')
  })
})
