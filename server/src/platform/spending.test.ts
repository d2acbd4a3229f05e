import { micros, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { isUsedUp, leastCharge } from './spending.ts'

describe('what is left', () => {
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
