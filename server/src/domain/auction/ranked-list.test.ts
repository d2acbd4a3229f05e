import type { AdId, CustomerId, MicrosNumber } from '@voltline/kernel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bidder, compareRank, type RankedAd, rankAd } from './ranked-ad.ts'
import { RankedList } from './ranked-list.ts'

const rankedAd = (id: number, bid: number, advertiser: number): RankedAd =>
  rankAd<Bidder>(
    { id: id as AdId, advertiser: { id: advertiser as CustomerId } },
    {
      bidMicros: bid as MicrosNumber,
      minPriceMicros: 1 as MicrosNumber,
      rate: { numerator: 1, denominator: 1 },
    },
  )

test('a list keeps its order and knows its head through any adds and removals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 }), fc.nat(3)), {
        minLength: 1,
        maxLength: 900,
        // Without it most arrays have about ten entries, far fewer than a block of the list.
        size: 'max',
      }),
      (steps) => {
        const list = new RankedList()
        const kept: RankedAd[] = []
        for (const [index, [bid, advertiser, kind]] of steps.entries()) {
          const gone = kind === 0 ? kept.splice(index % Math.max(1, kept.length), 1)[0] : undefined
          if (gone) list.remove(gone)
          else {
            const made = rankedAd(index + 1, bid, advertiser)
            kept.push(made)
            list.add(made)
          }
          const sorted = [...kept].sort((a, b) => compareRank(a, b) || a.ad.id - b.ad.id)
          // Read after every step, so that a head computed before a change would be noticed.
          const ties = sorted.filter((ranked) => ranked.bidMicros === sorted[0]?.bidMicros).length
          const another = sorted.find((ranked) => ranked.ad.advertiser.id !== sorted[0]?.ad.advertiser.id)
          if (list.first !== sorted[0] || list.ties !== ties || list.firstOfAnother !== another) {
            expect([list.first, list.ties, list.firstOfAnother]).toEqual([sorted[0], ties, another])
          }
          if (index % 50 > 0 && index < steps.length - 1) continue
          expect(list.size).toBe(sorted.length)
          expect([...list].every((ranked, place) => ranked === sorted[place])).toBe(true)
          expect(list.at(sorted.length >> 1)).toBe(sorted[sorted.length >> 1])
        }
      },
    ),
    // Shrinking a thousand steps would take minutes.
    { seed: 7, numRuns: 30, endOnFailure: true },
  )
})

test('an ad that is not in the list cannot be removed from it', () => {
  const list = new RankedList()
  list.add(rankedAd(1, 5, 1))
  expect(() => list.remove(rankedAd(1, 5, 1))).toThrow('the list that holds it')
})
