import { type AppId, assert, type CustomerId, type Micros, noMoney } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { LedgerAccountRow } from '../../platform/database/rows.ts'
import { prepared, type Query, sql } from '../../platform/database/sql.ts'
import { foldAccounts } from './unfolded.ts'

/** An account of the books. OUTSIDE is the world beyond them: cash paid in, payouts paid out. */
export type LedgerAccount =
  | { kind: 'CASH' | 'REVENUE' | 'RESERVED'; customerId: CustomerId }
  | { kind: 'VOLTS' | 'VOLTS_RESERVED'; appId: AppId }
  | { kind: 'NETWORK' | 'OUTSIDE' }

export const cashOf = (customerId: CustomerId): LedgerAccount => ({ kind: 'CASH', customerId })
export const revenueOf = (customerId: CustomerId): LedgerAccount => ({ kind: 'REVENUE', customerId })
export const reservedOf = (customerId: CustomerId): LedgerAccount => ({ kind: 'RESERVED', customerId })
/** The volts of all devices in an app; each device's are in device-volts.ts. */
export const voltsOf = (appId: AppId): LedgerAccount => ({ kind: 'VOLTS', appId })
/** Volts of an app's devices that wait to be paid out. */
export const voltsReservedOf = (appId: AppId): LedgerAccount => ({ kind: 'VOLTS_RESERVED', appId })
export const network: LedgerAccount = { kind: 'NETWORK' }
export const outside: LedgerAccount = { kind: 'OUTSIDE' }

export function accountKey(account: LedgerAccount): string {
  switch (account.kind) {
    case 'VOLTS':
    case 'VOLTS_RESERVED':
      return `${account.kind}/${account.appId}`
    case 'NETWORK':
    case 'OUTSIDE':
      return account.kind
    default:
      return `${account.kind}/${account.customerId}`
  }
}

type IdColumns = Pick<LedgerAccountRow, 'account_id' | 'kind' | 'customer_id' | 'app_id'>

async function findIds(tx: Tx, accounts: readonly LedgerAccount[]): Promise<Map<string, bigint>> {
  const customers = accounts.flatMap((account) => ('customerId' in account ? [account.customerId] : []))
  const apps = accounts.flatMap((account) => ('appId' in account ? [account.appId] : []))
  const rows = await tx.rows(
    prepared(
      'ledger-account-ids',
      sql<IdColumns>`
      select account_id, kind, customer_id, app_id from ledger_account
       where kind in ('CASH', 'REVENUE', 'RESERVED') and customer_id = any(${[...new Set(customers)]}::int[])
       union all
      select account_id, kind, customer_id, app_id from ledger_account
       where kind in ('VOLTS', 'VOLTS_RESERVED') and app_id = any(${apps}::int[])
       union all
      select account_id, kind, customer_id, app_id from ledger_account where kind in ('NETWORK', 'OUTSIDE')`,
    ),
  )
  return new Map(rows.map((row) => [`${row.kind}${idSuffix(row.customer_id ?? row.app_id)}`, row.account_id]))
}

const idSuffix = (id: number | null): string => (id === null ? '' : `/${id}`)

/** In key order, to avoid deadlocks with another process that creates the same accounts. */
async function createAccounts(tx: Tx, accounts: readonly LedgerAccount[]): Promise<void> {
  await tx.run(sql`
    insert into ledger_account (kind, customer_id, app_id)
    select * from unnest(${accounts.map((account) => account.kind)}::text[],
                         ${accounts.map((account) => ('customerId' in account ? account.customerId : null))}::int[],
                         ${accounts.map((account) => ('appId' in account ? account.appId : null))}::int[])
           as wanted(kind, customer_id, app_id)
     order by kind, customer_id, app_id
        on conflict do nothing`)
}

/** Returns the ids of accounts, both maps by `accountKey`. Missing accounts are created. */
export async function accountIds(
  tx: Tx,
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<ReadonlyMap<string, bigint>> {
  const found = await findIds(tx, [...accounts.values()])
  const missing = [...accounts].flatMap(([key, account]) => (found.has(key) ? [] : [account]))
  if (missing.length === 0) return found
  await createAccounts(tx, missing)
  const ids = await findIds(tx, [...accounts.values()])
  assert(
    [...accounts.keys()].every((key) => ids.has(key)),
    'every account of a transfer exists',
  )
  return ids
}

type BalanceRow = Pick<LedgerAccountRow, 'balance_micros'>
const toBalance = (row: BalanceRow): Micros => row.balance_micros

function condition(account: LedgerAccount): Query {
  switch (account.kind) {
    case 'VOLTS':
    case 'VOLTS_RESERVED':
      return sql`kind = ${account.kind} and app_id = ${account.appId}`
    case 'NETWORK':
    case 'OUTSIDE':
      return sql`kind = ${account.kind}`
    default:
      return sql`kind = ${account.kind} and customer_id = ${account.customerId}`
  }
}

/** What is in the account, folded or not. An account without a transfer has a balance of 0. */
export async function balanceOf(session: ReadSession, account: LedgerAccount): Promise<Micros> {
  const query = sql<BalanceRow>`select balance_micros from ledger_balance where ${condition(account)}`
  return (await session.maybeOne(toBalance, query)) ?? noMoney
}

/** Locks the account and folds it, so that a balance that was checked still holds when the transfer is posted. */
export async function lockBalance(tx: Tx, account: LedgerAccount): Promise<Micros> {
  const ids = [...(await accountIds(tx, new Map([[accountKey(account), account]])))]
  const wanted = ids.flatMap(([key, id]) => (key === accountKey(account) ? [id] : []))
  await lockAccounts(tx, wanted)
  await foldAccounts(tx, wanted)
  return tx.one(
    toBalance,
    sql<BalanceRow>`select balance_micros from ledger_account where ${condition(account)}`,
  )
}

/** In id order, to avoid deadlocks; in a mode that foreign keys of other transactions do not wait for. */
export const lockAccounts = (tx: Tx, ids: readonly bigint[]): Promise<object[]> =>
  tx.rows(
    prepared(
      'ledger-lock',
      sql`select from ledger_account where account_id = any(${ids}::bigint[]) order by account_id for no key update`,
    ),
  )

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
       for no key update`,
  )
  return new Map(rows)
}
