import type { AdId, CustomerId, MicrosNumber } from '@voltline/kernel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bidder, compareRank, type EventRate, type RankedAd, rankAd, secondPrice } from './ranked-ad.ts'

const bidOf = (id: number, bidMicros: number, rate: EventRate): RankedAd =>
  rankAd<Bidder>(
    { id: id as AdId, advertiser: { id: id as CustomerId } },
    { bidMicros: bidMicros as MicrosNumber, minPriceMicros: 1 as MicrosNumber, rate },
  )

const anyBid = fc.integer({ min: 1, max: 10 ** 11 })
const anyRate: fc.Arbitrary<EventRate> = fc.record({
  numerator: fc.integer({ min: 1, max: 10 ** 7 }),
  denominator: fc.integer({ min: 1_000, max: 10 ** 9 }),
})

/** Rank of a bid as an exact fraction, cross-multiplied with that of another. */
const ranksLevel = (bidMicros: bigint, rate: EventRate, rival: RankedAd): boolean =>
  bidMicros * BigInt(rate.numerator) * BigInt(rival.rateDenominator) >=
  BigInt(rival.bidMicros) * BigInt(rival.rateNumerator) * BigInt(rate.denominator)

test('the price is the lowest whole micro-won that still ranks level with the runner-up', () => {
  fc.assert(
    fc.property(anyBid, anyRate, anyBid, anyRate, (ownBid, ownRate, rivalBid, rivalRate) => {
      const [winner, runnerUp] = [bidOf(1, ownBid, ownRate), bidOf(2, rivalBid, rivalRate)]
      fc.pre(compareRank(winner, runnerUp) <= 0)
      const price = BigInt(secondPrice(winner, runnerUp))
      expect(ranksLevel(price, ownRate, runnerUp)).toBe(true)
      if (price > 1n) expect(ranksLevel(price - 1n, ownRate, runnerUp)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('a price just above a whole number is rounded up, however close it is', () => {
  // One micro times 1 + 1/10^6: the float of the price is nearer to the whole number than a float can tell.
  const winner = bidOf(1, 10 ** 11, { numerator: 1_000_000, denominator: 1_000_000_000 })
  const runnerUp = bidOf(2, 10 ** 10, { numerator: 1_000_001, denominator: 1_000_000_001 })
  const exact =
    (10n ** 10n * 1_000_001n * 1_000_000_000n + 1_000_000_001n * 1_000_000n - 1n) /
    (1_000_000_001n * 1_000_000n)
  expect(BigInt(secondPrice(winner, runnerUp))).toBe(exact)
  const whole = bidOf(3, 7_000, { numerator: 3, denominator: 1_000 })
  const level = bidOf(4, 7_000, { numerator: 6, denominator: 2_000 })
  expect(secondPrice(whole, level)).toBe(7_000)
  const above = bidOf(5, 7_000, { numerator: 6_001, denominator: 2_000_000 })
  expect(secondPrice(bidOf(6, 8_000, { numerator: 3, denominator: 1_000 }), above)).toBe(7_002)
})

test('ranks that no float can tell apart are ordered by their exact fractions', () => {
  const first = bidOf(1, 99_999_999_999, { numerator: 1_000_003, denominator: 999_999_937 })
  const second = bidOf(2, 99_999_999_998, { numerator: 1_000_003, denominator: 999_999_937 })
  expect(compareRank(first, second)).toBe(-1)
  fc.assert(
    fc.property(anyBid, anyRate, fc.integer({ min: 1, max: 9 }), (bid, rate, factor) => {
      const same = bidOf(2, bid, {
        numerator: rate.numerator * factor,
        denominator: rate.denominator * factor,
      })
      expect(compareRank(bidOf(1, bid, rate), same)).toBe(0)
    }),
  )
})
