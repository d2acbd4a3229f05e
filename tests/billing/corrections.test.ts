import {
  type Day,
  type Instant,
  instant,
  micros,
  noMoney,
  type OperatorId,
  seoul,
  won,
} from '@voltline/kernel'
import { beforeEach, expect, test } from 'vitest'
import { type Correction, correct } from '../../server/src/domain/correction/correct.ts'
import { previewOf, type Selection } from '../../server/src/domain/correction/select-charges.ts'
import {
  balanceOf,
  cashOf,
  network,
  outside,
  revenueOf,
  voltsOf,
} from '../../server/src/domain/ledger/account.ts'
import { voltsOfDevice } from '../../server/src/domain/ledger/device-volts.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import { payableRevenue } from '../../server/src/domain/payout/payable.ts'
import { readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { readAdTotals, readPublisherDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import { readUncharged, Uncharged } from '../../server/src/domain/reports/rollup/uncharged.ts'
import type { AdDayRow, CorrectionRow } from '../../server/src/platform/database/rows.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { foldBooks } from '../../server/src/worker/fold.ts'
import { closeMonths } from '../../server/src/worker/month-close.ts'
import { BillingWorld, type TestAd } from './world.ts'

let world: BillingWorld
let operator: OperatorId

beforeEach(async () => {
  world = await BillingWorld.make()
  const [row] = await world.rows(sql<{ operator_id: OperatorId }>`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values ('o@x.test', 'o@x.test', '', 'ADMINISTRATORS', ${at(world.now)}) returning operator_id`)
  if (!row) throw new Error('The operator was not made.')
  operator = row.operator_id
  return () => world.end()
})

const always = { from: instant(0), to: instant(Date.parse('2030-01-01T00:00:00Z')) }

const correctAll = (selection: Selection): Promise<Correction> =>
  world.db.transaction(async (tx) => {
    const corrected = await correct(tx, selection, { reason: 'invented', by: operator, now: world.now })
    if (!corrected.ok) throw new Error(corrected.detail)
    return corrected.value
  })

async function click(ad: TestAd, priceMicros = won(1), device = 'device'): Promise<void> {
  await world.send(world.offer(ad, micros(priceMicros), device), 'IMPRESSION', 'CLICK')
}

async function money(ad: TestAd) {
  return world.db.read(async (session) => ({
    cash: await balanceOf(session, cashOf(ad.advertiser)),
    revenue: await balanceOf(session, revenueOf(world.publisher)),
    volts: await balanceOf(session, voltsOf(world.app)),
    network: await balanceOf(session, network),
    device: await voltsOfDevice(session, { appId: world.app, deviceId: 'device' }),
  }))
}

const novemberDays = { zone: seoul, start: '2026-11-15' as Day, end: '2026-11-16' as Day }

test('a correction gives everything back to the micro, once, and the books prove 0', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  const before = await money(ad)
  for (const price of [1_000_003n, 999_999n, 7n]) await click(ad, micros(price))
  await world.pass()
  const charged = await money(ad)
  expect(charged.cash).toBe(before.cash - 2_000_009n)
  const preview = await world.db.read((session) => previewOf(session, { adId: ad.id, ...always }))
  expect(preview).toEqual({
    charges: 3,
    priceMicros: 2_000_009n,
    advertisers: [{ customerId: ad.advertiser, priceMicros: 2_000_009n }],
  })
  expect(await correctAll({ adId: ad.id, ...always })).toMatchObject({ charges: 3, priceMicros: 2_000_009n })
  expect(await money(ad)).toEqual(before)
  expect(await correctAll({ mediumId: world.medium, ...always })).toMatchObject({ charges: 0 })
  expect(await world.booksAreRight()).toBe(true)
  await foldBooks({ db: world.db })
  expect(await money(ad)).toEqual(before)
  expect(await world.booksAreRight()).toBe(true)
})

test('corrected events leave cost, revenue and spent sums of their own day, and their counts stay', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  await click(ad, won(100), 'good')
  await click(ad, won(30), 'bad')
  world.now = instant(world.now + 24 * 3_600_000)
  await click(ad, won(7), 'bad')
  await world.pass()
  await correctAll({ deviceId: 'bad', ...always })
  const range = novemberDays
  const scope = { owner: ad.advertiser, adId: ad.id }
  await world.db.read(async (session) => {
    const [total] = await readAdTotals(session, { owner: ad.advertiser }, range)
    expect(total).toMatchObject({ clicks: 3, costMicros: won(100) })
    const days = await readAdDays(session, scope, range)
    expect(days.map(({ day, clicks, costMicros }) => [day, clicks, costMicros])).toEqual([
      ['2026-11-15', 2, won(100)],
      ['2026-11-16', 1, noMoney],
    ])
    const uncharged = new Uncharged(await readUncharged(session, scope, range))
    expect(uncharged.of({ day: novemberDays.start }).correctedMicros).toBe(won(30))
    expect(uncharged.of({ day: novemberDays.end }).correctedMicros).toBe(won(7))
    expect(uncharged.of({ campaignId: ad.campaignId }).correctedMicros).toBe(won(37))
    const earned = await readPublisherDays(session, { owner: world.publisher }, range)
    expect(earned.map(({ revenueMicros }) => revenueMicros)).toEqual([won(70), noMoney])
  })
  const row = await world.adRow(ad)
  expect(row).toMatchObject({ spent_micros: won(100), campaign_spent: won(100), billed_events: 1n })
  const days = await world.rows(sql<AdDayRow>`select spent_micros from ad_day order by day_starts_at`)
  expect(days.map((day) => day.spent_micros)).toEqual([won(100), noMoney])
  await foldBooks({ db: world.db })
  const folded = await world.db.read((session) =>
    readPublisherDays(session, { owner: world.publisher }, range),
  )
  expect(folded.map(({ revenueMicros }) => revenueMicros)).toEqual([won(70), noMoney])
})

test('a period includes both of its ends', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  const times: Instant[] = []
  for (const device of ['a', 'b', 'c']) {
    world.now = instant(world.now + 1)
    times.push(world.now)
    await click(ad, won(1), device)
  }
  await world.pass()
  const [first, second, third] = times
  if (first === undefined || second === undefined || third === undefined) throw new Error('three times')
  const count = (from: Instant, to: Instant) =>
    world.db.read(async (session) => (await previewOf(session, { mediumId: world.medium, from, to })).charges)
  expect(await count(first, third)).toBe(3)
  expect(await count(second, second)).toBe(1)
  expect(await count(instant(first + 1), instant(third - 1))).toBe(1)
})

test('operators who correct the same charges at once, and billing beside them, correct each once', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  const other = await world.ad({ billingType: 'CPC' })
  for (let index = 0; index < 20; index++) await click(index % 2 ? ad : other, won(3), `d${index % 3}`)
  await world.pass()
  const selections: Selection[] = [
    { mediumId: world.medium, ...always },
    { adId: ad.id, ...always },
    { deviceId: 'd1', ...always },
    { mediumId: world.medium, ...always },
  ]
  for (let index = 0; index < 10; index++) await click(ad, won(5), `d${index % 3}`)
  const [corrections] = await Promise.all([Promise.all(selections.map(correctAll)), world.pass()])
  await correctAll({ mediumId: world.medium, ...always })
  expect(corrections.reduce((sum, { charges }) => sum + charges, 0)).toBeLessThanOrEqual(30)
  const { cash, revenue, volts } = await money(ad)
  expect({ cash, revenue, volts }).toEqual({ cash: won(1_000_000), revenue: noMoney, volts: noMoney })
  expect(await world.booksAreRight()).toBe(true)
  expect(await world.adRow(other)).toMatchObject({ spent_micros: noMoney, cash: won(1_000_000) })
})

test('a correction that dies before its commit leaves nothing, and is then done once', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  await click(ad, won(10))
  await world.pass()
  const charged = await money(ad)
  const dying = world.db.transaction(async (tx) => {
    await correct(tx, { adId: ad.id, ...always }, { reason: 'x', by: operator, now: world.now })
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await money(ad)).toEqual(charged)
  expect(await world.rows(sql<CorrectionRow>`select * from correction`)).toEqual([])
  expect(await correctAll({ adId: ad.id, ...always })).toMatchObject({ charges: 1 })
  expect(await world.booksAreRight()).toBe(true)
})

test('a completed ad stays COMPLETE after a correction', async () => {
  const ad = await world.ad({ billingType: 'CPC', adLimit: won(1_000), minCost: 600 })
  await click(ad, won(600))
  await world.pass()
  expect((await world.adRow(ad)).status).toBe('COMPLETE')
  await correctAll({ adId: ad.id, ...always })
  expect(await world.adRow(ad)).toMatchObject({ status: 'COMPLETE', spent_micros: noMoney })
})

test('corrections before and after the close of a month are taken from the payable sum once', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  for (const device of ['early', 'late', 'kept']) await click(ad, won(100), device)
  await world.pass()
  await correctAll({ deviceId: 'early', ...always })
  world.now = instant(Date.parse('2026-12-01T00:10:00Z'))
  await world.pass()
  await closeMonths({ db: world.db, clock: world.clock })
  const payable = () => world.db.read((session) => payableRevenue(session, world.publisher))
  expect(await payable()).toBe(won(140))
  await correctAll({ deviceId: 'late', ...always })
  expect(await payable()).toBe(won(70))
  await correctAll({ deviceId: 'kept', ...always })
  expect(await payable()).toBe(noMoney)
  expect(await world.booksAreRight()).toBe(true)
})

test('revenue that was paid out becomes negative, nothing is payable, and later revenue offsets it', async () => {
  const ad = await world.ad({ billingType: 'CPC' })
  await click(ad, won(100))
  await world.pass()
  await world.db.transaction((tx) =>
    post(tx, [
      {
        ...{ key: 'paid', kind: 'PAYOUT_PAID', from: revenueOf(world.publisher) },
        ...{ to: [[outside, won(70)]], at: world.now },
      },
    ]),
  )
  await correctAll({ adId: ad.id, ...always })
  expect((await money(ad)).revenue).toBe(won(-70))
  expect(await world.db.read((session) => payableRevenue(session, world.publisher))).toBe(noMoney)
  await click(ad, won(200), 'honest')
  await world.pass()
  expect((await money(ad)).revenue).toBe(won(70))
  expect(await world.booksAreRight()).toBe(true)
})
