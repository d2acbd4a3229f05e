import { type Day, day, instant, micros, noMoney, wholeWon, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { cashWarning, needsPayment, spendPerDay } from './advertiser-home.ts'

describe('payment is needed', () => {
  test('AD-HOME-05 Q-21 without cash, or with less than one event of some ad in progress', () => {
    expect(needsPayment(won(0), [])).toBe(true)
    expect(needsPayment(micros(1n), [])).toBe(false)
    expect(needsPayment(won(500), [{ billingType: 'CPC', minCostWon: wholeWon(500) }])).toBe(false)
    expect(needsPayment(micros(499_999_999n), [{ billingType: 'CPC', minCostWon: wholeWon(500) }])).toBe(true)
    expect(needsPayment(won(1), [{ billingType: 'CPM', minCostWon: wholeWon(1_000) }])).toBe(false)
    expect(needsPayment(micros(999_999n), [{ billingType: 'CPM', minCostWon: wholeWon(1_000) }])).toBe(true)
  })
})

describe('the warning about cash', () => {
  const now = instant(Date.parse('2026-11-15T00:00:00Z'))
  const state = { cashMicros: won(300), perDayMicros: won(100), needsPayment: false }

  test('says when cash ends at the pace of the last full days', () => {
    expect(cashWarning(state, now)).toEqual({
      perDayMicros: won(100),
      runsOutAt: now + 3 * day,
      usedUp: false,
    })
  })

  test('is shown from 7 days before cash runs out', () => {
    expect(cashWarning({ ...state, cashMicros: won(700) }, now)).toBeDefined()
    expect(cashWarning({ ...state, cashMicros: micros(700_000_001n) }, now)).toBeUndefined()
    expect(cashWarning({ ...state, perDayMicros: noMoney }, now)).toBeUndefined()
  })

  test('is shown at once when payment is needed', () => {
    expect(cashWarning({ ...state, needsPayment: true }, now)).toMatchObject({ runsOutAt: now, usedUp: true })
  })

  test('the pace is the mean of the full days since spending began', () => {
    const days = [0, 0, 0, 300, 0, 100, 200].map((amount, at) => ({
      day: `2026-11-0${at + 1}` as Day,
      costMicros: won(amount),
    }))
    expect(spendPerDay(days)).toBe(won(150))
    expect(spendPerDay([])).toBe(noMoney)
  })
})
