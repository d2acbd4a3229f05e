import { type AdId, minute } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { type DeliveryWorld, useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'

const world = useDeliveryWorld({ startsAt: '2026-11-15T03:01:00Z', frequencyCap: 1 })

/** Sums by outcome, without zeros. */
async function outcomesOf(ad: AdId): Promise<Record<string, number>> {
  await world().delivery.drainIntake()
  const rows = await world().rows(
    'select outcome, (select sum(n) from unnest(counts) n)::int as count from ad_request_rollup where ad_id = $1',
    [ad],
  )
  return Object.fromEntries(rows.map((row) => [row.outcome, row.count]))
}

async function quartersOf(ad: AdId): Promise<unknown[]> {
  await world().delivery.drainIntake()
  return world().rows(
    `select outcome, q.number::int as quarter, q.count from ad_request_rollup,
            unnest(counts) with ordinality as q(count, number)
      where ad_id = $1 and q.count > 0 order by 2, 1`,
    [ad],
  )
}

async function fillOf(medID: number): Promise<Record<string, number>> {
  await world().delivery.drainIntake()
  const rows = await world().rows(
    `select country || ' ' || outcome as key, (select sum(n) from unnest(counts) n)::int as count
       from fill_rollup where medium_id = $1`,
    [medID],
  )
  return Object.fromEntries(rows.map((row) => [row.key, row.count]))
}

async function aUnit(product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO', options = {}) {
  const app = await world().app(options)
  const medID = await world().medium(app, { product })
  await world().known(app, medID)
  return { app, medID, ask: (more: object = {}) => world().request(app, medID, more) }
}

/** Waits until this process knows the ad, without a request that counts. */
const known = (of: DeliveryWorld, ad: AdId) =>
  eventually(async () => {
    await of.delivery.load()
    return (await of.rows('select 1 from ad where ad_id = $1', [ad])).length === 1
  })

describe('every request in an ad’s market has one outcome', () => {
  test('won, outbid, another country, adult, capped and a limit add up to all requests', async () => {
    const { app, medID, ask } = await aUnit('BANNER')
    const best = await world().ad({ maxCost: 9_000, countries: ['KR'] })
    const second = await world().ad({ maxCost: 8_000, countries: ['Global'] })
    const adult = await world().ad({ maxCost: 7_000, countries: ['Global'], adult: true })
    const off = await world().ad({ maxCost: 7_000, week: [0, 0, 0, 0, 0, 0, 0] })
    for (const ad of [best, second, adult, off]) await known(world(), ad)
    const first = await world().offer(app, medID)
    expect(first.proID).toBe(best)
    expect((await ask({ deviceID: 'device-2' })).ad?.proID).toBe(best)
    expect((await ask({ country: 'US' })).ad?.proID).toBe(second)
    await ask({ test: true })
    await world().report(app, first.token, 'IMPRESSION')
    expect((await ask()).ad?.proID).toBe(second)
    expect(await outcomesOf(best)).toEqual({ won: 2, country: 1, capped: 1 })
    expect(await outcomesOf(second)).toEqual({ won: 2, outbid: 2 })
    expect(await outcomesOf(adult)).toEqual({ adult: 4 })
    expect(await outcomesOf(off)).toEqual({ hour_off: 4 })
    expect(await fillOf(medID)).toEqual({ 'KR filled': 3, 'US filled': 1 })
  })

  test('counts belong to the quarter-hour of their request, and survive a restart', async () => {
    const { ask } = await aUnit('INTERSTITIAL')
    const terms = { product: 'INTERSTITIAL', billingType: 'CPC', campType: 'AOS', minCost: 10 } as const
    const wins = await world().ad({ ...terms, maxCost: 900 })
    const loses = await world().ad({ ...terms, maxCost: 800 })
    const stopped = await world().ad({ ...terms, maxCost: 700 })
    for (const ad of [wins, loses, stopped]) await known(world(), ad)
    const quarter = Math.floor((world().now % (24 * 60 * minute)) / (15 * minute)) + 1
    await ask()
    await ask()
    world().advance(15 * minute)
    await ask()
    await world().run("update ad set status = 'WAITING' where ad_id = $1", [stopped])
    await known(world(), stopped)
    await ask()
    await world().restart()
    await ask()
    expect(await quartersOf(wins)).toEqual([
      { outcome: 'won', quarter, count: 2 },
      { outcome: 'won', quarter: quarter + 1, count: 3 },
    ])
    expect(await quartersOf(loses)).toEqual([
      { outcome: 'outbid', quarter, count: 2 },
      { outcome: 'outbid', quarter: quarter + 1, count: 3 },
    ])
    expect(await quartersOf(stopped)).toEqual([
      { outcome: 'outbid', quarter, count: 2 },
      { outcome: 'outbid', quarter: quarter + 1, count: 1 },
    ])
  })
})

test('a request that is not filled has the reason of the ad that came furthest', async () => {
  const { app, medID, ask } = await aUnit('VIDEO')
  const terms = { product: 'VIDEO', billingType: 'CPV', minCost: 10, maxCost: 20 } as const
  await ask()
  const off = await world().ad({ ...terms, week: [0, 0, 0, 0, 0, 0, 0] })
  await known(world(), off)
  await ask()
  const korean = await world().ad({ ...terms, countries: ['KR'] })
  await known(world(), korean)
  await ask({ country: 'US' })
  await ask({ country: '' })
  const adult = await world().ad({ ...terms, countries: ['US'], adult: true })
  await known(world(), adult)
  await ask({ country: 'US' })
  const { token } = await world().offer(app, medID)
  await world().report(app, token, 'IMPRESSION')
  expect((await ask()).error).toBe('EXCEEDED_IMPRESSION')
  await world().run('update medium set active = false where medium_id = $1', [medID])
  await eventually(async () => (await ask({ test: true })).error === 'AD_DISABLED')
  await ask({ country: 'JP' })
  expect(await fillOf(medID)).toEqual({
    'KR country': 1,
    'KR hour_off': 1,
    'US country': 1,
    ' country': 1,
    'US adult': 1,
    'KR filled': 1,
    'KR capped': 1,
    'JP unit_closed': 1,
  })
})

test('requests with a revoked key are refused, and counted for their unit', async () => {
  const { app, medID } = await aUnit('VIDEO')
  await world().run(
    'update app set api_key = null, api_key_hash = null, api_key_status = -1 where app_id = $1',
    [app.id],
  )
  const ask = (more: object) =>
    world().post('/sdk/v1/ad', { medID, deviceID: 'd', country: 'KR', ...more }, app.key)
  await eventually(async () => (await ask({ test: true })).status === 401)
  expect(await ask({})).toMatchObject({ status: 401, error: 'API_FORBIDDEN' })
  await ask({ test: true })
  await ask({ medID: 2_147_483_647 })
  expect(await world().post('/sdk/v1/ad', 'no json', app.key)).toMatchObject({ status: 401 })
  expect(await fillOf(medID)).toEqual({ 'KR key_revoked': 1 })
})

test('the ranks of winner and runner-up are counted by market segment, and shared ones are marked', async () => {
  const { ask } = await aUnit('INTERSTITIAL', { platform: 'IOS' })
  const terms = { product: 'INTERSTITIAL', billingType: 'CPC', campType: 'IOS', minCost: 10 } as const
  const wins = await world().ad({ ...terms, maxCost: 1_000 })
  await known(world(), wins)
  await ask()
  const ranks = async () => {
    await world().delivery.drainIntake()
    return world().rows(
      `select country, adult, rank_bucket, runner_up_bucket, shared, (select sum(n) from unnest(counts) n)::int as count
         from auction_rollup where platform = 'IOS' order by shared, runner_up_bucket`,
    )
  }
  // 1,000 won a click at 2 clicks in 100: 20,000,000 micro-won an impression.
  const rank_bucket = Math.floor(16 * Math.log2(20_000_000))
  const alone = { country: 'KR', adult: false, rank_bucket, runner_up_bucket: -1, shared: false, count: 1 }
  expect(await ranks()).toEqual([alone])
  for (const maxCost of [500, 400, 300]) await known(world(), await world().ad({ ...terms, maxCost }))
  await ask()
  await ask()
  const shared = { ...alone, runner_up_bucket: rank_bucket - 16, shared: true, count: 2 }
  expect(await ranks()).toEqual([alone, shared])
})
