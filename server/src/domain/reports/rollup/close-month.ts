import {
  addDays,
  addMonths,
  type Day,
  type Instant,
  instant,
  type Month,
  monthOf,
  monthSpan,
  seoul,
} from '@voltline/kernel'
import { z } from 'zod'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { readSetting, saveSetting } from '../../../platform/database/setting.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { piecesTable, spanSum } from './read-figures.ts'

/** The setting that holds the newest closed month. Neither it nor an earlier month ever changes again. */
export const closedMonthKey = 'closed_month'

const storedMonth = z.string().transform((text) => text as Month)

async function newestClosed(session: ReadSession): Promise<Month | undefined> {
  const stored = await readSetting(session, closedMonthKey)
  return stored === undefined ? undefined : storedMonth.parse(stored)
}

/** The end of the newest closed month: no month up to there changes any more. */
export async function closedUntil(session: ReadSession): Promise<Instant> {
  const closed = await newestClosed(session)
  return closed === undefined ? instant(0) : monthSpan(closed, seoul).to
}

async function firstMonth(session: ReadSession): Promise<Month | undefined> {
  const first = await session.one(
    (row) => row.first,
    sql<{ first: Day | null }>`select min(utc_day) as first from medium_rollup_now`,
  )
  // A UTC day begins in the Seoul day of the same date and ends in the next one.
  return first === null ? undefined : monthOf(first)
}

/** The oldest month that is not closed; undefined before the first event. */
export async function nextMonthToClose(session: ReadSession): Promise<Month | undefined> {
  const closed = await newestClosed(session)
  return closed === undefined ? firstMonth(session) : addMonths(closed, 1)
}

/** The Asia/Seoul months from `first` on that have ended and whose events are final. */
export function monthsToClose(first: Month, now: Instant, settledUntil: Instant): Month[] {
  const months: Month[] = []
  for (let month = first; monthSpan(month, seoul).to <= Math.min(now, settledUntil); ) {
    months.push(month)
    month = addMonths(month, 1)
  }
  return months
}

/** Writes what every publisher earned in an Asia/Seoul month, from the rollups. Existing rows are kept. */
export async function closeMonth(tx: Tx, month: Month, now: Instant): Promise<void> {
  const range = {
    zone: seoul,
    start: `${month}-01` as Day,
    end: addDays(`${addMonths(month, 1)}-01` as Day, -1),
  }
  await tx.run(sql`
    insert into revenue_month (customer_id, month, revenue_micros, impressions, closed_at)
    select p.customer_id, ${range.start}::date, ${spanSum('revenue_micros')}, ${spanSum('impressions')}, ${at(now)}
      from ${piecesTable(range)}
      join medium_rollup_now r on r.utc_day = piece.utc_day
      join medium m on m.medium_id = r.medium_id
      join app p on p.app_id = m.app_id
     group by p.customer_id
    having ${spanSum('revenue_micros')} > 0 or ${spanSum('impressions')} > 0
        on conflict do nothing`)
  await saveSetting(tx, closedMonthKey, month, now)
}
