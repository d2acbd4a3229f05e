import { type AdId, day, minute, won } from '@voltline/kernel'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdTerms, TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeLog } from '../../platform/log.ts'
import { Follower } from './follower.ts'
import { Snapshot } from './snapshot.ts'

const world = useDeliveryWorld({ startsAt: '2026-11-15T03:20:00Z' })
let app: TestApp
let medID: number

// Each test uses a country in which no other ad competes.
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countries = letters.flatMap((letter) => [`A${letter}`, `B${letter}`])
let country = ''

beforeEach(async () => {
  country = countries.shift() ?? ''
  app ??= await world().app()
  medID ??= await world().medium(app)
  await world().known(app, medID)
})

const served = async (): Promise<number | string> => {
  const { ad, error } = await world().request(app, medID, { country })
  return ad?.proID ?? error
}
const serves = (wanted: number | string) => eventually(async () => (await served()) === wanted)
/** The offers of the polls above are never shown; until they expire, they count as spent. */
const offersExpire = () => world().advance(11 * minute)
const anAd = (terms: AdTerms = {}) => world().ad({ countries: [country], ...terms })
const change = (ad: AdId, assignments: string) =>
  world().run(`update ad set ${assignments} where ad_id = $1`, [ad])

describe('a change in the database reaches the decision', () => {
  test('an ad that is started serves, and one that is stopped does not', async () => {
    const ad = await anAd({ status: 'FIRST' })
    expect(await served()).toBe('AD_NOTFOUND')
    await change(ad, "status = 'INPROGRESS'")
    await serves(ad)
    await change(ad, "status = 'WAITING'")
    await serves('AD_NOTFOUND')
    await change(ad, "status = 'INPROGRESS'")
    await serves(ad)
    await change(ad, "status = 'COMPLETE'")
    await serves('AD_NOTFOUND')
  })

  test('a higher bid wins, and its audience may change', async () => {
    const [first, second] = [await anAd({ maxCost: 2_000 }), await anAd({ maxCost: 3_000 })]
    await serves(second)
    await change(first, 'max_cost_won = 4000')
    await serves(first)
    await change(first, "countries = '{ZZ}'")
    await serves(second)
    await change(second, "camp_type = 'IOS'")
    await serves('AD_NOTFOUND')
    await change(first, "countries = '{Global}', adult = true")
    await change(second, "camp_type = 'AOS'")
    await serves(second)
    await change(first, 'adult = false')
    await serves(first)
    await change(first, "status = 'COMPLETE'")
  })

  test('a better rate wins', async () => {
    const terms = { billingType: 'nCPI', minCost: 10, maxCost: 1_000 } as const
    const [first, second] = [await anAd(terms), await anAd({ ...terms, maxCost: 1_001 })]
    await serves(second)
    await change(first, 'impressions = 10000, billable_events = 100')
    await serves(first)
  })

  test('an advertiser who is blocked, or has no cash, is not served', async () => {
    const advertiser = await world().advertiser({ cash: won(100) })
    const ad = await anAd({ advertiser })
    await serves(ad)
    await world().run('update customer set blocked_at = $2 where customer_id = $1', [
      advertiser,
      new Date(world().now),
    ])
    await serves('AD_NOTFOUND')
    await world().run('update customer set blocked_at = null where customer_id = $1', [advertiser])
    await serves(ad)
    await world().run(
      "update ledger_account set balance_micros = 999999 where kind = 'CASH' and customer_id = $1",
      [advertiser],
    )
    await serves('AD_NOTFOUND')
    await world().run(
      "update ledger_account set balance_micros = 1000000 where kind = 'CASH' and customer_id = $1",
      [advertiser],
    )
    offersExpire()
    await serves(ad)
  })

  test('an ad whose limit or whose campaign’s budget is used up is not served', async () => {
    const advertiser = await world().advertiser()
    const campaign = await world().campaign(advertiser, won(200_000))
    const ad = await anAd({ advertiser, campaign, adLimit: won(100_000) })
    await serves(ad)
    await change(ad, 'spent_micros = 99999000001')
    await serves('AD_NOTFOUND')
    await change(ad, 'spent_micros = 99999000000')
    offersExpire()
    await serves(ad)
    await change(ad, 'spent_micros = 0')
    await world().run('update campaign set spent_micros = 199999000001 where campaign_id = $1', [campaign])
    await serves('AD_NOTFOUND')
    await world().run('update campaign set spent_micros = 0 where campaign_id = $1', [campaign])
    await serves(ad)
  })

  test('concurrent changes are all followed, in any order of their notifications', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, (_, index) => anAd({ maxCost: 1_000 + index })))
    const rival = made.at(-1)
    await serves(rival ?? 0)
    await Promise.all(made.map((ad) => change(ad, "status = 'WAITING'")))
    await serves('AD_NOTFOUND')
  })
})

describe('a change without a notification', () => {
  /** Without the triggers that notify. */
  const quietly = (change: string) =>
    world().db.asOwner(async (session) => {
      const text = `begin; alter table ad disable trigger user; ${change}; alter table ad enable trigger user; commit`
      await session.run({ text, values: [] })
    })

  test('is found by polling', async () => {
    const ad = await anAd()
    await serves(ad)
    await quietly(`update ad set status = 'WAITING' where ad_id = ${ad}`)
    await eventually(async () => (await served()) === 'AD_NOTFOUND')
  })

  test('is found by the full check if the row is gone', async () => {
    const ad = await anAd()
    const snapshot = new Snapshot()
    const { db, clock, eventReader } = world()
    const services = { db, clock, eventReader, snapshot, log: makeLog('silent') }
    const follower = new Follower(services, { fullCheckMs: 200 })
    await follower.start()
    expect(snapshot.ads.has(ad)).toBe(true)
    await quietly(`delete from ad where ad_id = ${ad}`)
    await eventually(async () => !snapshot.ads.has(ad))
    await follower.stop()
  })
})

describe('time reaches the decision', () => {
  test('an hour that is off does not serve, in the advertiser’s zone', async () => {
    world().setClock('2026-11-15T03:59:00Z')
    const advertiser = await world().advertiser({ zone: 'Asia/Kolkata' })
    // 09:29 on a Sunday in Kolkata; 09:30 there is 04:00 UTC.
    const week = [1 << 9, 0, 0, 0, 0, 0, 0]
    const ad = await anAd({ advertiser, week })
    await serves(ad)
    world().setClock('2026-11-15T04:29:59Z')
    expect(await served()).toBe(ad)
    world().setClock('2026-11-15T04:30:00Z')
    expect(await served()).toBe('AD_NOTFOUND')
    world().setClock('2026-11-22T03:30:00Z')
    expect(await served()).toBe(ad)
  })

  test('an hour that is repeated when clocks are set back serves both times', async () => {
    world().setClock('2026-11-01T05:10:00Z')
    const advertiser = await world().advertiser({ zone: 'America/New_York' })
    const ad = await anAd({ advertiser, week: [1 << 1, 0, 0, 0, 0, 0, 0] })
    await serves(ad)
    world().setClock('2026-11-01T06:10:00Z')
    expect(await served()).toBe(ad)
    world().setClock('2026-11-01T07:10:00Z')
    expect(await served()).toBe('AD_NOTFOUND')
  })

  test('a day limit pauses until the advertiser’s next day', async () => {
    world().setClock('2026-11-15T14:00:00Z')
    const advertiser = await world().advertiser({ zone: 'Asia/Seoul' })
    const ad = await anAd({ advertiser, dayLimit: won(100_000) })
    await serves(ad)
    const spend = (startsAt: string, amount: bigint) =>
      world().run(
        `insert into ad_day values ($1, $2, $3, $4)
             on conflict (ad_id, day_starts_at) do update set spent_micros = excluded.spent_micros`,
        [ad, new Date(startsAt), new Date(Date.parse(startsAt) + day), amount],
      )
    await spend('2026-11-14T15:00:00Z', 99_999_500_000n)
    await serves('AD_NOTFOUND')
    world().setClock('2026-11-15T14:59:59Z')
    expect(await served()).toBe('AD_NOTFOUND')
    world().setClock('2026-11-15T15:00:00Z')
    expect(await served()).toBe(ad)
    await spend('2026-11-15T15:00:00Z', 100_000_000_000n)
    await serves('AD_NOTFOUND')
    await world().restart()
    expect(await served()).toBe('AD_NOTFOUND')
    world().setClock('2026-11-16T15:00:00Z')
    expect(await served()).toBe(ad)
  })

  test('a change of zone stretches the running day instead of beginning a new one', async () => {
    world().setClock('2026-11-18T14:30:00Z')
    const advertiser = await world().advertiser({ zone: 'Asia/Seoul' })
    const ad = await anAd({ advertiser, dayLimit: won(100_000) })
    await serves(ad)
    await world().run('insert into ad_day values ($1, $2, $3, $4)', [
      ad,
      new Date('2026-11-17T15:00:00Z'),
      new Date('2026-11-18T15:00:00Z'),
      100_000_000_000n,
    ])
    await world().db.transaction(async (tx) => {
      await tx.run({
        text: "update customer set timezone = 'UTC' where customer_id = $1",
        values: [advertiser],
      })
      await tx.run({
        text: 'insert into advertiser_day values ($1, $2, $3)',
        values: [advertiser, new Date('2026-11-17T15:00:00Z'), new Date('2026-11-19T00:00:00Z')],
      })
    })
    await serves('AD_NOTFOUND')
    world().setClock('2026-11-18T15:00:00Z')
    expect(await served()).toBe('AD_NOTFOUND')
    // By its ad_day row the day has ended; its record extends it, also after a restart.
    await world().restart()
    expect(await served()).toBe('AD_NOTFOUND')
    world().setClock('2026-11-18T23:59:59Z')
    expect(await served()).toBe('AD_NOTFOUND')
    world().setClock('2026-11-19T00:00:00Z')
    expect(await served()).toBe(ad)
  })
})

describe('delivery stores', () => {
  const winning = async (ad: AdId) =>
    (await world().rows('select winning from ad where ad_id = $1', [ad]))[0]?.winning as boolean

  test('which ads are winning, and when they no longer are', async () => {
    const [high, low] = [await anAd({ maxCost: 5_000 }), await anAd({ maxCost: 4_000 })]
    await eventually(() => winning(high))
    expect(await winning(low)).toBe(false)
    await change(high, "status = 'WAITING'")
    await eventually(async () => (await winning(low)) && !(await winning(high)))
    await change(high, "status = 'INPROGRESS', max_cost_won = 4000")
    await eventually(async () => (await winning(low)) && (await winning(high)))
    await world().stop()
    await change(high, "status = 'WAITING'")
    await world().restart()
    await eventually(async () => !(await winning(high)))
  })

  test('a Global ad wins where no country’s own ad is better', async () => {
    const own = await anAd({ maxCost: 80_000 })
    const global = await world().ad({ countries: ['Global'], maxCost: 70_000 })
    await eventually(async () => (await winning(own)) && (await winning(global)))
    await change(global, "status = 'COMPLETE'")
    await eventually(async () => !(await winning(global)))
  })

  test('why an ad did not serve, by request', async () => {
    await world().restart()
    const counts = async (ad: AdId) => {
      const rows = await world().rows('select reason, count from no_serve_rollup where ad_id = $1', [ad])
      return Object.fromEntries(rows.map((row) => [row.reason, Number(row.count)]))
    }
    const off = await anAd({ week: [0, 0, 0, 0, 0, 0, 1] })
    const elsewhere = await world().ad({ countries: ['BV'] })
    const adult = await anAd({ adult: true, maxCost: 60_000 })
    const serving = await anAd()
    await serves(serving)
    await world().restart()
    for (let index = 0; index < 5; index++) await served()
    await world().stop()
    await world().restart()
    expect((await counts(off)).hour_off).toBeGreaterThanOrEqual(5)
    expect((await counts(elsewhere)).country).toBeGreaterThanOrEqual(5)
    expect((await counts(adult)).adult).toBeGreaterThanOrEqual(5)
    expect(await counts(serving)).toEqual({})
  })
})
