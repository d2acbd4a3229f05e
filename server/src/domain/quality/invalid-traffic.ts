import type { Day } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { type Query, sql } from '../../platform/database/sql.ts'

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
    (row) => ({ Reason: row.reason as string, Count: Number(row.count) }),
    sql`select i.reason, sum(i.count) as count from invalid_rollup i where ${matches(search)}
         group by i.reason order by 2 desc, 1`,
  )

export const byDay = (session: ReadSession, search: InvalidSearch) =>
  session.many(
    (row) => ({ day: row.utc_day as Day, count: Number(row.count) }),
    sql`select i.utc_day, sum(i.count) as count from invalid_rollup i where ${matches(search)} group by i.utc_day`,
  )

/** The worst units; medium 0 stands for reports that named none. Element 96 of a rollup is the whole day. */
export const byUnit = (session: ReadSession, search: InvalidSearch) =>
  session.many(
    (row) => ({
      MediumID: row.medium_id as number,
      Name: row.name as string,
      App: row.app as string,
      CustID: row.customer_id as number,
      Company: row.company as string,
      Count: Number(row.count),
      Events: Number(row.events),
    }),
    sql`
    select worst.medium_id, worst.count, coalesce(m.name, '') as name, coalesce(p.name, '') as app,
           coalesce(c.customer_id, 0) as customer_id, coalesce(c.company, '') as company,
           coalesce((select sum(r.impressions[96] + r.clicks[96] + r.watches[96] + r.installs[96] + r.actions[96])
                       from medium_rollup r
                      where r.medium_id = worst.medium_id
                        and r.utc_day between ${search.start} and ${search.end}), 0) as events
      from (select i.medium_id, sum(i.count) as count from invalid_rollup i where ${matches(search)}
             group by i.medium_id order by 2 desc, 1 limit ${unitsMax}) as worst
      left join medium m on m.medium_id = worst.medium_id
      left join app p on p.app_id = m.app_id
      left join customer c on c.customer_id = p.customer_id
     order by worst.count desc, worst.medium_id`,
  )
