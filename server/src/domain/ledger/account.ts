import { type AppId, assert, type CustomerId, type Micros, noMoney } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { LedgerAccountRow } from '../../platform/database/rows.ts'
import { type Query, sql } from '../../platform/database/sql.ts'

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

export function accountKey(account: LedgerAccount): string {
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

/** Returns the ids of accounts, both maps by `accountKey`. Missing accounts are created. */
export async function accountIds(
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
  // Subqueries through the unique index of each kind: as a join, a plan made while the table was small could compare
  // every wanted account with every other.
  const found = await tx.rows(sql<{ number: bigint; account_id: bigint | null }>`
    select wanted.number,
           case when wanted.kind = 'VOLTS'
                then (select a.account_id from ledger_account a
                       where a.kind = 'VOLTS' and a.app_id = wanted.app_id and a.device_id = wanted.device_id)
                when wanted.kind in ('NETWORK', 'OUTSIDE')
                then (select a.account_id from ledger_account a
                       where a.kind = wanted.kind and a.kind in ('NETWORK', 'OUTSIDE'))
                else (select a.account_id from ledger_account a
                       where a.kind = wanted.kind and a.customer_id = wanted.customer_id) end as account_id
      from ${wanted}`)
  const keys = [...accounts.keys()]
  const ids = new Map<string, bigint>()
  for (const { number, account_id: id } of found) {
    const key = keys[Number(number) - 1]
    assert(key !== undefined && id !== null, 'every account of a transfer exists')
    ids.set(key, id)
  }
  assert(ids.size === accounts.size, 'every account of a transfer exists')
  return ids
}

type BalanceRow = Pick<LedgerAccountRow, 'balance_micros'>
const toBalance = (row: BalanceRow): Micros => row.balance_micros

function balanceQuery(account: LedgerAccount, lock: Query): Query<BalanceRow> {
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

/** An account without a transfer has a balance of 0. */
export async function balanceOf(session: ReadSession, account: LedgerAccount): Promise<Micros> {
  return (await session.maybeOne(toBalance, balanceQuery(account, sql``))) ?? noMoney
}

/** Locks the account, so that a balance that was checked still holds when the transfer is posted. */
export async function lockBalance(tx: Tx, account: LedgerAccount): Promise<Micros> {
  await accountIds(tx, new Map([[accountKey(account), account]]))
  return tx.one(toBalance, balanceQuery(account, sql`for update`))
}

/** Locks the cash of several advertisers in the order in which `post` would lock it. */
export async function lockCash(
  tx: Tx,
  customerIds: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, Micros>> {
  const rows = await tx.many(
    (row): [CustomerId, Micros] => [row.customer_id, row.balance_micros],
    sql<{ customer_id: CustomerId } & BalanceRow>`
    select customer_id, balance_micros
      from ledger_account
     where kind = 'CASH' and customer_id = any(${customerIds}::int[])
     order by account_id
       for update`,
  )
  return new Map(rows)
}
