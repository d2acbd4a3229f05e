import { after, assert, hour, type Instant } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { IdempotencyKeyRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { sameBytes } from '../../platform/secrets.ts'
import type { Owner } from './session/store.ts'

const keyLifeMs = 24 * hour

/** 1 to 255 visible ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x21-\x7e]{1,255}$/.test(text)

/** A call under a key. The key belongs to the account, whatever session it is used in. */
export interface KeyedCall {
  owner: Owner
  key: string
  call: string
  bodyHash: Buffer
}

/** The first answer to a call, as it was sent. */
export interface KeptReply {
  status: number
  /** JSON text. */
  reply: string
}

const customerOf = ({ owner }: KeyedCall) => ('customerId' in owner ? owner.customerId : null)
const operatorOf = ({ owner }: KeyedCall) => ('operatorId' in owner ? owner.operatorId : null)
const sameKey = (keyed: KeyedCall) => sql`
  customer_id is not distinct from ${customerOf(keyed)} and operator_id is not distinct from ${operatorOf(keyed)}
  and key = ${keyed.key}`

/**
 * Claims a key that is new or has expired. The unique constraint makes a concurrent repeat wait until the transaction
 * that holds the key ends. Returns the kept reply of the same call, or OTHER if the key stands for something else.
 */
export async function claimKey(
  tx: Tx,
  keyed: KeyedCall,
  now: Instant,
): Promise<'CLAIMED' | 'OTHER' | KeptReply> {
  const claimed = await tx.run(sql`
    insert into idempotency_key as k (customer_id, operator_id, key, call, body_hash, made_at)
    values (${customerOf(keyed)}, ${operatorOf(keyed)}, ${keyed.key}, ${keyed.call}, ${keyed.bodyHash}, ${at(now)})
        on conflict (customer_id, operator_id, key) do update
       set call = excluded.call, body_hash = excluded.body_hash, made_at = excluded.made_at, status = null, reply = null
     where k.made_at <= ${at(after(now, -keyLifeMs))}`)
  if (claimed === 1) return 'CLAIMED'
  const kept = await tx.one(
    (row) => row,
    sql<Pick<IdempotencyKeyRow, 'call' | 'body_hash' | 'status' | 'reply'>>`
    select call, body_hash, status, reply from idempotency_key where ${sameKey(keyed)}`,
  )
  if (kept.call !== keyed.call || !sameBytes(kept.body_hash, keyed.bodyHash)) return 'OTHER'
  assert(kept.status !== null && kept.reply !== null, 'a key is committed with its reply')
  return { status: kept.status, reply: kept.reply }
}

export async function keepReply(tx: Tx, keyed: KeyedCall, { status, reply }: KeptReply): Promise<void> {
  await tx.run(sql`update idempotency_key set status = ${status}, reply = ${reply} where ${sameKey(keyed)}`)
}

/** Frees a key whose call may be tried again. */
export async function releaseKey(tx: Tx, keyed: KeyedCall): Promise<void> {
  await tx.run(sql`delete from idempotency_key where ${sameKey(keyed)}`)
}

export const deleteExpiredKeys = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`delete from idempotency_key where made_at <= ${at(after(now, -keyLifeMs))}`)
