import { pricingModels } from '@voltline/contract'
import { type Micros, type MicrosNumber, micros, wholeWon, won } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database, type ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  canAfford,
  canAffordLeastCharge,
  exceededLimit,
  leastCharge,
  leastChargeOfAd,
  type Remaining,
} from './afford.ts'

const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map(micros)
const anyRemaining = fc.record({ ad: amount, campaign: amount, cash: amount, day: amount })
const plenty: Remaining = { ad: won(1), campaign: won(1), cash: won(1), day: won(1) }

describe('an ad can afford one more event', () => {
  test('exactly when each of the four amounts covers its price, to the micro', () => {
    fc.assert(
      fc.property(anyRemaining, amount, (remaining, price) => {
        const least = [remaining.ad, remaining.campaign, remaining.cash, remaining.day].reduce((a, b) =>
          a < b ? a : b,
        )
        return canAfford(remaining, price) === least >= price
      }),
    )
    expect(canAfford(plenty, won(1))).toBe(true)
    expect(canAfford({ ...plenty, day: micros(999_999n) }, won(1))).toBe(false)
  })

  test('by the same rule for the numbers of the ad decision as for the bigints of billing', () => {
    const number = (value: Micros) => Number(value) as MicrosNumber
    fc.assert(
      fc.property(anyRemaining, amount, (remaining, price) => {
        const numbers = {
          ad: number(remaining.ad),
          campaign: number(remaining.campaign),
          cash: number(remaining.cash),
          day: number(remaining.day),
        }
        return exceededLimit(numbers, number(price)) === exceededLimit(remaining, price)
      }),
    )
  })

  test('and otherwise the first exceeded limit in the caller’s order is the reason', () => {
    const remaining = { ...plenty, campaign: micros(0n), cash: micros(0n) }
    expect(exceededLimit(remaining, won(1), ['cash', 'campaign'])).toBe('cash')
    expect(exceededLimit(remaining, won(1), ['day', 'campaign', 'cash'])).toBe('campaign')
    expect(exceededLimit(remaining, won(1), ['ad', 'day'])).toBeUndefined()
  })
})

const database = useFreshDatabase()
async function read<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
  const db = new Database({ url: database.url, connectionsMax: 1, statementMsMax: 10_000, onLost: () => {} })
  try {
    return await db.read(work)
  } finally {
    await db.close()
  }
}

const anyBid = fc.record({
  billingType: fc.constantFrom(...pricingModels),
  minCostWon: fc.integer({ min: 1, max: 2_000_000_000 }).map(wholeWon),
})

describe('the least charge of an ad', () => {
  test('is MinCost per click, watch, install or action, and a thousandth of it per impression', () => {
    expect(leastCharge({ billingType: 'CPC', minCostWon: wholeWon(100_000) })).toBe(won(100_000))
    expect(leastCharge({ billingType: 'CPM', minCostWon: wholeWon(1_001) })).toBe(1_001_000n)
  })

  test('is the same in SQL as in code', async () => {
    const bids = fc.sample(anyBid, 500)
    const charges = await read((session) =>
      session.many(
        (row) => row.charge,
        sql<{ charge: Micros }>`
        select ${leastChargeOfAd} as charge
          from unnest(${bids.map((bid) => bid.minCostWon)}::int[], ${bids.map((bid) => bid.billingType)}::text[])
               with ordinality as a(min_cost_won, billing_type, number)
         order by number`,
      ),
    )
    expect(charges).toEqual(bids.map(leastCharge))
  })
})

test('whether an ad affords its least charge is the same in SQL as in code', async () => {
  // Amounts around the least charge, so that each limit decides in some of the cases.
  const cases = fc.sample(
    anyBid.chain((bid) => {
      const least = leastCharge(bid)
      const near = fc.bigInt({ min: -1n, max: 5n }).map((over) => micros(least + over))
      return fc.record({
        bid: fc.constant(bid),
        remaining: fc.record({ ad: near, campaign: near, cash: near, day: near }),
      })
    }),
    1_000,
  )
  const spent = won(7)
  const limits = (limit: 'ad' | 'campaign' | 'day') => cases.map(({ remaining }) => remaining[limit] + spent)
  const affordable = await read((session) =>
    session.many(
      (row) => row.affordable,
      sql<{ affordable: boolean }>`
      select ${canAffordLeastCharge} as affordable
        from unnest(${cases.map(({ bid }) => bid.minCostWon)}::int[], ${cases.map(({ bid }) => bid.billingType)}::text[],
                    ${limits('day')}::bigint[], ${limits('ad')}::bigint[], ${limits('campaign')}::bigint[],
                    ${cases.map(({ remaining }) => remaining.cash)}::bigint[])
             with ordinality as v(min_cost_won, billing_type, day_limit, ad_limit, budget, cash, number)
       cross join lateral (select v.min_cost_won, v.billing_type, v.day_limit as day_limit_micros,
                                  v.ad_limit as budget_limit_micros, ${spent}::bigint as spent_micros) as a
       cross join lateral (select v.budget as budget_micros, ${spent}::bigint as spent_micros) as c
       cross join lateral (select ${spent}::bigint as spent_micros) as d
       cross join lateral (select v.cash as balance_micros) as cash
       order by v.number`,
    ),
  )
  const expected = cases.map(({ bid, remaining }) => canAfford(remaining, leastCharge(bid)))
  expect(new Set(expected)).toEqual(new Set([true, false]))
  expect(affordable).toEqual(expected)
})
