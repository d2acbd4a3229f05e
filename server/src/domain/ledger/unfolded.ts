/**
 * Accounts that many billing batches credit at once are not locked: a credit is inserted here, and the worker folds it
 * into the balance later. Whoever takes money from such an account locks it and folds it first.
 */
import type { Instant, Micros } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { LedgerAccountRow, LedgerUnfoldedRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'

const creditedByMany: ReadonlySet<LedgerAccountRow['kind']> = new Set(['REVENUE', 'VOLTS', 'NETWORK'])

export const isCreditedByMany = ({ kind }: Pick<LedgerAccountRow, 'kind'>): boolean =>
  creditedByMany.has(kind)

export type AccountChange = readonly [id: bigint, amountMicros: Micros]

export async function insertUnfolded(
  tx: Tx,
  credits: readonly AccountChange[],
  postedAt: Instant,
): Promise<void> {
  if (credits.length === 0) return
  await tx.run(
    prepared(
      'ledger-unfolded',
      sql`
      insert into ledger_unfolded (account_id, amount_micros, posted_at)
      select account_id, amount, ${at(postedAt)}::timestamptz
        from unnest(${credits.map(([id]) => id)}::bigint[],
                    ${credits.map(([, amountMicros]) => amountMicros)}::bigint[]) as credit(account_id, amount)`,
    ),
  )
}

/** Adds to the balances what was not folded. The caller has locked the accounts. */
export async function foldAccounts(tx: Tx, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    with taken as (
      delete from ledger_unfolded where account_id = any(${ids}::bigint[])
      returning account_id, amount_micros)
    update ledger_account a
       set balance_micros = a.balance_micros + credit.amount
      from (select account_id, sum(amount_micros) as amount from taken group by account_id) as credit
     where a.account_id = credit.account_id`)
}

/** The accounts that have something to fold. */
export const unfoldedAccounts = (session: ReadSession): Promise<bigint[]> =>
  session.many(
    (row) => row.account_id,
    sql<Pick<LedgerUnfoldedRow, 'account_id'>>`select distinct account_id from ledger_unfolded`,
  )
