import { pricingModels } from '@voltline/contract'
import { type Micros, type MicrosNumber, micros, wholeWon, won } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { canAfford, exceededLimit, leastCharge, leastChargeOfAd, type Remaining } from './afford.ts'

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

describe('the least charge of an ad', () => {
  test('is MinCost per click, watch, install or action, and a thousandth of it per impression', () => {
    expect(leastCharge({ billingType: 'CPC', minCostWon: wholeWon(100_000) })).toBe(won(100_000))
    expect(leastCharge({ billingType: 'CPM', minCostWon: wholeWon(1_001) })).toBe(1_001_000n)
  })

  const database = useFreshDatabase()
  test('is the same in SQL as in code', async () => {
    const db = new Database({
      url: database.url,
      connectionsMax: 1,
      statementMsMax: 10_000,
      onLost: () => {},
    })
    const bid = fc.record({
      billingType: fc.constantFrom(...pricingModels),
      minCostWon: fc.integer({ min: 1, max: 2_000_000_000 }).map(wholeWon),
    })
    const bids = fc.sample(bid, 500)
    const charges = await db.read((session) =>
      session.many(
        (row) => row.charge,
        sql<{ charge: Micros }>`
        select ${leastChargeOfAd} as charge
          from unnest(${bids.map((each) => each.minCostWon)}::int[], ${bids.map((each) => each.billingType)}::text[])
               with ordinality as a(min_cost_won, billing_type, number)
         order by number`,
      ),
    )
    await db.close()
    expect(charges).toEqual(bids.map(leastCharge))
  })
})
