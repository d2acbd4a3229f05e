// What is billed depends on the events alone: not on batches, processes or on how often the log is read.
import type { ActionType } from '@voltline/contract'
import { instant, minute, won } from '@voltline/kernel'
import { afterEach, expect, test } from 'vitest'
import { Random } from '../../server/src/demo/random.ts'
import type { OfferEvent } from '../../server/src/domain/events/event-log.ts'
import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { BillingWorld, type TestAd } from './world.ts'

const worlds: BillingWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end()
})

async function aWorld(): Promise<{ world: BillingWorld; ads: TestAd[] }> {
  const world = await BillingWorld.make()
  worlds.push(world)
  const ads: TestAd[] = []
  for (const billingType of ['CPM', 'CPC', 'CPV', 'nCPI', 'nCPA', 'CPM'] as const) {
    ads.push(await world.ad({ billingType }))
  }
  return { world, ads }
}

/** The same for every world: some clicks before their impression, some without one, some events twice. */
function someEvents({ world, ads }: { world: BillingWorld; ads: readonly TestAd[] }): OfferEvent[] {
  const random = new Random(5)
  const events: OfferEvent[] = []
  for (let offers = 0; offers < 90; offers++) {
    const ad = random.pick(ads)
    const price = won(random.whole(1, 90))
    const offer = { ...world.offer(ad, price, `device-${offers}`), offerId: random.uuid() }
    const actions: ActionType[] = random.chance(0.9) ? ['IMPRESSION'] : []
    if (random.chance(0.6)) actions.push('CLICK')
    if (random.chance(0.3)) actions.push('WATCH')
    if (random.chance(0.3)) actions.push('INSTALL', 'ACTION')
    for (const action of actions) events.push(world.event(offer, action))
  }
  return random.shuffled([...events, ...events.slice(0, 20)])
}

async function append(world: BillingWorld, events: readonly OfferEvent[]): Promise<void> {
  for (let first = 0; first < events.length; first += 17)
    await world.log.append(events.slice(first, first + 17))
}

/** Everything that billing writes except positions and the division into transfers. */
const books = (world: BillingWorld) =>
  Promise.all(
    [
      sql`select issue_day, offer_id, action, received_at, ad_id, price_micros, publisher_micros, user_micros
            from charge order by 1, 2, 3`,
      sql`select issue_day, offer_id, action, received_at from counted_event order by 1, 2, 3`,
      sql`select issue_day, offer_id, action, received_at from waiting_event order by 1, 2, 3`,
      sql`select kind, customer_id, app_id, balance_micros from ledger_balance where balance_micros <> 0 order by 1, 2, 3`,
      sql`select app_id, device_id, sum(balance_micros)::bigint as volts from device_volts group by 1, 2 order by 1, 2`,
      sql`select ad_id, status, spent_micros, impressions, clicks, billable_events, billed_events from ad order by 1`,
      sql`select * from campaign_install order by 1, 2`,
      sql`select * from ad_day order by 1, 2`,
      sql`select * from ad_rollup order by 1, 2`,
      sql`select medium_id, utc_day, sum(impressions[96]) as impressions, sum(revenue_micros[96]) as revenue
            from medium_rollup_now group by 1, 2 order by 1, 2`,
      sql`select reason, medium_id, utc_day, sum(count) as count from invalid_rollup_now group by 1, 2, 3 order by 1`,
    ].map((query) => world.rows(query)),
  )

test('money and counts are the same in small and large batches, billed by one process or by three', async () => {
  const all: unknown[] = []
  for (const { batchRowsMax, processes } of [
    { batchRowsMax: 500, processes: 1 },
    { batchRowsMax: 3, processes: 1 },
    { batchRowsMax: 7, processes: 3 },
  ]) {
    const made = await aWorld()
    const { world } = made
    const running = Array.from({ length: processes }, () => world.process(world.db, batchRowsMax))
    if (processes > 1) for (const billing of running) billing.start()
    await append(world, someEvents(made))
    await Promise.all(running.map((billing) => billing.drain()))
    for (const billing of running) await billing.stop()
    expect(isGood(await world.db.transaction(proveBooks))).toBe(true)
    all.push(await books(world))
  }
  const [first, ...others] = all
  for (const other of others) expect(other).toEqual(first)
})

test('billing any part of the log again changes nothing', async () => {
  const made = await aWorld()
  const { world } = made
  const events = someEvents(made)
  await append(world, events)
  await world.billing.drain()
  await world.billing.stop()
  const before = await books(world)
  const logged = await world.rows(sql<{ partition: number; major: bigint; minor: bigint }>`
    select partition, tx::text::bigint as major, seq as minor from event order by tx, seq`)
  const random = new Random(9)
  for (let tries = 0; tries < 6; tries++) {
    // Each partition from a place of its own; the first time everything.
    await world.rows(sql`update billing_partition set major = 0, minor = 0`)
    if (tries > 0) {
      for (const { partition, major, minor } of logged.filter(() => random.chance(0.1))) {
        await world.rows(sql`
          update billing_partition set major = ${major}, minor = ${minor} where partition = ${partition}`)
      }
    }
    const again = world.process(world.db, random.whole(1, 40))
    await again.drain()
    await again.stop()
    expect(await books(world)).toEqual(before)
  }
  // The events that wait still end their wait once.
  world.now = instant(world.now + 30 * minute)
  const last = world.process(world.db)
  for (let rounds = 0; rounds < 3; rounds++) await last.runBatch()
  await last.stop()
  expect(await world.rows(sql`select offer_id from waiting_event`)).toEqual([])
  expect(isGood(await world.db.transaction(proveBooks))).toBe(true)
})
