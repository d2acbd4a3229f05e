import {
  type AppId,
  assert,
  type CustomerId,
  type Instant,
  type Micros,
  micros,
  noMoney,
} from '@voltline/kernel'
import type { Row, Tx } from '../../platform/database/database.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'

/** An account of the books. OUTSIDE is the world beyond them: cash paid in, payouts paid out. */
export type LedgerAccount =
  | { kind: 'CASH' | 'REVENUE' | 'RESERVED'; customerId: CustomerId }
  | { kind: 'VOLTS'; appId: AppId; deviceId: string }
  | { kind: 'NETWORK' | 'OUTSIDE' }

export const cashOf = (customerId: CustomerId): LedgerAccount => ({ kind: 'CASH', customerId })
export const revenueOf = (customerId: CustomerId): LedgerAccount => ({ kind: 'REVENUE', customerId })
export const reservedOf = (customerId: CustomerId): LedgerAccount => ({ kind: 'RESERVED', customerId })
export const voltsOf = (device: { appId: AppId; deviceId: string }): LedgerAccount => ({
  kind: 'VOLTS',
  ...device,
})
export const network: LedgerAccount = { kind: 'NETWORK' }
export const outside: LedgerAccount = { kind: 'OUTSIDE' }

export type TransferKind =
  | 'CREDIT'
  | 'CHARGE'
  | 'PAYOUT_REQUEST'
  | 'PAYOUT_RELEASE'
  | 'PAYOUT_PAID'
  | 'CORRECTION'

export interface Transfer {
  /** The same cause always has the same key: a replay posts nothing. */
  key: string
  kind: TransferKind
  from: LedgerAccount
  /** Parts of nothing are left out of the books. */
  to: readonly (readonly [LedgerAccount, Micros])[]
  at: Instant
  reason?: string
  /** The number of the transfer that this one corrects. */
  corrects?: bigint
}

const keyOf = (account: LedgerAccount): string => {
  switch (account.kind) {
    case 'VOLTS':
      return `VOLTS/${account.appId}/${account.deviceId}`
    case 'NETWORK':
    case 'OUTSIDE':
      return account.kind
    default:
      return `${account.kind}/${account.customerId}`
  }
}

const toId = (row: Row): bigint => row.account_id as bigint

/** Finds the accounts' numbers, making those that are new. */
async function accountIds(
  tx: Tx,
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<Map<string, bigint>> {
  const list = [...accounts.values()]
  const columns = [
    list.map((account) => account.kind),
    list.map((account) => ('customerId' in account ? account.customerId : null)),
    list.map((account) => (account.kind === 'VOLTS' ? account.appId : null)),
    list.map((account) => (account.kind === 'VOLTS' ? account.deviceId : null)),
  ] as const
  const wanted = sql`unnest(${columns[0]}::text[], ${columns[1]}::int[], ${columns[2]}::int[], ${columns[3]}::text[])
                     with ordinality as wanted(kind, customer_id, app_id, device_id, number)`
  await tx.run(sql`
    insert into ledger_account (kind, customer_id, app_id, device_id)
    select kind, customer_id, app_id, device_id from ${wanted} order by number
        on conflict do nothing`)
  // Asked one by one through the unique index of its kind: as a join, a plan made while the table was small could
  // compare every wanted account with every other.
  const ids = await tx.many(
    (row) => ({ number: Number(row.number), id: toId(row) }),
    sql`
    select wanted.number,
           case when wanted.kind = 'VOLTS'
                then (select a.account_id from ledger_account a
                       where a.kind = 'VOLTS' and a.app_id = wanted.app_id and a.device_id = wanted.device_id)
                when wanted.kind in ('NETWORK', 'OUTSIDE')
                then (select a.account_id from ledger_account a
                       where a.kind = wanted.kind and a.kind in ('NETWORK', 'OUTSIDE'))
                else (select a.account_id from ledger_account a
                       where a.kind = wanted.kind and a.customer_id = wanted.customer_id) end as account_id
      from ${wanted}`,
  )
  const keys = [...accounts.keys()]
  const found = new Map(ids.map(({ number, id }) => [keys[number - 1] ?? '', id]))
  assert(
    found.size === accounts.size && ids.every(({ id }) => id !== null),
    'every account of a transfer exists',
  )
  return found
}

interface Entry {
  transfer: string
  account: string
  amount: bigint
}

function entriesOf(transfer: Transfer, accounts: Map<string, LedgerAccount>): Entry[] {
  const parts = transfer.to.filter(([, amount]) => amount !== 0n)
  const total = parts.reduce((sum, [, amount]) => sum + amount, 0n)
  assert(
    parts.every(([, amount]) => amount > 0n),
    'a part of a transfer is not negative',
  )
  assert(total > 0n, 'a transfer moves money')
  const sides: [LedgerAccount, bigint][] = [
    [transfer.from, -total],
    ...parts.map(([to, amount]): [LedgerAccount, bigint] => [to, amount]),
  ]
  return sides.map(([account, amount]) => {
    const key = keyOf(account)
    accounts.set(key, account)
    return { transfer: transfer.key, account: key, amount }
  })
}

async function insertTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Map<string, bigint>> {
  const inserted = await tx.many(
    (row): [string, bigint] => [row.key as string, row.transfer_id as bigint],
    prepared(
      'ledger-transfer',
      sql`
      insert into ledger_transfer (key, kind, reason, corrects, posted_at)
      select * from unnest(${transfers.map((one) => one.key)}::text[], ${transfers.map((one) => one.kind)}::text[],
                           ${transfers.map((one) => one.reason ?? '')}::text[],
                           ${transfers.map((one) => one.corrects ?? null)}::bigint[],
                           ${transfers.map((one) => at(one.at))}::timestamptz[])
          on conflict (key) do nothing
      returning key, transfer_id`,
    ),
  )
  return new Map(inserted)
}

/**
 * The one function that moves money. Posts balanced entries and the balances that follow from them, or, for a key
 * that was posted before, nothing. Answers the keys that were new. An account that would fall below zero is a fault:
 * whoever posts has locked and checked the balance it takes from.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const numbers = await insertTransfers(tx, transfers)
  const accounts = new Map<string, LedgerAccount>()
  const entries = transfers.filter((one) => numbers.has(one.key)).flatMap((one) => entriesOf(one, accounts))
  if (entries.length === 0) return new Set()
  const ids = await accountIds(tx, accounts)
  const idOf = (entry: Entry) => ids.get(entry.account)
  const sums = new Map<bigint, bigint>()
  for (const entry of entries) {
    const id = idOf(entry)
    assert(id !== undefined, 'an entry has an account')
    sums.set(id, (sums.get(id) ?? 0n) + entry.amount)
  }
  // Locked in one order, so that two posts never wait for each other; and before the entries are written, whose
  // references would else lock every account a second time.
  const order = [...sums.keys()].sort((a, b) => (a < b ? -1 : 1))
  await tx.rows(
    sql`select 1 from ledger_account where account_id = any(${order}::bigint[]) order by account_id for update`,
  )
  await tx.run(
    prepared(
      'ledger-entry',
      sql`
    insert into ledger_entry (transfer_id, account_id, amount_micros)
    select * from unnest(${entries.map((one) => numbers.get(one.transfer))}::bigint[], ${entries.map(idOf)}::bigint[],
                         ${entries.map((one) => one.amount)}::bigint[])`,
    ),
  )
  await tx.run(
    prepared(
      'ledger-balance',
      sql`
    update ledger_account a
       set balance_micros = a.balance_micros + change.amount
      from unnest(${order}::bigint[], ${order.map((id) => sums.get(id))}::bigint[]) as change(account_id, amount)
     where a.account_id = change.account_id`,
    ),
  )
  return new Set(numbers.keys())
}

const toBalance = (row: Row): Micros => micros(row.balance_micros as bigint)

/** What an account holds; an account that never moved holds nothing. */
export async function balanceOf(tx: Pick<Tx, 'maybeOne'>, account: LedgerAccount): Promise<Micros> {
  const found = await tx.maybeOne(toBalance, balanceQuery(account, false))
  return found ?? noMoney
}

/** The same, held until the transaction ends, so that what was checked still holds when it is posted. */
export async function lockBalance(tx: Tx, account: LedgerAccount): Promise<Micros> {
  await accountIds(tx, new Map([[keyOf(account), account]]))
  return tx.one(toBalance, balanceQuery(account, true))
}

/** The cash of several advertisers, held likewise, in the order in which a post would lock it. */
export async function lockCash(
  tx: Tx,
  customerIds: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, Micros>> {
  const rows = await tx.many(
    (row): [CustomerId, Micros] => [row.customer_id as CustomerId, toBalance(row)],
    sql`
    select customer_id, balance_micros
      from ledger_account
     where kind = 'CASH' and customer_id = any(${customerIds}::int[])
     order by account_id
       for update`,
  )
  return new Map(rows)
}

function balanceQuery(account: LedgerAccount, locked: boolean) {
  const lock = locked ? sql`for update` : sql``
  switch (account.kind) {
    case 'VOLTS':
      return sql`select balance_micros from ledger_account
                  where kind = 'VOLTS' and app_id = ${account.appId} and device_id = ${account.deviceId} ${lock}`
    case 'NETWORK':
    case 'OUTSIDE':
      return sql`select balance_micros from ledger_account where kind = ${account.kind} ${lock}`
    default:
      return sql`select balance_micros from ledger_account
                  where kind = ${account.kind} and customer_id = ${account.customerId} ${lock}`
  }
}

export interface BookProof {
  /** The sum over all accounts; 0 when the books are right. */
  sum: Micros
  /** Accounts whose balance is not the sum of their entries. */
  wrongBalances: number
  /** Transfers whose entries do not add up to 0. */
  unbalancedTransfers: number
  accounts: number
  entries: number
}

/** Adds up the whole of the books from its entries. */
export function proveBooks(tx: Tx): Promise<BookProof> {
  return tx.one(
    (row) => ({
      sum: micros(BigInt(String(row.sum))),
      wrongBalances: Number(row.wrong_balances),
      unbalancedTransfers: Number(row.unbalanced_transfers),
      accounts: Number(row.accounts),
      entries: Number(row.entries),
    }),
    sql`
    with derived as (select account_id, sum(amount_micros) as amount from ledger_entry group by account_id)
    select (select coalesce(sum(balance_micros), 0) from ledger_account) as sum,
           (select count(*) from ledger_account a left join derived d using (account_id)
             where a.balance_micros <> coalesce(d.amount, 0)) as wrong_balances,
           (select count(*) from (select 1 from ledger_entry group by transfer_id
                                  having sum(amount_micros) <> 0) as unbalanced) as unbalanced_transfers,
           (select count(*) from ledger_account) as accounts,
           (select count(*) from ledger_entry) as entries`,
  )
}
