import type { CustomerId, Day, Instant, MediumId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AppRow, CustomerRow, InvalidRollupRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'

/** Why delivery refuses a reported event as invalid traffic. Billing has further reasons. */
export type InvalidReason =
  | 'forged_offer'
  | 'expired_offer'
  | 'wrong_app'
  | 'wrong_device'
  | 'blocked_device'
  | 'forged_click'
  | 'expired_click'
  | 'bad_signature'

export interface InvalidCount {
  reason: string
  /** 0 if the report named no known unit. */
  mediumId: MediumId | 0
  utcDay: Day
  /** The quarter-hour of the UTC day, 1 to 96. */
  quarter: number
  count: number
}

/**
 * Adds to the counts by reason, unit (medium) and quarter-hour, which outlive the events. Delivery and billing both only
 * insert, so they do not wait for each other; the worker folds the rows into invalid_rollup.
 */
export async function addInvalidCounts(tx: Tx, counts: readonly InvalidCount[], now: Instant): Promise<void> {
  if (counts.length === 0) return
  await tx.run(sql`
    insert into invalid_rollup_delta (reason, medium_id, utc_day, quarter, count, posted_at)
    select reason, medium_id, utc_day, quarter, sum(count), ${at(now)}::timestamptz
      from unnest(${counts.map(({ reason }) => reason)}::text[],
                  ${counts.map(({ mediumId }) => mediumId)}::int[],
                  ${counts.map(({ utcDay }) => utcDay)}::date[],
                  ${counts.map(({ quarter }) => quarter)}::smallint[],
                  ${counts.map(({ count }) => count)}::bigint[]) as added(reason, medium_id, utc_day, quarter, count)
     group by reason, medium_id, utc_day, quarter`)
}

/** Moves what was added into the rollup. The caller lets one process fold at a time. */
export const foldInvalidCounts = (tx: Tx): Promise<number> =>
  tx.run(sql`
    with taken as (delete from invalid_rollup_delta returning reason, medium_id, utc_day, quarter, count)
    insert into invalid_rollup as known (reason, medium_id, utc_day, quarter, count)
    select reason, medium_id, utc_day, quarter, sum(count) from taken
     group by reason, medium_id, utc_day, quarter
        on conflict (reason, medium_id, utc_day, quarter) do update set count = known.count + excluded.count`)

export interface InvalidSearch {
  start: Day
  end: Day
  reason: string
  mediumId: number | undefined
}

const unitsMax = 100

const matches = (search: InvalidSearch): Query => sql`
  i.utc_day between ${search.start} and ${search.end}
  and (${search.reason} = '' or i.reason = ${search.reason})
  and (${search.mediumId ?? null}::int is null or i.medium_id = ${search.mediumId ?? null})`

export const byRule = (session: ReadSession, search: InvalidSearch) =>
  session.many(
    (row) => ({ Reason: row.reason, Count: Number(row.count) }),
    sql<Pick<InvalidRollupRow, 'reason' | 'count'>>`
    select i.reason, sum(i.count) as count from invalid_rollup_now i where ${matches(search)}
     group by i.reason order by 2 desc, 1`,
  )

export const byDay = (session: ReadSession, search: InvalidSearch) =>
  session.many(
    (row) => ({ day: row.utc_day, count: Number(row.count) }),
    sql<Pick<InvalidRollupRow, 'utc_day' | 'count'>>`
    select i.utc_day, sum(i.count) as count from invalid_rollup_now i where ${matches(search)} group by i.utc_day`,
  )

type UnitRow = Pick<InvalidRollupRow, 'medium_id' | 'count'> &
  Pick<CustomerRow, 'company'> &
  Pick<AppRow, 'name'> & { app: string; customer_id: CustomerId | 0; events: bigint }

/** The units with the most invalid traffic; medium 0 is reports without a unit. Element 96 of a rollup is the day's total. */
export const byUnit = (session: ReadSession, search: InvalidSearch) =>
  session.many(
    (row) => ({
      MediumID: row.medium_id,
      Name: row.name,
      App: row.app,
      CustID: row.customer_id,
      Company: row.company,
      Count: Number(row.count),
      Events: Number(row.events),
    }),
    sql<UnitRow>`
    select worst.medium_id, worst.count, coalesce(m.name, '') as name, coalesce(p.name, '') as app,
           coalesce(c.customer_id, 0) as customer_id, coalesce(c.company, '') as company,
           coalesce((select sum(r.impressions[96] + r.clicks[96] + r.watches[96] + r.installs[96] + r.actions[96])
                       from medium_rollup_now r
                      where r.medium_id = worst.medium_id
                        and r.utc_day between ${search.start} and ${search.end}), 0) as events
      from (select i.medium_id, sum(i.count) as count from invalid_rollup_now i where ${matches(search)}
             group by i.medium_id order by 2 desc, 1 limit ${unitsMax}) as worst
      left join medium m on m.medium_id = worst.medium_id
      left join app p on p.app_id = m.app_id
      left join customer c on c.customer_id = p.customer_id
     order by worst.count desc, worst.medium_id`,
  )
