import type { ActionType } from '@voltline/contract'
import type { AdId, AppId, CustomerId, Day, Instant, MediumId, Micros } from '@voltline/kernel'
import { micros, noMoney, utcDay } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { AppRow } from '../../../platform/database/rows.ts'
import { raw, sql } from '../../../platform/database/sql.ts'
import { type DayRange, quarterOf } from './quarter.ts'
import { piecesTable } from './read-figures.ts'

const columns = ['impressions', 'clicks', 'watches', 'installs', 'actions', 'invalid'] as const
type Column = (typeof columns)[number]

const columnOf: Record<ActionType, Column> = {
  IMPRESSION: 'impressions',
  CLICK: 'clicks',
  WATCH: 'watches',
  INSTALL: 'installs',
  ACTION: 'actions',
}

/** An event, as far as it is added to where an ad ran. */
interface Placed {
  adId: AdId
  mediumId: MediumId
  receivedAt: Instant
}

interface Addition {
  adId: AdId
  mediumId: MediumId
  utcDay: Day
  quarter: number
  counts: Record<Column, number>
  costMicros: Micros
}

/** Collects what events add to the figures of an ad in a unit. */
export class AdMediaAdditions {
  readonly #rows = new Map<string, Addition>()

  count(event: Placed & { action: ActionType }): void {
    this.#row(event).counts[columnOf[event.action]] += 1
  }

  countInvalid(event: Placed): void {
    this.#row(event).counts.invalid += 1
  }

  /** A correction takes an amount back. */
  pay(event: Placed, amountMicros: Micros): void {
    const row = this.#row(event)
    row.costMicros = micros(row.costMicros + amountMicros)
  }

  get all(): Addition[] {
    return [...this.#rows.values()]
  }

  #row({ adId, mediumId, receivedAt }: Placed): Addition {
    const quarter = quarterOf(receivedAt)
    const date = utcDay(receivedAt)
    const key = `${adId}/${mediumId}/${date}/${quarter}`
    let row = this.#rows.get(key)
    if (!row) {
      const counts = { impressions: 0, clicks: 0, watches: 0, installs: 0, actions: 0, invalid: 0 }
      row = { adId, mediumId, utcDay: date, quarter, counts, costMicros: noMoney }
      this.#rows.set(key, row)
    }
    return row
  }
}

const names = [...columns, 'cost_micros']

/** An ad belongs to one partition of the log, and a correction has locked its ads: nobody else changes these rows. */
export async function addAdMedia(tx: Tx, { all: rows }: AdMediaAdditions): Promise<void> {
  if (rows.length === 0) return
  const counts = columns.map((column) => sql`${rows.map((row) => row.counts[column])}::int[]`)
  const [impressions, clicks, watches, installs, actions, invalid] = counts
  await tx.run(sql`
    insert into ad_medium_quarter as known (ad_id, medium_id, utc_day, quarter, ${raw(names.join(', '))})
    select * from unnest(${rows.map((row) => row.adId)}::int[], ${rows.map((row) => row.mediumId)}::int[],
                         ${rows.map((row) => row.utcDay)}::date[], ${rows.map((row) => row.quarter)}::smallint[],
                         ${impressions}, ${clicks}, ${watches}, ${installs}, ${actions}, ${invalid},
                         ${rows.map((row) => row.costMicros)}::bigint[])
        on conflict (ad_id, utc_day, quarter, medium_id) do update
       set ${raw(names.map((name) => `${name} = known.${name} + excluded.${name}`).join(', '))}`)
}

export const deleteAdMediaBefore = (tx: Tx, utcDay: Day): Promise<number> =>
  tx.run(sql`delete from ad_medium_quarter where utc_day < ${utcDay}`)

/** What ads of one advertiser did in an app. */
export interface AppFigures {
  appId: AppId
  name: string
  storeUrl: string
  counts: Record<Column, number>
  costMicros: Micros
}

type AppFiguresRow = Pick<AppRow, 'app_id' | 'name' | 'store_url'> &
  Record<Column, bigint> & { cost_micros: Micros }

const toAppFigures = (row: AppFiguresRow): AppFigures => ({
  appId: row.app_id,
  name: row.name,
  storeUrl: row.store_url,
  counts: {
    impressions: Number(row.impressions),
    clicks: Number(row.clicks),
    watches: Number(row.watches),
    installs: Number(row.installs),
    actions: Number(row.actions),
    invalid: Number(row.invalid),
  },
  costMicros: row.cost_micros,
})

/** By app, the most expensive first. Filtered by owner: another advertiser's ads have no rows. */
export const readAppsOfAds = (
  session: ReadSession,
  scope: { owner: CustomerId; campaignId: number | undefined; adId: number | undefined },
  range: DayRange,
): Promise<AppFigures[]> =>
  session.many(
    toAppFigures,
    sql<AppFiguresRow>`
    select p.app_id, p.name, p.store_url, ${raw(names.map((name) => `sum(r.${name})::bigint as ${name}`).join(', '))}
      from ${piecesTable(range)}
      join ad_medium_quarter r on r.utc_day = piece.utc_day and r.quarter between piece.first and piece.last
      join ad a on a.ad_id = r.ad_id
      join medium m on m.medium_id = r.medium_id
      join app p on p.app_id = m.app_id
     where a.customer_id = ${scope.owner}
       and ${scope.campaignId === undefined ? sql`true` : sql`a.campaign_id = ${scope.campaignId}`}
       and ${scope.adId === undefined ? sql`true` : sql`a.ad_id = ${scope.adId}`}
     group by p.app_id
     order by cost_micros desc, impressions desc, p.app_id`,
  )
