import {
  type CustomerId,
  type Day,
  day,
  instant,
  type Micros,
  type Month,
  micros,
  monthSpan,
  seoul,
  utcDay,
} from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AppRow, ChargeRow } from '../../platform/database/rows.ts'
import { at, type Query, raw, sql } from '../../platform/database/sql.ts'
import type { ListedCharge } from '../charge/list.ts'
import { chargeColumns, csvLine, earningColumns, toChargeRow, toEarningRow } from '../charge/table.ts'
import { lateMsMax } from '../events/offer-life.ts'

export type Side = 'ADVERTISER' | 'PUBLISHER'

type MonthRow = Pick<
  ChargeRow,
  | 'offer_id'
  | 'action'
  | 'received_at'
  | 'country'
  | 'runner_up'
  | 'price_micros'
  | 'publisher_micros'
  | 'user_micros'
  | 'transfer_id'
> & { customer_id: CustomerId; app_name: AppRow['name']; is_correction: boolean; rule: string }

/** A line of a customer's file, and what it adds to the customer's sum. */
export interface MonthLine {
  customerId: CustomerId
  appName: string
  isCorrection: boolean
  text: string
  amountMicros: Micros
}

/** The first day of the month, as its tables are keyed. */
export const monthDay = (month: Month): Day => `${month}-01` as Day

/**
 * The charges of a Seoul month and the corrections posted in it, a correction with its amounts below zero. In the order
 * of customers and of time, so that the tree is the same whenever it is made. Names are those at the close.
 */
const monthRows = (side: Side, month: Month, lastTransfer: bigint): Query<MonthRow> => {
  const { from, to } = monthSpan(month, seoul)
  const owner = side === 'ADVERTISER' ? sql`a.customer_id` : sql`p.customer_id`
  const columns = sql`h.offer_id, h.action, h.country, h.runner_up, n.name as app_name, ${owner} as customer_id`
  const joins = sql`
    join ad a on a.ad_id = h.ad_id
    join medium m on m.medium_id = h.medium_id
    join app p on p.app_id = m.app_id
    join month_proof_app n on n.month = ${monthDay(month)} and n.app_id = p.app_id`
  return sql<MonthRow>`
    select * from (
      select ${columns}, h.received_at, h.price_micros, h.publisher_micros, h.user_micros, h.transfer_id,
             false as is_correction, '' as rule
        from charge h ${joins}
       where h.received_at >= ${at(from)}::timestamptz and h.received_at < ${at(to)}::timestamptz
         and h.issue_day between ${utcDay(instant(from - lateMsMax - day))}::date and ${utcDay(instant(to + day))}::date
         and h.transfer_id <= ${lastTransfer}
       union all
      select ${columns}, t.posted_at, -h.price_micros, -h.publisher_micros, -k.volts_micros, t.transfer_id, true,
             coalesce(c.rule, '')
        from ledger_transfer t
        join correction_transfer r using (transfer_id)
        join correction c using (correction_id)
        join corrected_charge k using (transfer_id)
        join charge h on h.issue_day = k.issue_day and h.offer_id = k.offer_id and h.action = k.action
        ${joins}
       where t.posted_at >= ${at(from)}::timestamptz and t.posted_at < ${at(to)}::timestamptz) as month`
}

function toLine(side: Side, row: MonthRow): MonthLine {
  const charge: ListedCharge = {
    offerId: row.offer_id,
    action: row.action,
    receivedAt: row.received_at,
    appName: row.app_name,
    country: row.country,
    status: row.is_correction ? 'CORRECTED' : 'CHARGED',
    rule: row.rule,
    runnerUp: row.runner_up,
    priceMicros: row.price_micros,
    publisherMicros: row.publisher_micros,
    networkMicros: micros(row.price_micros - row.publisher_micros - row.user_micros),
    userMicros: row.user_micros,
    transferId: row.transfer_id,
  }
  const text =
    side === 'ADVERTISER'
      ? csvLine(chargeColumns, toChargeRow(charge, seoul))
      : csvLine(earningColumns, toEarningRow(charge, seoul))
  return {
    ...{ customerId: row.customer_id, appName: row.app_name, isCorrection: row.is_correction, text },
    amountMicros: side === 'ADVERTISER' ? row.price_micros : row.publisher_micros,
  }
}

const order = sql`order by received_at, offer_id, action, is_correction`

/** The lines of one customer. */
export const linesOfCustomer = (
  session: ReadSession,
  side: Side,
  scope: { month: Month; lastTransfer: bigint; customerId: CustomerId },
): Promise<MonthLine[]> =>
  session.many(
    (row) => toLine(side, row),
    sql<MonthRow>`${monthRows(side, scope.month, scope.lastTransfer)}
      where customer_id = ${scope.customerId} ${order}`,
  )

const rowsPerFetch = 5_000
const fetch = raw<MonthRow>(`fetch ${rowsPerFetch} from month_lines`)

/** All lines of a month, customer by customer, without holding them in memory. */
export async function* linesOfMonth(
  tx: Tx,
  side: Side,
  month: Month,
  lastTransfer: bigint,
): AsyncGenerator<MonthLine> {
  await tx.run(sql`declare month_lines cursor for
    ${monthRows(side, month, lastTransfer)} order by customer_id, received_at, offer_id, action, is_correction`)
  for (;;) {
    const rows = await tx.rows(fetch)
    for (const row of rows) yield toLine(side, row)
    if (rows.length < rowsPerFetch) break
  }
  await tx.run(sql`close month_lines`)
}
