import type { AdId, CustomerId, Day, MediumId } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DayCounts } from './pending-counts.ts'
import { addAdOutcomes, addAuctionRanks, addFillOutcomes, addMarketOutcomes } from './rollup-store.ts'

const own = useFreshDatabase()
let db: Database
beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 8, statementMsMax: 10_000, onLost: () => {} })
})
afterAll(() => db.close())

const utcDay = '2026-11-17' as Day
const ids = Array.from({ length: 20 }, (_, index) => index + 1)
const segment = { product: 'BANNER', platform: 'AOS', country: 'KR', adult: false } as const
const rowOf = <Key>(key: Key, id: number): DayCounts<Key> => ({
  key,
  utcDay,
  counts: Array.from({ length: 96 }, (_, quarter) => (quarter === id ? 1 : 0)),
})

/** What one process writes: the same rows as every other, in an order of its own. */
async function writeAll(order: readonly number[]): Promise<void> {
  const ads = order.map((id) => rowOf({ adId: id as AdId, outcome: 'won' as const }, id))
  const units = order.map((id) =>
    rowOf({ mediumId: id as MediumId, country: '', outcome: 'country' as const }, id),
  )
  const ranks = order.map((id) =>
    rowOf(
      { ...segment, advertiserId: id as CustomerId, rankBucket: 400, runnerUpBucket: -1, shared: true },
      id,
    ),
  )
  await db.transaction((tx) => addAdOutcomes(tx, ads))
  await db.transaction((tx) => addFillOutcomes(tx, units))
  await db.transaction((tx) => addAuctionRanks(tx, ranks))
  await db.transaction((tx) => addMarketOutcomes(tx, [rowOf({ ...segment, outcome: 'filled' as const }, 5)]))
}

test('what several processes count at once adds up, in whatever order each writes', async () => {
  const rounds = 5
  const orders = [ids, ids.toReversed(), [...ids].sort((a, b) => (a % 7) - (b % 7)), ids.toReversed()]
  await Promise.all(
    orders.map(async (order) => {
      for (let round = 0; round < rounds; round++) await writeAll(order)
    }),
  )
  const written = rounds * orders.length
  const rows = await db.read((session) =>
    session.rows(sql<{ id: number; counts: number[] }>`
      select ad_id as id, counts from ad_request_rollup union all select medium_id, counts from fill_rollup
       union all select advertiser_id, counts from auction_rollup union all select 5, counts from market_rollup`),
  )
  expect(rows).toHaveLength(3 * ids.length + 1)
  for (const { id, counts } of rows) {
    expect([counts.length, counts[id], counts.reduce((sum, count) => sum + count, 0)]).toEqual([
      96,
      written,
      written,
    ])
  }
  expect([...db.conflicts.values()]).toEqual([0, 0])
})
