// From the log to the books on a real database; the pure rules are tested beside domain/events and domain/ad/spending.
import { day, hour, instant, micros, minute, second, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { voltsOfDevice } from '../../server/src/domain/ledger/device-volts.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { useBillingWorld } from './world.ts'

const world = useBillingWorld()

describe('what an event costs, and who earns it', () => {
  test('a won of an impression goes to publisher, user and network, and the shares add up', async () => {
    const { billing } = world()
    const ad = await world().ad()
    const offer = world().offer(ad, micros(1_000_003n), 'a phone')
    await world().send(offer, 'IMPRESSION')
    await billing.drain()
    const entries = await world().rows(sql`
      select a.kind, e.amount_micros
        from charge c join ledger_entry e using (transfer_id) join ledger_account a using (account_id)
       where c.offer_id = ${offer.offerId} order by e.entry_id`)
    expect(entries).toEqual([
      { kind: 'CASH', amount_micros: -1_000_003n },
      { kind: 'REVENUE', amount_micros: 700_002n },
      { kind: 'VOLTS', amount_micros: 100_000n },
      { kind: 'NETWORK', amount_micros: 200_001n },
    ])
    const device = { appId: world().app, deviceId: 'a phone' }
    expect(await world().db.read((session) => voltsOfDevice(session, device))).toBe(100_000n)
    expect(await world().booksAreRight()).toBe(true)
  })

  test.each([
    ['CPM', 1],
    ['CPC', 2],
    ['CPV', 3],
    ['nCPI', 4],
    ['nCPA', 5],
  ] as const)('%s is billed on its own event and on no other', async (billingType, place) => {
    const ad = await world().ad({ billingType })
    const offer = world().offer(ad, won(7), `phone of ${billingType}`)
    await world().send(offer, 'IMPRESSION', 'CLICK', 'WATCH', 'INSTALL', 'ACTION')
    await world().billing.drain()
    const charged = await world().rows(sql`
      select action from charge where offer_id = ${offer.offerId}`)
    const action = ['IMPRESSION', 'CLICK', 'WATCH', 'INSTALL', 'ACTION'][place - 1]
    expect(charged).toEqual([{ action }])
    expect(await world().adRow(ad)).toMatchObject({
      spent_micros: won(7),
      impressions: 1n,
      clicks: 1n,
      billable_events: 1n,
      billed_events: 1n,
    })
  })

  test('threat 19: the same event sent again, at once, after it was billed or a day later, is charged once', async () => {
    const ad = await world().ad()
    const offer = world().offer(ad)
    await world().send(offer, 'IMPRESSION', 'IMPRESSION')
    await world().billing.drain()
    world().now = instant(world().now + day)
    await world().send(offer, 'IMPRESSION')
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ spent_micros: won(1), impressions: 1n })
  })

  test('sums beyond 2^53 micro-won stay exact (threat 17)', async () => {
    const much = won(9_000_000_000)
    const ad = await world().ad({
      dayLimit: much,
      adLimit: much,
      budget: much,
      cash: much,
      billingType: 'CPC',
    })
    for (const price of [micros(8_999_999_999_999_998n), micros(1n)]) {
      await world().send(world().offer(ad, price), 'IMPRESSION', 'CLICK')
    }
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ spent_micros: 8_999_999_999_999_999n, cash: 1n })
    expect(await world().booksAreRight()).toBe(true)
  })
})

describe('threat 22: what counts', () => {
  test('a click counts with its impression, whichever came first', async () => {
    const ad = await world().ad({ billingType: 'CPC' })
    const offer = world().offer(ad)
    await world().send(offer, 'CLICK')
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ clicks: 0n, spent_micros: 0n })
    world().now = instant(world().now + 9 * minute)
    await world().send(offer, 'IMPRESSION')
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, clicks: 1n, spent_micros: won(1) })
  })

  test('a click without an impression is invalid after ten minutes and never charged', async () => {
    const before = (await world().invalid()).no_impression ?? 0
    const ad = await world().ad({ billingType: 'CPC' })
    const offer = world().offer(ad)
    await world().send(offer, 'CLICK', 'INSTALL')
    world().now = instant(world().now + 10 * minute + 40 * second)
    await world().pass()
    await world().billing.runBatch()
    expect((await world().invalid()).no_impression).toBe(before + 1)
    await world().send(offer, 'IMPRESSION')
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, clicks: 0n, spent_micros: 0n })
    await world().pass()
    await world().billing.runBatch()
    expect((await world().invalid()).no_click).toBeGreaterThan(0)
  })

  test('threat 23: in a flood of clicks only those of shown ads count, each once', async () => {
    const ad = await world().ad({ billingType: 'CPC' })
    const before = await world().invalid()
    const honest = Array.from({ length: 20 }, (_, index) => world().offer(ad, won(1), `honest-${index}`))
    const flood = Array.from({ length: 60 }, () => world().offer(ad, won(1), 'flooding'))
    for (const [index, offer] of honest.entries()) {
      await world().send(
        offer,
        ...(index % 2 === 0 ? (['IMPRESSION', 'CLICK'] as const) : (['CLICK', 'IMPRESSION'] as const)),
      )
      await world().send(offer, 'CLICK', 'CLICK')
      for (const never of flood.slice(index * 3, index * 3 + 3)) await world().send(never, 'CLICK', 'CLICK')
    }
    world().now = instant(world().now + 11 * minute)
    await world().pass()
    await world().billing.runBatch()
    expect(await world().adRow(ad)).toMatchObject({ impressions: 20n, clicks: 20n, spent_micros: won(20) })
    expect((await world().invalid()).no_impression).toBe((before.no_impression ?? 0) + flood.length)
  })

  test('one install per device and campaign in seven days', async () => {
    const ad = await world().ad({ billingType: 'nCPI' })
    const sibling = await world().ad({ billingType: 'nCPI' }, ad)
    const install = async (which: typeof ad, device: string) => {
      await world().send(world().offer(which, won(5), device), 'IMPRESSION', 'CLICK', 'INSTALL')
      await world().billing.drain()
    }
    await install(ad, 'phone')
    await install(sibling, 'phone')
    await install(ad, 'tablet')
    world().now = instant(world().now + 7 * day)
    await install(sibling, 'phone')
    expect(await world().adRow(ad)).toMatchObject({ billable_events: 2n, spent_micros: won(10) })
    expect(await world().adRow(sibling)).toMatchObject({ billable_events: 1n, spent_micros: won(5) })
    expect((await world().invalid()).repeated_install).toBe(1)
  })

  test('a stopped ad is still charged for the offers it made before', async () => {
    const ad = await world().ad({ billingType: 'CPC' })
    const offer = world().offer(ad)
    await world().rows(sql`update ad set status = 'WAITING' where ad_id = ${ad.id}`)
    await world().send(offer, 'IMPRESSION', 'CLICK')
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ status: 'WAITING', spent_micros: won(1) })
  })
})

describe('limits', () => {
  const tenTimes = async (ad: Awaited<ReturnType<ReturnType<typeof world>['ad']>>) => {
    for (let count = 0; count < 10; count++) await world().send(world().offer(ad), 'IMPRESSION')
    await world().billing.drain()
    return world().adRow(ad)
  }

  test.each([
    ['day limit', { dayLimit: won(3) }, 'INPROGRESS'],
    ['ad limit', { adLimit: won(3) }, 'COMPLETE'],
    ['campaign budget', { budget: won(3) }, 'COMPLETE'],
    ['cash', { cash: won(3) }, 'INPROGRESS'],
  ])('Q-27 Q-28 beyond the %s impressions are counted and cost nothing', async (_, terms, status) => {
    const ad = await world().ad(terms)
    expect(await tenTimes(ad)).toMatchObject({
      status,
      spent_micros: won(3),
      impressions: 10n,
      billable_events: 10n,
      billed_events: 3n,
    })
    const [unpaid] = await world().rows(sql<{ ad: bigint; medium: bigint }>`
      select sum(unpaid[96]) as ad, (select sum(unpaid[96]) from medium_rollup_now) as medium
        from ad_rollup where ad_id = ${ad.id}`)
    expect(Number(unpaid?.ad)).toBe(7)
  })

  test('an event is charged whole or not at all', async () => {
    const ad = await world().ad({ adLimit: micros(2_500_000n) })
    expect(await tenTimes(ad)).toMatchObject({ spent_micros: won(2), billed_events: 2n, status: 'COMPLETE' })
  })

  test('STATE-15 all ads of a campaign complete, stopped ones too, when the budget covers none of them', async () => {
    const cheap = await world().ad({ budget: won(5), minCost: 2_000 })
    const dear = await world().ad({ billingType: 'CPC', minCost: 3 }, cheap)
    await world().rows(sql`update ad set status = 'WAITING' where ad_id = ${dear.id}`)
    await world().send(world().offer(cheap, won(2)), 'IMPRESSION')
    await world().billing.drain()
    // Three won are left, enough for either ad.
    expect(await world().adRow(dear)).toMatchObject({ status: 'WAITING' })
    await world().send(world().offer(cheap, won(2)), 'IMPRESSION')
    await world().billing.drain()
    expect(await world().adRow(cheap)).toMatchObject({ status: 'COMPLETE' })
    expect(await world().adRow(dear)).toMatchObject({ status: 'COMPLETE', spent_micros: 0n })
  })

  test('no ad of a campaign completes while the rest of the budget covers one of them', async () => {
    const cheap = await world().ad({ budget: won(3), minCost: 1_000 })
    const dear = await world().ad({ billingType: 'CPC', minCost: 3 }, cheap)
    await world().send(world().offer(cheap, won(2)), 'IMPRESSION')
    await world().billing.drain()
    expect(await world().adRow(cheap)).toMatchObject({ status: 'INPROGRESS' })
    expect(await world().adRow(dear)).toMatchObject({ status: 'INPROGRESS' })
  })

  test('Q-110 a limit lowered below the amount spent changes no status, and nothing more is charged', async () => {
    const ad = await world().ad({ adLimit: won(100) })
    await tenTimes(ad)
    await world().rows(sql`update ad set budget_limit_micros = ${won(4)} where ad_id = ${ad.id}`)
    expect(await tenTimes(ad)).toMatchObject({
      status: 'INPROGRESS',
      spent_micros: won(10),
      impressions: 20n,
    })
  })

  test('a day limit restarts at the advertiser’s own midnight', async () => {
    const ad = await world().ad({ dayLimit: won(2), zone: 'Asia/Kathmandu' })
    // Midnight in Kathmandu is 18:15 UTC.
    const midnight = Math.ceil(world().now / day) * day + 18 * hour + 15 * minute
    for (const at of [midnight - 1, midnight - 1, midnight - 1, midnight, midnight, midnight]) {
      world().now = instant(at)
      await world().send(world().offer(ad), 'IMPRESSION')
    }
    await world().billing.drain()
    expect(await world().adRow(ad)).toMatchObject({ spent_micros: won(4), impressions: 6n })
  })
})
