import { after, type CustomerId, day, type Instant, utcDay } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { SigninAddressRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'

const signinDaysKept = 30

/** Remembers from which address an account signed in, by keyed hash: the first time of each UTC day. */
export async function saveSigninAddress(
  tx: Tx,
  customerId: CustomerId,
  { ipHash, now }: { ipHash: string; now: Instant },
): Promise<void> {
  if (ipHash === '') return
  await tx.run(sql`
    insert into signin_address (customer_id, ip_hash, utc_day, signed_in_at)
    values (${customerId}, decode(${ipHash}, 'hex'), ${utcDay(now)}, ${at(now)})
        on conflict do nothing`)
}

/** The sign-ins of these accounts from these addresses. */
export async function readSignins(
  session: ReadSession,
  wanted: { customers: readonly CustomerId[]; hashes: readonly string[] },
): Promise<{ customerId: CustomerId; ipHash: string; at: Instant }[]> {
  if (wanted.hashes.length === 0) return []
  return session.many(
    (row) => ({ customerId: row.customer_id, ipHash: row.hash, at: row.signed_in_at }),
    sql<Pick<SigninAddressRow, 'customer_id' | 'signed_in_at'> & { hash: string }>`
    select customer_id, encode(ip_hash, 'hex') as hash, signed_in_at
      from signin_address
     where customer_id = any(${wanted.customers}::int[])
       and ip_hash in (select decode(hash, 'hex') from unnest(${wanted.hashes}::text[]) as hash)`,
  )
}

export const deleteForgottenSignins = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`delete from signin_address where signed_in_at < ${at(after(now, -signinDaysKept * day))}`)
