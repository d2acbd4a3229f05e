import type { AdId, CustomerId, MicrosNumber } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../auction/auction.ts'
import { Market } from '../auction/market.ts'
import { type RankedAd, rankAd } from '../auction/ranked-ad.ts'
import { AuctionTally } from '../auction/tally/auction-tally.ts'
import { bucketsPerOctave } from '../auction/tally/bucket.ts'
import { type BidTerms, bidScale, gapOf, landscapeOf, pointAt, type RankHour, rivalsOf } from './landscape.ts'

const own = 1
const micros = (amount: number) => amount as MicrosNumber
const ownTerms: BidTerms = {
  billingType: 'CPC',
  minPriceMicros: micros(10_000_000),
  maxPriceMicros: micros(500_000_000),
  rate: { numerator: 31, denominator: 1_400 },
  shownRate: 1,
}

/** Before a request, the rival bids this much from now on; 0: it does not bid. */
interface Step {
  rival: number
  bidWon: number
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    rival: fc.integer({ min: 2, max: 9 }),
    bidWon: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constant(0)),
  }),
  { minLength: 100, maxLength: 300 },
)

/** Runs every request through the real decision, with this bid of the own ad. */
function replay(recorded: readonly Step[], bidMicros: number) {
  const market = new Market()
  const tally = new AuctionTally()
  const { general: list } = market.segment('BANNER', 'AOS').global
  const entry = (advertiser: number, bid: number, rate = ownTerms.rate): RankedAd =>
    rankAd(
      { id: advertiser as AdId, advertiser: { id: advertiser as CustomerId } },
      { bidMicros: micros(bid), minPriceMicros: micros(Math.min(ownTerms.minPriceMicros, bid)), rate },
    )
  list.add(entry(own, bidMicros))
  const rivals = new Map<number, RankedAd>()
  const request = {
    product: 'BANNER',
    platform: 'AOS',
    country: 'KR',
    allowsAdult: false,
    capped: undefined,
  } as const
  let wins = 0
  let paidMicros = 0
  recorded.forEach(({ rival, bidWon }, turn) => {
    const before = rivals.get(rival)
    if (before) list.remove(before)
    rivals.delete(rival)
    if (bidWon > 0) {
      const ranked = entry(rival, bidWon * 1_000_000, { numerator: 20 + rival, denominator: 1_000 })
      rivals.set(rival, ranked)
      list.add(ranked)
    }
    const decision = decide(market, request, turn)
    if (!decision.winner) return
    tally.add(decision.winner, decision.runnerUp, true)
    if (decision.winner.ad.id !== own) return
    wins++
    paidMicros += decision.priceMicros
  })
  return { wins, paidMicros, cells: [...tally.drain()] }
}

const hourOf = (recorded: readonly Step[], bidMicros: number, isShared = true): RankHour => {
  const { cells } = replay(recorded, bidMicros)
  return {
    competed: recorded.length,
    ranks: cells.map(({ advertiserId, rankBucket, runnerUpBucket, count }) => ({
      isOwnWin: advertiserId === own,
      isShared,
      bucket: advertiserId === own ? runnerUpBucket : rankBucket,
      highestWinning: rankBucket,
      count,
    })),
  }
}

const width = 2 ** (1 / bucketsPerOctave)
const slack = 1e-9

test('over 50 random markets, another bid wins and pays what a replay of the traffic does, within one bucket', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 11, max: 4_000 }), (recorded, bidWon) => {
      const rivals = rivalsOf([hourOf(recorded, ownTerms.maxPriceMicros)])
      expect(rivals.requests).toBe(recorded.length)
      const point = pointAt(bidWon, rivals, { ...ownTerms, rate: ownTerms.rate })
      const bid = bidWon * 1_000_000
      const lower = replay(recorded, Math.max(1, Math.floor(bid / width) - 1))
      const upper = replay(recorded, Math.ceil(bid * width) + 1)
      expect(point.wins).toBeGreaterThanOrEqual(lower.wins - slack)
      expect(point.wins).toBeLessThanOrEqual(upper.wins + slack)
      const paid = point.wins * Number(point.priceMicros)
      const rounding = Number(point.priceMicros)
      expect(paid).toBeGreaterThanOrEqual(lower.paidMicros / width - rounding)
      expect(paid).toBeLessThanOrEqual(upper.paidMicros * width + rounding)
    }),
    { numRuns: 50 },
  )
})

describe('a rival’s bid cannot be derived', () => {
  test('with two advertisers there are no points and no gap, whatever the own bid and however often it changes', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 10 }),
        (all, bids) => {
          const alone = all.map((step) => ({ ...step, rival: 2 }))
          const hours = bids.map((bid) => hourOf(alone, bid * 1_000_000, false))
          const rivals = rivalsOf(hours)
          expect([landscapeOf(rivals, ownTerms), gapOf(rivals, ownTerms), rivals.requests]).toEqual([
            [],
            null,
            0,
          ])
        },
      ),
      { numRuns: 20 },
    )
  })

  test('hours with few advertisers add nothing to those with many, so no difference of two replies reveals them', () => {
    fc.assert(
      fc.property(steps, steps, (many, few) => {
        const shared = hourOf(many, ownTerms.maxPriceMicros)
        const hidden = hourOf(few, ownTerms.maxPriceMicros, false)
        expect(landscapeOf(rivalsOf([shared, hidden]), ownTerms)).toEqual(
          landscapeOf(rivalsOf([shared]), ownTerms),
        )
      }),
      { numRuns: 20 },
    )
  })
})

test('the scale has 25 whole bids that rise from the legal minimum to at most the legal maximum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 700 }),
      fc.constantFrom('CPM' as const, 'CPC' as const),
      (bucket, billingType) => {
        const rate = billingType === 'CPM' ? { numerator: 1, denominator: 1 } : ownTerms.rate
        const bids = bidScale(bucket, { ...ownTerms, billingType, rate })
        expect(bids).toHaveLength(25)
        expect(bids[0]).toBe(billingType === 'CPM' ? 1_000 : 1)
        expect(bids.at(-1)).toBeLessThanOrEqual(100_000)
        bids.forEach((bid, index) => {
          expect(Number.isInteger(bid)).toBe(true)
          if (index > 0) expect(bid).toBeGreaterThan(bids[index - 1] ?? 0)
        })
      },
    ),
  )
})

test('an ad that competed for half of an hour’s requests is shown half of its rivals', () => {
  const rank = { isOwnWin: false, isShared: true, bucket: 400, highestWinning: 400, count: 10 }
  const { requests, lostByBucket } = rivalsOf([{ competed: 5, ranks: [rank] }])
  expect([requests, lostByBucket.get(400)]).toEqual([5, 5])
})

test('the gap is the median winning rank by the own rank, over lost requests', () => {
  const ranks = [300, 384, 390].map((bucket) => ({
    ...{ isOwnWin: false, isShared: true, bucket, highestWinning: bucket, count: 1 },
  }))
  const won = { isOwnWin: true, isShared: true, bucket: 10, highestWinning: 300, count: 50 }
  const terms = { maxPriceMicros: micros(2 ** 23), rate: { numerator: 1, denominator: 1 } }
  expect(gapOf(rivalsOf([{ competed: 53, ranks: [...ranks, won] }]), terms)).toBeCloseTo(
    2 * 2 ** (0.5 / 16),
    6,
  )
})
