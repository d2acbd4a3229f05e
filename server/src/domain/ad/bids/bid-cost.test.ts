import { wholeWon } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suggestedRange, twoDigits } from './bid-cost.ts'

describe('the suggested range', () => {
  test('Q-40 fewer than three other advertisers give the legal minimum and ten times it', () => {
    const rivals = { advertisers: 2, lowestWon: wholeWon(777), highestWon: wholeWon(888) }
    expect(suggestedRange('CPC', rivals)).toEqual({ minCostWon: 1, maxCostWon: 10 })
    expect(suggestedRange('CPM', rivals)).toEqual({ minCostWon: 1_000, maxCostWon: 10_000 })
  })

  test('Q-40 with three or more it is their lowest and highest bid in two digits', () => {
    const rivals = { advertisers: 3, lowestWon: wholeWon(1_234), highestWon: wholeWon(98_765) }
    expect(suggestedRange('CPC', rivals)).toEqual({ minCostWon: 1_200, maxCostWon: 99_000 })
  })

  test('a CPM suggestion is never below the legal 1,000', () => {
    expect(
      suggestedRange('CPM', { advertisers: 5, lowestWon: wholeWon(40), highestWon: wholeWon(1_049) }),
    ).toEqual({
      minCostWon: 1_000,
      maxCostWon: 1_000,
    })
  })

  test('only two digits of any bid can be read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (bid) => {
        const shown = String(twoDigits(bid))
        return /^\d{1,2}0*$/.test(shown) && Math.abs(Number(shown) - bid) <= bid * 0.05 + 0.5
      }),
    )
  })
})
