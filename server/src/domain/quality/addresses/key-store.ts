import { randomBytes } from 'node:crypto'
import { addDays, type Day, type Instant, monthOf, utcDay } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { AddressKeyRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/secrets.ts'

const keyBytes = 32
const purpose = 'address-key'
/** Sign-ins are compared over 30 days. */
const daysKeptMin = 31
/** An event arrives at most 8 days after its offer, and is dropped by the day of its offer. */
const lateDaysMax = 9

export interface AddressKey {
  /** The first day of the UTC month in which the key hashes addresses. */
  month: Day
  key: Buffer
}

export const monthStart = (now: Instant): Day => `${monthOf(utcDay(now))}-01` as Day

/** The keys that exist, newest first, with that of the month, which is made if there is none. */
export async function prepareKeys(db: Database, secrets: Secrets, month: Day): Promise<AddressKey[]> {
  const made = secrets.seal(purpose, randomBytes(keyBytes).toString('hex'))
  return db.transaction(async (tx) => {
    await tx.run(
      sql`insert into address_key (month, sealed_key) values (${month}, ${made}) on conflict do nothing`,
    )
    return tx.many(
      (row) => ({ month: row.month, key: Buffer.from(secrets.open(purpose, row.sealed_key), 'hex') }),
      sql<AddressKeyRow>`select month, sealed_key from address_key order by month desc`,
    )
  })
}

/** Destroys the keys of months whose last event has been dropped: nobody can then relate a hash to an address. */
export const destroyOldKeys = (
  tx: Tx,
  { now, eventDays }: { now: Instant; eventDays: number },
): Promise<number> => {
  const oldest = addDays(utcDay(now), -Math.max(daysKeptMin, eventDays + lateDaysMax))
  return tx.run(sql`delete from address_key where month < ${`${monthOf(oldest)}-01`}::date`)
}

/** Seals the keys again with the program's current key. Returns how many. */
export async function sealAddressKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const rows = await tx.rows(sql<AddressKeyRow>`
    select month, sealed_key from address_key
     where substr(sealed_key, 1, ${secrets.keyId.length}) <> ${secrets.keyId} for update`)
  for (const { month, sealed_key: sealed } of rows) {
    await tx.run(sql`
      update address_key set sealed_key = ${secrets.seal(purpose, secrets.open(purpose, sealed))}
       where month = ${month}`)
  }
  return rows.length
}
