// What one batch leaves to the next, and to the process that takes over.
import { assert, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { billBatch, Fenced } from '../../server/src/billing/batch.ts'
import { partitionOf } from '../../server/src/domain/events/event-log.ts'
import {
  giveUpPartitions,
  type PartitionState,
  readPartitions,
  takePartitions,
} from '../../server/src/domain/events/partitions/partition-store.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { networkShare, partitions, type TestAd, useBillingWorld } from './world.ts'

const world = useBillingWorld()

/** By a process that holds the partitions only for this moment. */
async function bill(): Promise<void> {
  const billing = world().process(world().db)
  await billing.drain()
  await billing.stop()
}

async function partitionOfAd(ad: TestAd): Promise<PartitionState> {
  const state = (await world().db.read(readPartitions))[partitionOf(ad.advertiser, partitions)]
  assert(state, 'the partition exists')
  return state
}

test('a process whose partition was taken while it was paused bills nothing, even before the heir has billed', async () => {
  const ad = await world().ad()
  const paused = await partitionOfAd(ad)
  await world().send(world().offer(ad), 'IMPRESSION')
  const read = await world().reader.read(paused.partition, paused, 500)
  const batch = { read, now: world().now, networkShare }
  const heir = '00000000-0000-4000-8000-000000000001'
  const wanted = { partitions: [paused.partition], dead: [] }
  const [taken] = await world().db.transaction((tx) => takePartitions(tx, heir, wanted))
  assert(taken, 'nobody holds the partition')
  // Only the fence has moved: the heir has not billed yet.
  expect(taken).toEqual({ ...paused, fence: paused.fence + 1n })
  const woken = world().db.transaction((tx) => billBatch(tx, { ...batch, partition: paused }))
  await expect(woken).rejects.toBeInstanceOf(Fenced)
  expect(await world().adRow(ad)).toMatchObject({ impressions: 0n, spent_micros: 0n })
  await world().db.transaction((tx) => billBatch(tx, { ...batch, partition: taken }))
  expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, spent_micros: won(1) })
  await world().db.transaction((tx) => giveUpPartitions(tx, heir, 'all'))
})

test('a click in a later batch than its impression counts, whether or not the impression was charged', async () => {
  for (const billingType of ['CPC', 'CPM'] as const) {
    const ad = await world().ad({ billingType })
    const offer = world().offer(ad)
    await world().send(offer, 'IMPRESSION')
    await bill()
    await world().send(offer, 'CLICK')
    await bill()
    expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, clicks: 1n, spent_micros: won(1) })
  }
})

test('events that a log holds twice, batches apart, count once, charged or not', async () => {
  const ad = await world().ad({ billingType: 'CPC' })
  const offer = world().offer(ad)
  const start = await partitionOfAd(ad)
  await world().send(offer, 'IMPRESSION', 'CLICK')
  const read = await world().reader.read(start.partition, start, 500)
  expect(read.events.map(({ action }) => action)).toEqual(['IMPRESSION', 'CLICK'])
  const billFrom = (partition: PartitionState) =>
    world().db.transaction((tx) => billBatch(tx, { partition, read, now: world().now, networkShare }))
  const first = await billFrom(start)
  expect(first).toMatchObject({ events: 2, charged: 1 })
  expect(await billFrom(first.state)).toMatchObject({ events: 2, charged: 0 })
  expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, clicks: 1n, spent_micros: won(1) })
  expect(await world().booksAreRight()).toBe(true)
})

test('what was spent earlier in the day counts against the day limit in every later batch', async () => {
  const ad = await world().ad({ dayLimit: won(3) })
  for (let batch = 0; batch < 5; batch++) {
    await world().send(world().offer(ad), 'IMPRESSION')
    await bill()
  }
  expect(await world().adRow(ad)).toMatchObject({ impressions: 5n, billed_events: 3n, spent_micros: won(3) })
})

test('the reports of both sides show what a batch counted, and what it charged and paid', async () => {
  const ad = await world().ad({ adLimit: won(2) })
  const ofUnit = async () => {
    const [row] = await world().rows(sql<Record<'impressions' | 'clicks' | 'unpaid' | 'revenue', bigint>>`
      select coalesce(sum(impressions[96]), 0)::bigint as impressions, coalesce(sum(clicks[96]), 0)::bigint as clicks,
             coalesce(sum(unpaid[96]), 0)::bigint as unpaid, coalesce(sum(revenue_micros[96]), 0)::bigint as revenue
        from medium_rollup_now where medium_id = ${world().medium}`)
    assert(row, 'a sum is one row')
    return row
  }
  const before = await ofUnit()
  for (let count = 0; count < 3; count++) await world().send(world().offer(ad), 'IMPRESSION', 'CLICK')
  await bill()
  const after = await ofUnit()
  expect({
    impressions: after.impressions - before.impressions,
    clicks: after.clicks - before.clicks,
    unpaid: after.unpaid - before.unpaid,
    // A fifth is the network's and a tenth the user's.
    revenue: after.revenue - before.revenue,
  }).toEqual({ impressions: 3n, clicks: 3n, unpaid: 1n, revenue: 1_400_000n })
  const ofAd = await world().rows(sql`
    select sum(impressions[96])::bigint as impressions, sum(clicks[96])::bigint as clicks,
           sum(unpaid[96])::bigint as unpaid, sum(cost_micros[96])::bigint as cost
      from ad_rollup where ad_id = ${ad.id}`)
  expect(ofAd).toEqual([{ impressions: 3n, clicks: 3n, unpaid: 1n, cost: won(2) }])
})
