import { dayOff, dayOn } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type Day,
  day,
  instant,
  micros,
  minute,
  noMoney,
  won,
  type Zone,
} from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import {
  cashWarning,
  isOutbid,
  isPausedByDay,
  type LiveAd,
  needsPayment,
  spendPerDay,
} from './advertiser-home.ts'

describe('payment is needed', () => {
  test('AD-HOME-05 Q-21 without cash, or with less than one event of some ad in progress', () => {
    expect(needsPayment(won(0), [])).toBe(true)
    expect(needsPayment(micros(1n), [])).toBe(false)
    expect(needsPayment(won(500), [{ billingType: 'CPC', minCost: 500 }])).toBe(false)
    expect(needsPayment(micros(499_999_999n), [{ billingType: 'CPC', minCost: 500 }])).toBe(true)
    expect(needsPayment(won(1), [{ billingType: 'CPM', minCost: 1_000 }])).toBe(false)
    expect(needsPayment(micros(999_999n), [{ billingType: 'CPM', minCost: 1_000 }])).toBe(true)
  })
})

describe('the warning about cash', () => {
  const now = instant(Date.parse('2026-11-15T00:00:00Z'))
  const state = { cash: won(300), perDay: won(100), needsPayment: false }

  test('says when cash ends at the pace of the last full days', () => {
    expect(cashWarning(state, now)).toEqual({ perDay: won(100), runsOutAt: now + 3 * day, usedUp: false })
  })

  test('comes from 7 days on and not before', () => {
    expect(cashWarning({ ...state, cash: won(700) }, now)).toBeDefined()
    expect(cashWarning({ ...state, cash: micros(700_000_001n) }, now)).toBeUndefined()
    expect(cashWarning({ ...state, perDay: noMoney }, now)).toBeUndefined()
  })

  test('is there at once when payment is needed', () => {
    expect(cashWarning({ ...state, needsPayment: true }, now)).toMatchObject({ runsOutAt: now, usedUp: true })
  })

  test('the pace is the average of the full days since spending began', () => {
    const days = [0, 0, 0, 300, 0, 100, 200].map((amount, at) => ({
      day: `2026-11-0${at + 1}` as Day,
      amount: won(amount),
    }))
    expect(spendPerDay(days)).toBe(won(150))
    expect(spendPerDay([])).toBe(noMoney)
  })
})

describe('ads that need attention', () => {
  // A Sunday, 12:00 in Seoul.
  const now = instant(Date.parse('2026-11-15T03:00:00Z'))
  const zone = 'Asia/Seoul' as Zone
  const plenty = { day: won(1_000), ad: won(1_000), campaign: won(1_000), cash: won(1_000) }
  const ad: LiveAd = {
    id: 1 as AdId,
    name: 'Ad',
    campaignId: 1 as CampaignId,
    billingType: 'CPC',
    minCost: 100,
    week: [dayOn, dayOff, dayOff, dayOff, dayOff, dayOff, dayOff],
    winning: false,
    dayLimit: won(1_000),
    left: plenty,
    updatedAt: instant(now - 10 * minute),
  }

  test('an ad that could serve and wins nowhere is outbid', () => {
    expect(isOutbid(ad, now, zone)).toBe(true)
    expect(isOutbid({ ...ad, winning: true }, now, zone)).toBe(false)
  })

  test('an ad that cannot serve now, or was just started, is not', () => {
    expect(isOutbid({ ...ad, week: [dayOn - 2 ** 12, ...ad.week.slice(1)] }, now, zone)).toBe(false)
    expect(isOutbid({ ...ad, left: { ...plenty, campaign: won(99) } }, now, zone)).toBe(false)
    expect(isOutbid({ ...ad, updatedAt: now }, now, zone)).toBe(false)
  })

  test('a used-up day limit pauses; a used-up budget is no pause', () => {
    expect(isPausedByDay(ad)).toBe(false)
    expect(isPausedByDay({ ...ad, left: { ...plenty, day: won(99) } })).toBe(true)
    expect(isPausedByDay({ ...ad, left: { ...plenty, day: won(99), cash: won(0) } })).toBe(false)
  })
})
