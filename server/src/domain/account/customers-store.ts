import { type CustomerType, limits } from '@voltline/contract'
import { type CustomerId, type Instant, type Micros, type Month, micros } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'

export interface KnownCustomer {
  id: CustomerId
  type: CustomerType
  email: string
  company: string
  name: string
  cash: Micros
  revenue: Micros
  reserved: Micros
  blockedAt: Instant | undefined
  blockedReason: string
  isDemo: boolean
  registeredAt: Instant
  timezone: string
  mobile: string
}

const toCustomer = (row: Row): KnownCustomer => ({
  id: row.customer_id as CustomerId,
  type: row.type as CustomerType,
  email: row.email as string,
  company: row.company as string,
  name: `${row.first_name} ${row.last_name}`,
  cash: micros(row.cash as bigint),
  revenue: micros(row.revenue as bigint),
  reserved: micros(row.reserved as bigint),
  blockedAt: (row.blocked_at as Instant | null) ?? undefined,
  blockedReason: row.blocked_reason as string,
  isDemo: row.is_demo as boolean,
  registeredAt: row.registered_at as Instant,
  timezone: row.timezone as string,
  mobile: row.mobile_number as string,
})

const balance = (kind: string): Query => sql`
  coalesce((select balance_micros from ledger_account a
             where a.kind = ${kind}::text and a.customer_id = c.customer_id), 0)::bigint`

const columns = sql`c.customer_id, c.type, c.email, c.company, c.first_name, c.last_name, c.blocked_at,
                    c.blocked_reason, c.is_demo, c.registered_at, c.timezone, c.mobile_number,
                    ${balance('CASH')} as cash, ${balance('REVENUE')} as revenue, ${balance('RESERVED')} as reserved`

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
    toCustomer,
    sql`select ${columns} from customer c where ${matches(search)} order by c.customer_id desc
         limit ${limits.rowsPerPage} offset ${(search.pageNo - 1) * limits.rowsPerPage}`,
  )

export const countCustomers = (session: ReadSession, search: CustomerSearch): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql`select count(*) as count from customer c where ${matches(search)}`,
  )

export const findCustomer = (session: ReadSession, id: number) =>
  session.maybeOne(toCustomer, sql`select ${columns} from customer c where c.customer_id = ${id}`)

export const lockCustomer = (tx: Tx, id: number) =>
  tx.maybeOne(toCustomer, sql`select ${columns} from customer c where c.customer_id = ${id} for update of c`)

export interface Belongings {
  campaigns: number
  ads: number
  apps: number
  units: number
  signedIn: boolean
}

export const belongingsOf = (session: ReadSession, owner: CustomerId): Promise<Belongings> =>
  session.one(
    (row) => ({
      campaigns: Number(row.campaigns),
      ads: Number(row.ads),
      apps: Number(row.apps),
      units: Number(row.units),
      signedIn: row.signed_in as boolean,
    }),
    sql`
    select (select count(*) from campaign where customer_id = ${owner}) as campaigns,
           (select count(*) from ad where customer_id = ${owner}) as ads,
           (select count(*) from app where customer_id = ${owner}) as apps,
           (select count(*) from medium join app using (app_id) where customer_id = ${owner}) as units,
           exists (select from session where customer_id = ${owner} and ended_at is null) as signed_in`,
  )

/** Delivery follows this column: a blocked advertiser's ads stop, a blocked publisher's units are disabled. */
export const saveBlock = (tx: Tx, id: CustomerId, block: { at: Instant | undefined; reason: string }) =>
  tx.run(sql`
    update customer set blocked_at = ${block.at === undefined ? null : at(block.at)}, blocked_reason = ${block.reason}
     where customer_id = ${id}`)

export interface MonthMoves {
  month: Month
  credit: Micros
  charge: Micros
  correction: Micros
  paid: Micros
}

/** What came and went by Seoul month, oldest first. What only moves from revenue to reserved adds up to nothing. */
export const movesByMonth = (session: ReadSession, owner: CustomerId): Promise<MonthMoves[]> => {
  const sum = (kind: string) =>
    sql`coalesce(sum(e.amount_micros) filter (where t.kind = ${kind}::text), 0)::bigint`
  return session.many(
    (row) => ({
      month: row.month as Month,
      credit: micros(row.credit as bigint),
      charge: micros(row.charge as bigint),
      correction: micros(row.correction as bigint),
      paid: micros(row.paid as bigint),
    }),
    sql`
    select to_char(t.posted_at at time zone 'Asia/Seoul', 'YYYY-MM') as month, ${sum('CREDIT')} as credit,
           ${sum('CHARGE')} as charge, ${sum('CORRECTION')} as correction, ${sum('PAYOUT_PAID')} as paid
      from ledger_account a
      join ledger_entry e using (account_id)
      join ledger_transfer t using (transfer_id)
     where a.customer_id = ${owner} and a.kind in ('CASH', 'REVENUE', 'RESERVED')
     group by 1
     order by 1`,
  )
}
