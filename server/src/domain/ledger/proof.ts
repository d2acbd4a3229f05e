import { type Instant, type Micros, micros } from '@voltline/kernel'
import { z } from 'zod'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { readSetting, saveSetting } from '../../platform/database/setting.ts'
import { sql } from '../../platform/database/sql.ts'

export interface BookProof {
  /** The sum over all accounts; 0 in sound books. */
  sumMicros: Micros
  /** Accounts whose balance is not the sum of their entries. */
  wrongBalances: number
  /** Transfers whose entries do not add up to 0. */
  unbalancedTransfers: number
  accounts: number
  entries: number
}

/** The last result, kept as a setting. */
export interface KeptProof extends BookProof {
  at: Instant
  by: 'WORKER' | 'OPERATOR'
}

export const isGood = (proof: BookProof): boolean =>
  proof.sumMicros === 0n && proof.wrongBalances === 0 && proof.unbalancedTransfers === 0

interface ProofRow {
  sum_micros: Micros
  wrong_balances: bigint
  unbalanced_transfers: bigint
  accounts: bigint
  entries: bigint
}

const toProof = (row: ProofRow): BookProof => ({
  sumMicros: row.sum_micros,
  wrongBalances: Number(row.wrong_balances),
  unbalancedTransfers: Number(row.unbalanced_transfers),
  accounts: Number(row.accounts),
  entries: Number(row.entries),
})

/** Adds up the whole of the books from the entries. */
export const proveBooks = (session: ReadSession): Promise<BookProof> =>
  session.one(
    toProof,
    sql<ProofRow>`
    with derived as (select account_id, sum(amount_micros) as amount from ledger_entry group by account_id)
    select (select coalesce(sum(balance_micros), 0) from ledger_account)::bigint as sum_micros,
           (select count(*) from ledger_account a left join derived d using (account_id)
             where a.balance_micros <> coalesce(d.amount, 0)) as wrong_balances,
           (select count(*) from (select 1 from ledger_entry group by transfer_id
                                  having sum(amount_micros) <> 0) as unbalanced) as unbalanced_transfers,
           (select count(*) from ledger_account) as accounts,
           (select count(*) from ledger_entry) as entries`,
  )

const proofKey = 'book_proof'

/** How the setting holds a proof: JSON has no bigint, so the sum is text. */
const storedProof = z.object({
  sum: z.string(),
  wrongBalances: z.number(),
  unbalancedTransfers: z.number(),
  accounts: z.number(),
  entries: z.number(),
  at: z.number().transform((ms) => ms as Instant),
  by: z.enum(['WORKER', 'OPERATOR']),
})

export async function lastProof(session: ReadSession): Promise<KeptProof | undefined> {
  const value = await readSetting(session, proofKey)
  if (value === undefined) return undefined
  const { sum, ...proof } = storedProof.parse(value)
  return { ...proof, sumMicros: micros(BigInt(sum)) }
}

/** Proves the books and keeps the result. */
export async function proveAndKeep(tx: Tx, by: KeptProof['by'], now: Instant): Promise<KeptProof> {
  const proof: KeptProof = { ...(await proveBooks(tx)), at: now, by }
  const { sumMicros, ...counts } = proof
  const stored: z.input<typeof storedProof> = { ...counts, sum: String(sumMicros) }
  await saveSetting(tx, proofKey, stored, now)
  return proof
}
