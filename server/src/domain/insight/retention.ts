import { addDays, type Day, type Instant, utcDay } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/database/sql.ts'

const daysKept = 200
/** Younger days are kept by quarter-hour, so that the days of every zone add up exactly. */
const quarterDaysKept = 14

const tables = ['ad_request_rollup', 'fill_rollup', 'market_rollup', 'auction_rollup'] as const

/** The sums of each hour of an array of 96. */
const hourly = `
  (select array_agg(h.sum order by h.hour)::int[]
     from (select (number - 1) / 4 as hour, sum(q.count) as sum
             from unnest(counts) with ordinality as q(count, number) group by 1) as h)`

/** Deletes what is too old, and keeps what is older than two weeks by the hour. Idempotent. */
export const insightDeletions = (now: Instant): ((tx: Tx) => Promise<number>)[] => {
  const oldest = addDays(utcDay(now), -daysKept)
  const oldestQuarters = addDays(utcDay(now), -quarterDaysKept)
  return tables.flatMap((table) => [
    (tx: Tx) => tx.run(sql`delete from ${raw(table)} where utc_day < ${oldest}`),
    (tx: Tx) => makeHourly(tx, table, oldestQuarters),
  ])
}

const makeHourly = (tx: Tx, table: (typeof tables)[number], before: Day): Promise<number> =>
  tx.run(sql`
    update ${raw(table)} set counts = ${raw(hourly)}
     where utc_day < ${before} and cardinality(counts) = 96`)
