import type { CustomerType } from '@voltline/contract'
import type { CustomerId, Micros } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import type { LedgerAccountRow } from '../../platform/database/rows.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'
import { type Block, type Customer, type CustomerColumns, customerColumns, toCustomer } from './customer.ts'

/** A customer as operators see it. */
export interface CustomerWithBalances extends Customer {
  cashMicros: Micros
  revenueMicros: Micros
  reservedMicros: Micros
}

interface Balances {
  cash_micros: Micros
  revenue_micros: Micros
  reserved_micros: Micros
}

const toCustomerWithBalances = (row: CustomerColumns & Balances): CustomerWithBalances => ({
  ...toCustomer(row),
  cashMicros: row.cash_micros,
  revenueMicros: row.revenue_micros,
  reservedMicros: row.reserved_micros,
})

const balance = (kind: LedgerAccountRow['kind']): Query => sql`
  coalesce((select balance_micros from ledger_balance a
             where a.kind = ${kind}::text and a.customer_id = c.customer_id), 0)::bigint`

const columns = sql`${customerColumns}, ${balance('CASH')} as cash_micros, ${balance('REVENUE')} as revenue_micros,
                    ${balance('RESERVED')} as reserved_micros`

export interface CustomerSearch {
  text: string
  type: CustomerType | undefined
  blocked: boolean | undefined
}

function matches(search: CustomerSearch): Query {
  const pattern = contains(search.text)
  return sql`
    (${search.type ?? null}::text is null or c.type = ${search.type ?? null})
    and (${search.blocked ?? null}::boolean is null or (c.blocked_at is not null) = ${search.blocked ?? null})
    and (${search.text} = '' or c.email ilike ${pattern} or c.company ilike ${pattern}
         or c.first_name || ' ' || c.last_name ilike ${pattern} or c.last_name || c.first_name ilike ${pattern}
         or c.customer_id::text = ${search.text})`
}

export const pageOfCustomers = (session: ReadSession, search: CustomerSearch & { pageNo: number }) =>
  session.many(
    toCustomerWithBalances,
    sql<CustomerColumns & Balances>`
    select ${columns} from customer c where ${matches(search)}
     order by c.customer_id desc ${pageOf(search.pageNo)}`,
  )

export const countCustomers = (session: ReadSession, search: CustomerSearch): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from customer c where ${matches(search)}`,
  )

export const findCustomer = (session: ReadSession, id: number) =>
  session.maybeOne(
    toCustomerWithBalances,
    sql<CustomerColumns & Balances>`select ${columns} from customer c where c.customer_id = ${id}`,
  )

export const lockCustomer = (tx: Tx, id: number) =>
  tx.maybeOne(
    toCustomer,
    sql<CustomerColumns>`select ${customerColumns} from customer c where c.customer_id = ${id} for update`,
  )

export interface Holdings {
  campaigns: number
  ads: number
  apps: number
  units: number
  signedIn: boolean
}

/** How much a customer owns, and whether it is signed in. */
export const holdingsOf = (session: ReadSession, owner: CustomerId): Promise<Holdings> =>
  session.one(
    (row) => ({
      campaigns: Number(row.campaigns),
      ads: Number(row.ads),
      apps: Number(row.apps),
      units: Number(row.units),
      signedIn: row.signed_in,
    }),
    sql<{ campaigns: bigint; ads: bigint; apps: bigint; units: bigint; signed_in: boolean }>`
    select (select count(*) from campaign where customer_id = ${owner}) as campaigns,
           (select count(*) from ad where customer_id = ${owner}) as ads,
           (select count(*) from app where customer_id = ${owner}) as apps,
           (select count(*) from medium join app using (app_id) where customer_id = ${owner}) as units,
           exists (select from session where customer_id = ${owner} and ended_at is null) as signed_in`,
  )

/** Delivery follows this column: a blocked advertiser's ads stop, a blocked publisher's units are disabled. */
export const saveBlock = (tx: Tx, id: CustomerId, { blockedAt, blockedReason }: Block) =>
  tx.run(sql`
    update customer set blocked_at = ${blockedAt === undefined ? null : at(blockedAt)}, blocked_reason = ${blockedReason}
     where customer_id = ${id}`)
