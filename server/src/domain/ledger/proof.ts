import { type Instant, type Micros, micros } from '@voltline/kernel'
import { z } from 'zod'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { readSetting, saveSetting } from '../../platform/database/setting.ts'
import { sql } from '../../platform/database/sql.ts'

export interface BookProof {
  /** The sum over all accounts; 0 in sound books. */
  sumMicros: Micros
  /** Accounts whose balance, with what is not folded yet, is not the sum of their entries; entries without an account. */
  wrongBalances: number
  /** Transfers whose entries do not add up to 0; entries without a transfer. */
  unbalancedTransfers: number
  /** Transfers of charges or corrections whose entries are not the sums of their charges, and charges without one. */
  wrongCharges: number
  /**
   * Devices whose volts are not the sum of their charges less what was withdrawn, and apps whose accounts are not the
   * sums of their devices' volts and waiting withdrawals.
   */
  wrongVolts: number
  accounts: number
  entries: number
  charges: number
}

/** The last result, kept as a setting. */
export interface KeptProof extends BookProof {
  at: Instant
  by: 'WORKER' | 'OPERATOR'
}

export const isGood = (proof: BookProof): boolean =>
  proof.sumMicros === 0n &&
  proof.wrongBalances === 0 &&
  proof.unbalancedTransfers === 0 &&
  proof.wrongCharges === 0 &&
  proof.wrongVolts === 0

interface ProofRow {
  sum_micros: Micros
  wrong_balances: bigint
  unbalanced_transfers: bigint
  wrong_charges: bigint
  wrong_volts: bigint
  accounts: bigint
  entries: bigint
  charges: bigint
}

const toProof = (row: ProofRow): BookProof => ({
  sumMicros: row.sum_micros,
  wrongBalances: Number(row.wrong_balances),
  unbalancedTransfers: Number(row.unbalanced_transfers),
  wrongCharges: Number(row.wrong_charges),
  wrongVolts: Number(row.wrong_volts),
  accounts: Number(row.accounts),
  entries: Number(row.entries),
  charges: Number(row.charges),
})

/** The entries of each transfer of charges, by the kind of account, and its app. */
const chargeTransfers = sql`
  select t.transfer_id, -sum(e.amount_micros) filter (where a.kind = 'CASH') as price,
         coalesce(sum(e.amount_micros) filter (where a.kind = 'REVENUE'), 0) as publisher,
         coalesce(sum(e.amount_micros) filter (where a.kind = 'VOLTS'), 0) as volts,
         max(a.app_id) as app_id
    from ledger_transfer t
    join ledger_entry e using (transfer_id)
    join ledger_account a using (account_id)
   where t.kind = 'CHARGE'
   group by t.transfer_id`

const chargeSums = sql`
  select transfer_id, sum(price_micros) as price, sum(publisher_micros) as publisher, sum(user_micros) as volts
    from charge
   group by transfer_id`

/** What the charges gave to each device, less what their corrections took back. */
const chargedVolts = sql`
  select t.app_id, c.device_id, sum(c.user_micros - coalesce(k.volts_micros, 0)) as volts
    from charge c
    join moved t using (transfer_id)
    left join corrected_charge k using (issue_day, offer_id, action)
   where c.user_micros > 0
   group by t.app_id, c.device_id`

/** The entries of each transfer of a correction, as those of charges with the signs changed. */
const correctionTransfers = sql`
  select t.transfer_id, t.corrects, sum(e.amount_micros) filter (where a.kind = 'CASH') as price,
         -coalesce(sum(e.amount_micros) filter (where a.kind = 'REVENUE'), 0) as publisher,
         -coalesce(sum(e.amount_micros) filter (where a.kind = 'VOLTS'), 0) as volts
    from correction_transfer r
    join ledger_transfer t using (transfer_id)
    join ledger_entry e using (transfer_id)
    join ledger_account a using (account_id)
   group by t.transfer_id`

/** The corrected charges of each transfer of a correction; a null stands for a charge that does not exist. */
const correctionSums = sql`
  select k.transfer_id, h.transfer_id as corrects, sum(h.price_micros) as price, sum(h.publisher_micros) as publisher,
         sum(k.volts_micros) as volts
    from corrected_charge k left join charge h using (issue_day, offer_id, action)
   group by k.transfer_id, h.transfer_id`

/** Adds up the whole of the books from the entries, and compares them with the charges and the volts of devices. */
export const proveBooks = (session: ReadSession): Promise<BookProof> =>
  session.one(
    toProof,
    sql<ProofRow>`
    with derived as (select account_id, sum(amount_micros) as amount from ledger_entry group by account_id),
    moved as materialized (${chargeTransfers}),
    charged as (${chargeSums}),
    given as (${chargedVolts}),
    reversed as (${correctionTransfers}),
    corrected as (${correctionSums}),
    withdrawn as (
      select app_id, device_id, sum(volts) * 1000000 as volts,
             sum(volts) filter (where status = 'WAITING') * 1000000 as waiting
        from withdrawal where status <> 'RETURNED' group by app_id, device_id),
    held as (select app_id, device_id, sum(balance_micros) as volts from device_volts group by app_id, device_id)
    select (select coalesce(sum(balance_micros), 0) from ledger_balance)::bigint as sum_micros,
           (select count(*) from ledger_balance a full join derived d using (account_id)
             where a.balance_micros is distinct from coalesce(d.amount, 0)) as wrong_balances,
           (select count(*) from (select 1 from ledger_entry e left join ledger_transfer t using (transfer_id)
                                   group by transfer_id
                                  having sum(e.amount_micros) <> 0 or count(t.key) = 0) as unbalanced)
             as unbalanced_transfers,
           (select count(*) from moved m full join charged c using (transfer_id)
             where (m.price, m.publisher, m.volts) is distinct from (c.price, c.publisher, c.volts))
         + (select count(*) from reversed r full join corrected c using (transfer_id)
             where (r.corrects, r.price, r.publisher, r.volts) is distinct from
                   (c.corrects, c.price, c.publisher, c.volts)) as wrong_charges,
           (select count(*) from given g full join held h using (app_id, device_id)
              full join withdrawn w using (app_id, device_id)
             where coalesce(g.volts, 0) - coalesce(w.volts, 0) <> coalesce(h.volts, 0))
         + (select count(*) from (select app_id, balance_micros from ledger_balance where kind = 'VOLTS') a
              full join (select app_id, sum(volts) as volts from held group by app_id) h using (app_id)
             where coalesce(a.balance_micros, 0) <> coalesce(h.volts, 0))
         + (select count(*) from (select app_id, balance_micros from ledger_balance where kind = 'VOLTS_RESERVED') a
              full join (select app_id, sum(waiting) as volts from withdrawn group by app_id) w using (app_id)
             where coalesce(a.balance_micros, 0) <> coalesce(w.volts, 0)) as wrong_volts,
           (select count(*) from ledger_account) as accounts,
           (select count(*) from ledger_entry) as entries,
           (select count(*) from charge) as charges`,
  )

const proofKey = 'book_proof'

/** How the setting holds a proof: JSON has no bigint, so the sum is text. */
const storedProof = z.object({
  sum: z.string(),
  wrongBalances: z.number(),
  unbalancedTransfers: z.number(),
  // The proofs of earlier versions had no charges.
  wrongCharges: z.number().default(0),
  wrongVolts: z.number().default(0),
  accounts: z.number(),
  entries: z.number(),
  charges: z.number().default(0),
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
