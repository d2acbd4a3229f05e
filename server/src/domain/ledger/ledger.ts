import { assert, type Instant, type Micros, micros } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { LedgerAccountRow, LedgerTransferRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import { accountIds, accountKey, type LedgerAccount, lockAccounts } from './account.ts'
import { type AccountChange, foldAccounts, insertUnfolded, isCreditedByMany } from './unfolded.ts'

export interface Transfer {
  /** The same cause always has the same key: a replay posts nothing. */
  key: string
  kind: LedgerTransferRow['kind']
  from: LedgerAccount
  /** Shares of 0 get no entry. */
  to: readonly (readonly [LedgerAccount, Micros])[]
  /** The money goes the other way: each account of `to` gives its share back to `from`. */
  isReversed?: boolean
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
  const signed = (amount: Micros) => (transfer.isReversed ? micros(-amount) : amount)
  return sides.map(([account, amountMicros]) => {
    const key = accountKey(account)
    accounts.set(key, account)
    return { transferKey: transfer.key, accountKey: key, amountMicros: signed(amountMicros) }
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

/** Only a correction may take an account below zero; for other transfers that is a fault. */
async function addToBalances(
  tx: Tx,
  changes: readonly AccountChange[],
  mayBeNegative: boolean,
): Promise<void> {
  const taken = await tx.rows(
    prepared(
      'ledger-balance',
      sql<Pick<LedgerAccountRow, 'kind' | 'balance_micros'> & { amount: bigint }>`
      update ledger_account a
         set balance_micros = a.balance_micros + change.amount
        from unnest(${changes.map(([id]) => id)}::bigint[],
                    ${changes.map(([, amountMicros]) => amountMicros)}::bigint[]) as change(account_id, amount)
       where a.account_id = change.account_id
      returning a.kind, a.balance_micros, change.amount`,
    ),
  )
  const isShort = taken.some((row) => row.kind !== 'OUTSIDE' && row.amount < 0n && row.balance_micros < 0n)
  assert(mayBeNegative || !isShort, 'a balance of ledger_account is not negative')
}

interface Changes {
  /** Credits of accounts that many batches credit at once. */
  inserted: AccountChange[]
  /** The others, and those of them that need folding first. */
  direct: AccountChange[]
  folded: bigint[]
}

function changesOf(
  entries: readonly { accountId: bigint; accountKey: string; amountMicros: Micros }[],
  accounts: ReadonlyMap<string, LedgerAccount>,
): Changes {
  const sums = new Map<string, { id: bigint; amount: bigint }>()
  for (const { accountId, accountKey: key, amountMicros } of entries) {
    const sum = sums.get(key)
    if (sum) sum.amount += amountMicros
    else sums.set(key, { id: accountId, amount: amountMicros })
  }
  const changes: Changes = { inserted: [], direct: [], folded: [] }
  for (const [key, { id, amount }] of sums) {
    const account = accounts.get(key)
    const isForMany = account !== undefined && isCreditedByMany(account)
    if (isForMany && amount > 0n) changes.inserted.push([id, micros(amount)])
    else changes.direct.push([id, micros(amount)])
    if (isForMany && amount <= 0n) changes.folded.push(id)
  }
  return changes
}

async function lockChanged(tx: Tx, { direct, folded }: Changes): Promise<void> {
  if (direct.length === 0) return
  await lockAccounts(
    tx,
    direct.map(([id]) => id),
  )
  await foldAccounts(tx, folded)
}

/**
 * The only function that moves money. Posts balanced entries and changes the balances; see unfolded.ts for those that
 * many batches credit. A transfer whose key was posted before is skipped; returns the ids of the others by key. A balance
 * below zero, except of REVENUE and NETWORK, is a fault: the caller has locked and checked the account that it takes from.
 */
export async function post(
  tx: Tx,
  transfers: readonly Transfer[],
  now: Instant | undefined = transfers[0]?.at,
): Promise<ReadonlyMap<string, bigint>> {
  if (transfers.length === 0 || now === undefined) return new Map()
  const transferIds = await insertTransfers(tx, transfers)
  const accounts = new Map<string, LedgerAccount>()
  const posted = transfers
    .filter((transfer) => transferIds.has(transfer.key))
    .flatMap((transfer) => entriesOf(transfer, accounts))
  if (posted.length === 0) return new Map()
  const ids = await accountIds(tx, accounts)
  const entries = posted.map((entry) => {
    const transferId = transferIds.get(entry.transferKey)
    const accountId = ids.get(entry.accountKey)
    assert(transferId !== undefined && accountId !== undefined, 'an entry has a transfer and an account')
    return { ...entry, transferId, accountId }
  })
  const changes = changesOf(entries, accounts)
  await lockChanged(tx, changes)
  await insertEntries(tx, entries)
  const isCorrection = transfers.every(({ kind }) => kind === 'CORRECTION')
  await addToBalances(tx, changes.direct, isCorrection)
  await insertUnfolded(tx, changes.inserted, now)
  return transferIds
}
