import { dayOff, dayOn } from '@voltline/contract'
import { type AdId, type CampaignId, instant, minute, wholeWon, won, type Zone } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { holdOf, type LiveAd } from './live-ads.ts'

describe('why an ad in progress is not shown', () => {
  // A Sunday, 12:00 in Seoul.
  const now = instant(Date.parse('2026-11-15T03:00:00Z'))
  const zone = 'Asia/Seoul' as Zone
  const plenty = { day: won(1_000), ad: won(1_000), campaign: won(1_000), cash: won(1_000) }
  const ad: LiveAd = {
    id: 1 as AdId,
    name: 'Ad',
    campaignId: 1 as CampaignId,
    billingType: 'CPC',
    minCostWon: wholeWon(100),
    week: [dayOn, dayOff, dayOff, dayOff, dayOff, dayOff, dayOff],
    winning: false,
    dayLimit: won(1_000),
    left: plenty,
    updatedAt: instant(now - 10 * minute),
  }
  const hold = (change: Partial<LiveAd>) => holdOf({ ...ad, ...change }, now, zone)

  test('an ad that could serve and wins nowhere is outbid, but not in its first minute', () => {
    expect(hold({})).toBe('OUTBID')
    expect(hold({ updatedAt: now })).toBeNull()
    expect(hold({ winning: true })).toBeNull()
  })

  test('outside its hours it rests, whatever it would win', () => {
    expect(hold({ winning: true, week: [dayOn - 2 ** 12, ...ad.week.slice(1)] })).toBe('SCHEDULE')
  })

  test('what is used up comes first, and what lasts longest before it', () => {
    const short = won(99)
    expect(hold({ winning: true, left: { ...plenty, day: short } })).toBe('DAY')
    expect(hold({ left: { ...plenty, day: short, ad: short } })).toBe('LIMIT')
    expect(hold({ left: { ...plenty, day: short, campaign: short } })).toBe('BUDGET')
    expect(hold({ left: { day: short, ad: short, campaign: short, cash: short } })).toBe('CASH')
  })
})
