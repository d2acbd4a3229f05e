import { type Instant, type Micros, micros } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type BookProof, proveBooks } from './ledger.ts'

/** Kept as a setting: the last result, whoever asked for it. */
const proofKey = 'book_proof'

export interface KeptProof extends BookProof {
  at: Instant
  by: 'WORKER' | 'OPERATOR'
}

export const isGood = (proof: BookProof): boolean =>
  proof.sum === 0n && proof.wrongBalances === 0 && proof.unbalancedTransfers === 0

function toProof(row: Row): KeptProof {
  const kept = row.value as Omit<KeptProof, 'sum'> & { sum: string }
  return { ...kept, sum: micros(BigInt(kept.sum)) as Micros }
}

export const lastProof = (session: ReadSession): Promise<KeptProof | undefined> =>
  session.maybeOne(toProof, sql`select value from setting where key = ${proofKey}`)

/** Adds up the books and keeps what came out. */
export async function proveAndKeep(tx: Tx, by: KeptProof['by'], now: Instant): Promise<KeptProof> {
  const proof: KeptProof = { ...(await proveBooks(tx)), at: now, by }
  const text = JSON.stringify({ ...proof, sum: String(proof.sum) })
  await tx.run(sql`
    insert into setting (key, value, updated_at) values (${proofKey}, ${text}, ${at(now)})
        on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
  return proof
}
