import { micros, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { isUsedUp, leastCharge, whatIsLeft } from './spending.ts'

describe('what is left', () => {
  test('is the smallest of the four remainders, whichever it is', () => {
    const left = { day: won(4), ad: won(3), campaign: won(2), cash: won(1) }
    expect(whatIsLeft(left)).toBe(won(1))
    expect(whatIsLeft({ ...left, day: micros(-1n) })).toBe(-1n)
    expect(whatIsLeft({ ...left, ad: won(0) })).toBe(0n)
    expect(whatIsLeft({ ...left, campaign: micros(999_999n) })).toBe(999_999n)
  })

  test('is used up when it does not cover one billable event at MinCost, to the micro', () => {
    const click = { billingType: 'CPC', minCost: 100_000 } as const
    expect(leastCharge(click)).toBe(100_000_000_000n)
    expect(isUsedUp(won(100_000), click)).toBe(false)
    expect(isUsedUp(micros(99_999_999_999n), click)).toBe(true)
  })

  test('counts a CPM bid by the impression: a thousandth of it', () => {
    const impression = { billingType: 'CPM', minCost: 1_001 } as const
    expect(leastCharge(impression)).toBe(1_001_000n)
    expect(isUsedUp(micros(1_001_000n), impression)).toBe(false)
    expect(isUsedUp(micros(1_000_999n), impression)).toBe(true)
  })
})
