import { randomUUID } from 'node:crypto'
import {
  type AdId,
  type AppId,
  type CustomerId,
  type Day,
  instant,
  type MediumId,
  type Micros,
  type Millionths,
  split,
  won,
} from '@voltline/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database, type Tx } from '../../platform/database/database.ts'
import { type Query, sql } from '../../platform/database/sql.ts'
import { cashOf, network, outside, revenueOf, voltsOf } from './account.ts'
import { postCharges } from './charge-store.ts'
import { VoltsAdditions, voltsOfDevice } from './device-volts.ts'
import { post } from './ledger.ts'
import { isGood, proveBooks } from './proof.ts'

const own = useFreshDatabase()
const now = instant(Date.parse('2026-11-03T00:00:00Z'))
const issueDay = '2026-11-03' as Day
const deviceId = 'phone'
let db: Database
let advertiser: CustomerId
let publisher: CustomerId
let appId: AppId

const customer = (tx: Tx, type: 'ADVERTISER' | 'PUBLISHER'): Promise<CustomerId> =>
  tx.one(
    (row) => row.customer_id,
    sql<{ customer_id: CustomerId }>`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          postback_secret, registered_at, updated_at)
    values (${type}, ${`${type}@company.test`}, ${type}, '', 'A', 'B', 'C', 'UTC', '', ${new Date(now)}, ${new Date(now)})
    returning customer_id`,
  )

beforeAll(async () => {
  db = new Database({ url: own.url, connectionsMax: 4, statementMsMax: 30_000, onLost: () => {} })
  await db.transaction(async (tx) => {
    advertiser = await customer(tx, 'ADVERTISER')
    publisher = await customer(tx, 'PUBLISHER')
    appId = await tx.one(
      (row) => row.app_id,
      sql<{ app_id: AppId }>`
      insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
      values (${publisher}, 'App', 'AOS', 'https://play.google.com/x', ${new Date(now)}, ${new Date(now)})
      returning app_id`,
    )
    const to = [[cashOf(advertiser), won(1_000)]] as const
    await post(tx, [
      { key: 'credit', kind: 'CREDIT', from: outside, to, at: now },
      { key: 'another credit', kind: 'CREDIT', from: outside, to, at: now },
    ])
  })
  await db.asOwner((tx) =>
    tx.run(sql`create table if not exists charge_202611 partition of charge
                 for values from ('2026-11-01') to ('2026-12-01')`),
  )
})
afterAll(() => db.close())

/** Charges one event, as a batch of a partition does. */
async function charge(priceMicros: Micros, partition: number): Promise<void> {
  const {
    publisher: publisherMicros,
    user: userMicros,
    network: rest,
  } = split(priceMicros, 200_000 as Millionths)
  const offerId = randomUUID()
  const volts = new VoltsAdditions()
  volts.add({ appId, deviceId }, userMicros)
  const event = { issueDay, offerId, action: 'CLICK', receivedAt: now, deviceId } as const
  const ids = { adId: 1 as AdId, mediumId: 1 as MediumId, country: '', runnerUp: false }
  const transfer = {
    key: offerId,
    kind: 'CHARGE',
    from: cashOf(advertiser),
    to: [
      [revenueOf(publisher), publisherMicros],
      [voltsOf(appId), userMicros],
      [network, rest],
    ],
    at: now,
  } as const
  const charges = [{ ...event, ...ids, country: '', priceMicros, publisherMicros, userMicros }]
  await db.transaction((tx) =>
    postCharges(tx, { groups: [{ transfer, charges }], volts }, { partition, now }),
  )
}

test('a device’s volts are the sum of all its charges, whatever partition billed them', async () => {
  for (const [price, partition] of [
    [10, 0],
    [20, 0],
    [40, 5],
  ] as const) {
    await charge(won(price), partition)
  }
  expect(await db.read((session) => voltsOfDevice(session, { appId, deviceId }))).toBe(won(7))
  expect(isGood(await db.transaction(proveBooks))).toBe(true)
})

describe('the proof of the books fails', () => {
  class Undo extends Error {}

  /** The proof after a change that only the owner of the tables could make; the change is undone. */
  async function proofAfter(...changes: Query[]) {
    let proof: Awaited<ReturnType<typeof proveBooks>> | undefined
    const changed = db.asOwner(async (tx) => {
      for (const change of changes) await tx.run(change)
      proof = await proveBooks(tx)
      throw new Undo()
    })
    await expect(changed).rejects.toThrow(Undo)
    return proof
  }

  test.each([
    [
      'a balance',
      'wrongBalances',
      [
        sql`update ledger_account set balance_micros = balance_micros + 1 where kind = 'CASH'`,
        sql`update ledger_account set balance_micros = balance_micros - 1 where kind = 'OUTSIDE'`,
      ],
    ],
    [
      'what is not folded yet',
      'wrongBalances',
      [
        sql`update ledger_unfolded set amount_micros = amount_micros + 1
             where ctid = (select min(ctid) from ledger_unfolded
                            where account_id = (select account_id from ledger_account where kind = 'NETWORK'))`,
        sql`update ledger_account set balance_micros = balance_micros - 1 where kind = 'OUTSIDE'`,
      ],
    ],
    [
      'two entries of different transfers',
      'unbalancedTransfers',
      [
        sql`update ledger_entry e set amount_micros = amount_micros + case t.key when 'credit' then 1 else -1 end
              from ledger_transfer t
             where t.transfer_id = e.transfer_id and t.kind = 'CREDIT' and e.amount_micros > 0`,
      ],
    ],
    ['the price of a charge', 'wrongCharges', [sql`update charge set price_micros = price_micros + 1`]],
    ['the transfer of a charge', 'wrongCharges', [sql`update charge set transfer_id = transfer_id + 1000`]],
    [
      'the volts of a device',
      'wrongVolts',
      [sql`update device_volts set balance_micros = balance_micros + 1`],
    ],
    ['the device of its volts', 'wrongVolts', [sql`update device_volts set device_id = 'other'`]],
  ] as const)('if someone changed %s', async (_, finding, changes) => {
    const proof = await proofAfter(...changes)
    expect(proof?.[finding]).toBeGreaterThan(0)
    expect(proof && isGood(proof)).toBe(false)
  })
})
