import { adReviews, adStatuses, dayOn } from '@voltline/contract'
import { type Micros, micros, wholeWon, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { averageCostWon, mayEdit, type Startable, start, stop } from './ad.ts'
import type { Remaining } from './afford.ts'

const plenty: Remaining = {
  day: won(100_000),
  ad: won(100_000),
  campaign: won(100_000),
  cash: won(100_000),
}
const stopped: Startable = {
  status: 'FIRST',
  review: { state: '' },
  week: [0, dayOn, 0, 0, 0, 0, 0],
  billingType: 'CPC',
  minCostWon: wholeWon(500),
}
const below = (amount: Micros): Micros => micros(amount - 1n)

describe('start', () => {
  test('STATE-07 STATE-08 a stopped ad with money and hours left starts', () => {
    expect(start(stopped, plenty)).toEqual({ ok: true, value: 'INPROGRESS' })
    expect(start({ ...stopped, status: 'WAITING' }, plenty)).toEqual({ ok: true, value: 'INPROGRESS' })
  })

  test('ERR-30 an ad in progress or complete cannot start', () => {
    for (const status of ['INPROGRESS', 'COMPLETE'] as const) {
      expect(start({ ...stopped, status }, plenty)).toMatchObject({ error: 'CANNOT_START' })
    }
  })

  test('a rejected ad cannot start; in every other state of its review it can', () => {
    const states = adReviews.map((state) => [state, start({ ...stopped, review: { state } }, plenty).ok])
    expect(Object.fromEntries(states)).toEqual({ '': true, WAITING: true, APPROVED: true, REJECTED: false })
    expect(start({ ...stopped, review: { state: 'REJECTED' } }, plenty)).toMatchObject({
      error: 'CANNOT_START',
    })
  })

  test('ERR-29 ERR-33 ERR-34 ERR-35 when everything is wrong the refusals come in a fixed order', () => {
    const nothing: Remaining = { day: won(0), ad: won(0), campaign: won(0), cash: won(0) }
    const week = [0, 0, 0, 0, 0, 0, 0]
    expect(start({ ...stopped, week, status: 'COMPLETE' }, nothing)).toMatchObject({ error: 'CANNOT_START' })
    expect(start({ ...stopped, week }, nothing)).toMatchObject({ error: 'EXCEEDED_SCHEDULE' })
    expect(start(stopped, nothing)).toMatchObject({ error: 'EXCEEDED_CAMPBUDGET' })
    expect(start(stopped, { ...nothing, campaign: won(500) })).toMatchObject({ error: 'EXCEEDED_PROLIMIT' })
    const onlyDayAndCash = { ...nothing, campaign: won(500), ad: won(500) }
    expect(start(stopped, onlyDayAndCash)).toMatchObject({ error: 'EXCEEDED_DAYLIMIT' })
    expect(start(stopped, { ...plenty, cash: won(0) })).toMatchObject({ error: 'CANNOT_START' })
  })

  test('STATE-13 used up is exactly what does not cover one event at MinCost', () => {
    expect(start(stopped, { ...plenty, ad: won(500) }).ok).toBe(true)
    expect(start(stopped, { ...plenty, ad: below(won(500)) })).toMatchObject({ error: 'EXCEEDED_PROLIMIT' })
    const cpm: Startable = { ...stopped, billingType: 'CPM', minCostWon: wholeWon(1_001) }
    const oneImpression = micros(1_001_000n)
    expect(start(cpm, { ...plenty, ad: oneImpression }).ok).toBe(true)
    expect(start(cpm, { ...plenty, ad: below(oneImpression) })).toMatchObject({ error: 'EXCEEDED_PROLIMIT' })
  })

  test('a limit lowered below what is spent leaves a negative amount and is used up', () => {
    expect(start(stopped, { ...plenty, ad: micros(-5n) })).toMatchObject({ error: 'EXCEEDED_PROLIMIT' })
  })
})

test('STATE-09 ERR-31 only an ad in progress can be stopped', () => {
  const results = adStatuses.map((status) => [status, stop({ status })])
  expect(Object.fromEntries(results)).toMatchObject({
    FIRST: { error: 'CANNOT_STOP' },
    WAITING: { error: 'CANNOT_STOP' },
    INPROGRESS: { value: 'WAITING' },
    COMPLETE: { error: 'CANNOT_STOP' },
  })
})

test('STATE-12 ERR-16 ERR-32 only a stopped ad may be edited', () => {
  expect(mayEdit({ status: 'FIRST' }).ok).toBe(true)
  expect(mayEdit({ status: 'WAITING' }).ok).toBe(true)
  expect(mayEdit({ status: 'INPROGRESS' })).toMatchObject({ error: 'MUSTBE_STOPPED' })
  expect(mayEdit({ status: 'COMPLETE' })).toMatchObject({ error: 'CANNOT_EDIT' })
})

test('AD-AD-17 the average cost is whole won per billed event, per 1,000 for CPM, and 0 without any', () => {
  const spentMicros = won(1_000)
  expect(averageCostWon({ spentMicros, billedEvents: 3n, billingType: 'CPC' })).toBe(333)
  expect(averageCostWon({ spentMicros, billedEvents: 400n, billingType: 'CPM' })).toBe(2_500)
  expect(averageCostWon({ spentMicros: won(0), billedEvents: 0n, billingType: 'CPC' })).toBe(0)
  expect(averageCostWon({ spentMicros: micros(1_500_000n), billedEvents: 1n, billingType: 'CPC' })).toBe(2)
})
