import { assert, type Instant, type Micros, micros } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { LedgerTransferRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import { accountIds, accountKey, type LedgerAccount } from './account.ts'

export interface Transfer {
  /** The same cause always has the same key: a replay posts nothing. */
  key: string
  kind: LedgerTransferRow['kind']
  from: LedgerAccount
  /** Shares of 0 get no entry. */
  to: readonly (readonly [LedgerAccount, Micros])[]
  at: Instant
  reason?: string
  /** The id of the transfer that this one corrects. */
  corrects?: bigint
}

interface Entry {
  transferKey: string
  accountKey: string
  amountMicros: Micros
}

/** The entries of a transfer; adds its accounts to `accounts`. */
function entriesOf(transfer: Transfer, accounts: Map<string, LedgerAccount>): Entry[] {
  const shares = transfer.to.filter(([, amountMicros]) => amountMicros !== 0n)
  const total = shares.reduce((sum, [, amountMicros]) => sum + amountMicros, 0n)
  assert(
    shares.every(([, amountMicros]) => amountMicros > 0n),
    'a share of a transfer is not negative',
  )
  assert(total > 0n, 'a transfer moves money')
  const sides = [[transfer.from, micros(-total)] as const, ...shares]
  return sides.map(([account, amountMicros]) => {
    const key = accountKey(account)
    accounts.set(key, account)
    return { transferKey: transfer.key, accountKey: key, amountMicros }
  })
}

/** Returns the ids of the new transfers by key. */
async function insertTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Map<string, bigint>> {
  const inserted = await tx.many(
    (row): [string, bigint] => [row.key, row.transfer_id],
    prepared(
      'ledger-transfer',
      sql<Pick<LedgerTransferRow, 'key' | 'transfer_id'>>`
      insert into ledger_transfer (key, kind, reason, corrects, posted_at)
      select * from unnest(${transfers.map((transfer) => transfer.key)}::text[],
                           ${transfers.map((transfer) => transfer.kind)}::text[],
                           ${transfers.map((transfer) => transfer.reason ?? '')}::text[],
                           ${transfers.map((transfer) => transfer.corrects ?? null)}::bigint[],
                           ${transfers.map((transfer) => at(transfer.at))}::timestamptz[])
          on conflict (key) do nothing
      returning key, transfer_id`,
    ),
  )
  return new Map(inserted)
}

async function insertEntries(
  tx: Tx,
  entries: readonly { transferId: bigint; accountId: bigint; amountMicros: Micros }[],
): Promise<void> {
  await tx.run(
    prepared(
      'ledger-entry',
      sql`
      insert into ledger_entry (transfer_id, account_id, amount_micros)
      select * from unnest(${entries.map((entry) => entry.transferId)}::bigint[],
                           ${entries.map((entry) => entry.accountId)}::bigint[],
                           ${entries.map((entry) => entry.amountMicros)}::bigint[])`,
    ),
  )
}

async function addToBalances(tx: Tx, changes: readonly (readonly [id: bigint, Micros])[]): Promise<void> {
  await tx.run(
    prepared(
      'ledger-balance',
      sql`
      update ledger_account a
         set balance_micros = a.balance_micros + change.amount
        from unnest(${changes.map(([id]) => id)}::bigint[],
                    ${changes.map(([, amountMicros]) => amountMicros)}::bigint[]) as change(account_id, amount)
       where a.account_id = change.account_id`,
    ),
  )
}

/**
 * The only function that moves money. Posts balanced entries and updates the balances. A transfer whose key was posted
 * before is skipped; returns the keys of the others. A balance below zero is a fault: the caller has locked and checked
 * the account that it takes from.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const transferIds = await insertTransfers(tx, transfers)
  const accounts = new Map<string, LedgerAccount>()
  const posted = transfers
    .filter((transfer) => transferIds.has(transfer.key))
    .flatMap((transfer) => entriesOf(transfer, accounts))
  if (posted.length === 0) return new Set()
  const ids = await accountIds(tx, accounts)
  const entries = posted.map((entry) => {
    const transferId = transferIds.get(entry.transferKey)
    const accountId = ids.get(entry.accountKey)
    assert(transferId !== undefined && accountId !== undefined, 'an entry has a transfer and an account')
    return { transferId, accountId, amountMicros: entry.amountMicros }
  })
  const sums = new Map<bigint, Micros>()
  for (const { accountId, amountMicros } of entries) {
    sums.set(accountId, micros((sums.get(accountId) ?? 0n) + amountMicros))
  }
  // Locked in id order, to avoid deadlocks; and before the entries are written, whose foreign keys would otherwise lock
  // every account a second time.
  const changes = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  await tx.rows(sql`
    select 1 from ledger_account where account_id = any(${changes.map(([id]) => id)}::bigint[])
     order by account_id for update`)
  await insertEntries(tx, entries)
  await addToBalances(tx, changes)
  return new Set(transferIds.keys())
}
