import type { AdId, CustomerId } from '@voltline/kernel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RankedList } from './ranked-list.ts'
import { type Bidder, compareRank, makeStanding, type Standing } from './standing.ts'

const standing = (id: number, bid: number, advertiser: number): Standing =>
  makeStanding<Bidder>(
    { id: id as AdId, advertiser: { id: advertiser as CustomerId } },
    { bid, floor: 1, rate: { over: 1, under: 1 } },
  )

test('a list keeps its order and knows its head through any adds and removals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 }), fc.nat(3)), {
        minLength: 1,
        maxLength: 900,
      }),
      (steps) => {
        const list = new RankedList()
        const kept: Standing[] = []
        for (const [index, [bid, advertiser, kind]] of steps.entries()) {
          const gone = kind === 0 ? kept.splice(index % Math.max(1, kept.length), 1)[0] : undefined
          if (gone) list.remove(gone)
          else {
            const made = standing(index + 1, bid, advertiser)
            kept.push(made)
            list.add(made)
          }
          if (index % 50 > 0 && index < steps.length - 1) continue
          const sorted = [...kept].sort((a, b) => compareRank(a, b) || a.ad.id - b.ad.id)
          expect([...list]).toEqual(sorted)
          expect(list.size).toBe(sorted.length)
          expect(list.first).toBe(sorted[0])
          expect(list.at(sorted.length >> 1)).toBe(sorted[sorted.length >> 1])
          expect(list.ties).toBe(sorted.filter((one) => one.bid === sorted[0]?.bid).length)
          expect(list.firstOfAnother).toBe(
            sorted.find((one) => one.ad.advertiser.id !== sorted[0]?.ad.advertiser.id),
          )
        }
      },
    ),
    { seed: 7, numRuns: 60 },
  )
})

test('a standing that is not in the list cannot be removed from it', () => {
  const list = new RankedList()
  list.add(standing(1, 5, 1))
  expect(() => list.remove(standing(1, 5, 1))).toThrow('the list that holds it')
})
