import { randomUUID } from 'node:crypto'
import {
  type AdId,
  type AppId,
  type CustomerId,
  type Day,
  instant,
  type MediumId,
  type Millionths,
  micros,
  split,
  won,
} from '@voltline/kernel'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { makeEventPartitions } from '../events/postgres/postgres-days.ts'
import { foldLag } from '../reports/fold-lag.ts'
import { balanceOf, cashOf, network, outside, revenueOf, voltsOf } from './account.ts'
import { type Charge, type ChargeGroup, postCharges } from './charge-store.ts'
import { VoltsAdditions, voltsOfDevice } from './device-volts.ts'
import { foldLedger } from './fold.ts'
import { post } from './ledger.ts'
import { isGood, proveBooks } from './proof.ts'

const own = useFreshDatabase()
const now = instant(Date.parse('2026-11-03T00:00:00Z'))
const issueDay = '2026-11-03' as Day
const [advertiser, publisher, app] = [1 as CustomerId, 2 as CustomerId, 1 as AppId]
const networkShare = 200_000 as Millionths
let db: Database

beforeAll(async () => {
  db = new Database({ url: own.url, connectionsMax: 6, statementMsMax: 30_000, onLost: () => {} })
  await db.asOwner((tx) => makeEventPartitions(tx, [issueDay]))
  for (const type of ['ADVERTISER', 'PUBLISHER']) {
    await db.transaction((tx) =>
      tx.run(sql`
        insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                              postback_secret, registered_at, updated_at)
        values (${type}, ${type}, ${type}, '', '', '', '', 'UTC', '', ${new Date(now)}, ${new Date(now)})`),
    )
  }
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
      values (${publisher}, 'App', 'AOS', 'https://store.test', ${new Date(now)}, ${new Date(now)})`)
    const to = [[cashOf(advertiser), won(100_000)]] as const
    await post(tx, [{ key: 'credit', kind: 'CREDIT', from: outside, to, at: now }])
  })
})
afterAll(() => db.close())

function chargeOf(price: bigint, deviceId: string): Charge {
  const shares = split(micros(price), networkShare)
  return {
    ...{ issueDay, offerId: randomUUID(), action: 'IMPRESSION', receivedAt: now },
    ...{ adId: 1 as AdId, mediumId: 1 as MediumId, deviceId, priceMicros: micros(price) },
    ...{ publisherMicros: shares.publisher, userMicros: shares.user, country: '', runnerUp: false },
  }
}

function groupOf(charges: readonly Charge[]): ChargeGroup {
  const sum = (amount: (charge: Charge) => bigint) =>
    micros(charges.reduce((total, charge) => total + amount(charge), 0n))
  const networkMicros = sum((charge) => charge.priceMicros - charge.publisherMicros - charge.userMicros)
  return {
    charges,
    transfer: {
      ...{ key: randomUUID(), kind: 'CHARGE', from: cashOf(advertiser), at: now },
      to: [
        [revenueOf(publisher), sum((charge) => charge.publisherMicros)],
        [voltsOf(app), sum((charge) => charge.userMicros)],
        [network, networkMicros],
      ],
    },
  }
}

async function bill(partition: number, ...charges: Charge[]): Promise<void> {
  const volts = new VoltsAdditions()
  for (const { deviceId, userMicros } of charges) volts.add({ appId: app, deviceId }, userMicros)
  const batch = { groups: [groupOf(charges)], volts }
  await db.transaction((tx) => postCharges(tx, batch, { partition, now }))
}

const proof = () => db.transaction(proveBooks)
const voltsIn = (deviceId: string) => db.read((session) => voltsOfDevice(session, { appId: app, deviceId }))

beforeEach(async () => {
  expect(isGood(await proof())).toBe(true)
})

test('the charges of a batch are one transfer, and a device’s volts are the sum over the partitions', async () => {
  await bill(0, chargeOf(won(10), 'one'), chargeOf(won(20), 'two'), chargeOf(won(30), 'one'))
  await bill(5, chargeOf(won(100), 'one'))
  expect([await voltsIn('one'), await voltsIn('two'), await voltsIn('none')]).toEqual([won(14), won(2), 0n])
  expect(await db.read((session) => balanceOf(session, voltsOf(app)))).toBe(won(16))
  expect(await proof()).toMatchObject({ charges: 4, wrongCharges: 0, wrongVolts: 0 })
  const transfers = await db.read((session) =>
    session.rows(sql`select count(*) from charge group by transfer_id order by 1`),
  )
  expect(transfers).toEqual([{ count: 1n }, { count: 3n }])
})

test('an event that is charged a second time rolls its whole batch back', async () => {
  const charge = chargeOf(won(10), 'three')
  await bill(0, charge)
  const before = await db.read((session) => balanceOf(session, cashOf(advertiser)))
  await expect(bill(0, chargeOf(won(5), 'three'), charge)).rejects.toThrow('duplicate key')
  expect(await db.read((session) => balanceOf(session, cashOf(advertiser)))).toBe(before)
  expect(await voltsIn('three')).toBe(won(1))
})

test('the lag of folding is the age of the oldest credit that is not folded, and 0 without any', async () => {
  await db.transaction(foldLedger)
  const lagAt = (ms: number) => db.read((session) => foldLag(session, instant(now + ms)))
  expect(await lagAt(5_000)).toBe(0)
  await bill(1, chargeOf(won(10), 'four'))
  expect([await lagAt(5_000), await lagAt(-5_000)]).toEqual([5_000, 0])
  await db.transaction(foldLedger)
  expect(await lagAt(5_000)).toBe(0)
})

test.each([
  ['a charge', sql`update charge set price_micros = price_micros + 1`, 'wrongCharges'],
  ['a charge’s transfer', sql`update charge set transfer_id = 1000000`, 'wrongCharges'],
  ['a charge’s device', sql`update charge set device_id = 'x' where device_id = 'two'`, 'wrongVolts'],
  ['a missing charge', sql`delete from charge where device_id = 'two'`, 'wrongCharges'],
  ['a device’s volts', sql`update device_volts set balance_micros = 0 where device_id = 'two'`, 'wrongVolts'],
  [
    'an unfolded credit',
    sql`insert into ledger_unfolded select 1, 1, posted_at from ledger_transfer limit 1`,
    'wrongBalances',
  ],
  ['an entry’s account', sql`update ledger_entry set account_id = 1000 where entry_id = 1`, 'wrongBalances'],
  ['an entry’s transfer', sql`update ledger_entry set transfer_id = 1000`, 'unbalancedTransfers'],
] as const)('the proof finds a change of %s', async (_, change, count) => {
  await db
    .asOwner(async (tx) => {
      await tx.run(change)
      const found = await proveBooks(tx)
      expect(isGood(found)).toBe(false)
      expect(found[count]).toBeGreaterThan(0)
      throw new Error('undo')
    })
    .catch((fault: Error) => expect(fault.message).toBe('undo'))
})
