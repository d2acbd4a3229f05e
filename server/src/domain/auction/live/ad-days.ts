import { type AdId, day as dayMs, type Instant } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { AdDayRow } from '../../../platform/database/rows.ts'
import { at, raw, sql } from '../../../platform/database/sql.ts'
import type { DaySpend } from '../eligible.ts'
import { changedSince, type Page, pageRowsMax } from './changes.ts'
import { idColumn, instantColumn, microsColumn, type TextColumns, textRow } from './text-row.ts'

export interface AdDayState extends DaySpend {
  adId: AdId
}

const columns = {
  ad_id: idColumn<AdId>(),
  day_starts_at: instantColumn,
  spent_micros: microsColumn,
} satisfies TextColumns<AdDayRow>
const { text, split, read } = textRow('d', columns)
const cellsOfDay = raw(text)

function toAdDay(cellsText: string): AdDayState {
  const cells = split(cellsText)
  return {
    adId: read.ad_id(cells),
    startsAt: read.day_starts_at(cells),
    spentMicros: read.spent_micros(cells),
  }
}

interface CellsRow {
  cells: string
}

/** Only consecutive zone changes make a spending day last longer than two days. */
const dayMsMax = 30 * dayMs

/** The spending days of these ads that may still be running. */
export const readDaysOfAds = (
  session: ReadSession,
  ids: readonly AdId[],
  now: Instant,
): Promise<AdDayState[]> =>
  session.many(
    (row) => toAdDay(row.cells),
    sql<CellsRow>`
    select ${cellsOfDay} as cells from ad_day d
     where d.ad_id = any(${ids}::int[]) and d.day_starts_at > ${at(now - dayMsMax)}
     order by d.day_starts_at`,
  )

/**
 * All spending days running now, in functions that decode about a thousand ads each. A stretched day may have outgrown
 * its row and is then found by its record; it may be found both ways.
 */
export const readRunningDays = (session: ReadSession, now: Instant): Promise<(() => AdDayState[])[]> =>
  // A thousand days in one text: as separate rows, parsing them took longer than the query.
  session.many(
    (row) => () => row.days.split(',').map(toAdDay),
    sql<{ days: string }>`
    select string_agg(cells, ',') as days
      from (select d.ad_id, ${cellsOfDay} as cells from ad_day d where d.day_ends_at > ${at(now)}
             union all
            select d.ad_id, ${cellsOfDay}
              from advertiser_day recorded
              join ad on ad.customer_id = recorded.customer_id
              join ad_day d on d.ad_id = ad.ad_id and d.day_starts_at = recorded.starts_at
             where recorded.ends_at > ${at(now)}) as running
     group by ad_id / ${pageRowsMax}::int`,
  )

/** Spending days that may have changed, including those just ended: a stretched day may have outgrown its row. */
export const readChangedDays = (
  session: ReadSession,
  page: Page<AdDayState> & { now: Instant },
): Promise<AdDayState[]> =>
  session.many(
    (row) => toAdDay(row.cells),
    sql<CellsRow>`
    select ${cellsOfDay} as cells from ad_day d
     where d.day_ends_at > ${at(page.now - 2 * dayMs)} and ${changedSince(page.since)}
       and (d.ad_id, d.day_starts_at) > (${page.after?.adId ?? 0}, ${at(page.after?.startsAt ?? 0)}::timestamptz)
     order by d.ad_id, d.day_starts_at limit ${pageRowsMax}`,
  )
