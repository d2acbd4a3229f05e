/**
 * The figures of the reports in both consoles. A report's days are days of the account's zone; billing writes the
 * figures in the transaction that charges them.
 *
 *   const range = { zone: session.timezone, start: input.startDate, end: input.endDate }
 *   await readAdTotals(tx, { owner, campaignId }, range)      // one row per ad: campaign and ad reports
 *   await readAdDays(tx, { owner, adId }, range)              // one row per ad and local day (read-ad-days)
 *   await readCampaignDays(tx, { owner }, range)              // one row per campaign and local day
 *   await readPublisherDays(tx, { owner }, range)             // one row per local day
 *   await readMediumTotals(tx, { owner, appId }, range)       // one row per medium; add them up for apps
 *   await readMediumDays(tx, { owner }, range)                // one row per medium and local day
 *
 * Rows without any event are left out, so fill in missing days and ads with `noAdFigures` or `noMediumFigures`. Every
 * query is filtered by owner: another customer's ad or app has no rows. To read several that agree, use one
 * `db.snapshot`.
 */
import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  type Day,
  type MediumId,
  type Micros,
  noMoney,
} from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { type Query, raw, sql } from '../../../platform/database/sql.ts'
import { type DayRange, piecesOf } from './quarter.ts'

/** The counts of a rollup, each a column of its own. */
export const countColumns = ['impressions', 'clicks', 'watches', 'installs', 'actions', 'unpaid'] as const

/** `unpaid` are billable events that were counted and not charged. */
export type Counts = Record<(typeof countColumns)[number], number>

/** The cost is what the advertiser was charged. */
export type AdFigures = Counts & { costMicros: Micros }

/** The revenue is the publisher's share of the charges. */
export type MediumFigures = Counts & { revenueMicros: Micros }

const noCounts: Counts = { impressions: 0, clicks: 0, watches: 0, installs: 0, actions: 0, unpaid: 0 }
export const noAdFigures: AdFigures = { ...noCounts, costMicros: noMoney }
export const noMediumFigures: MediumFigures = { ...noCounts, revenueMicros: noMoney }

export interface AdScope {
  owner: CustomerId
  campaignId?: CampaignId | undefined
  adId?: AdId | undefined
}

export interface MediumScope {
  owner: CustomerId
  appId?: AppId | undefined
  mediumId?: MediumId | undefined
}

/** The rollups hold running sums of their UTC day, so any span of it is one subtraction. */
const spanOf = (column: string): string =>
  `(r.${column}[piece.last] - case piece.first when 1 then 0 else r.${column}[piece.first - 1] end)`

/** The same over all rows of a group. */
export const spanSum = (column: string): Query => raw(`sum(${spanOf(column)})::bigint`)

export const adColumns = [...countColumns, 'cost_micros']
export const mediumColumns = [...countColumns, 'revenue_micros']
export const spans = (columns: readonly string[]): Query =>
  raw(columns.map((column) => `${spanOf(column)} as ${column}`).join(', '))
const sums = (columns: readonly string[]): Query =>
  raw(columns.map((column) => `sum(part.${column})::bigint as ${column}`).join(', '))

/** The range as a table of pieces, to be joined with a rollup by UTC day. */
export function piecesTable(range: DayRange): Query {
  const pieces = piecesOf(range)
  return sql`unnest(${pieces.map((piece) => piece.day)}::date[], ${pieces.map((piece) => piece.utcDay)}::date[],
                    ${pieces.map((piece) => piece.first)}::int[], ${pieces.map((piece) => piece.last)}::int[])
             as piece(day, utc_day, first, last)`
}

type CountSums = Record<(typeof countColumns)[number], bigint>
type AdSums = CountSums & { cost_micros: Micros }
type MediumSums = CountSums & { revenue_micros: Micros }

export const toCounts = (row: CountSums): Counts => ({
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
  watches: Number(row.watches),
  installs: Number(row.installs),
  actions: Number(row.actions),
  unpaid: Number(row.unpaid),
})

const toAdFigures = (row: AdSums): AdFigures => ({ ...toCounts(row), costMicros: row.cost_micros })

const toMediumFigures = (row: MediumSums): MediumFigures => ({
  ...toCounts(row),
  revenueMicros: row.revenue_micros,
})

/** A condition that applies only if its value is given. */
const ifGiven = (column: string, value: number | undefined): Query =>
  value === undefined ? raw('') : sql`and ${raw(column)} = ${value}`

export const ownAds = (scope: AdScope): Query => sql`
  a.customer_id = ${scope.owner} ${ifGiven('a.campaign_id', scope.campaignId)} ${ifGiven('a.ad_id', scope.adId)}`

export const ownMedia = (scope: MediumScope): Query => sql`
  p.customer_id = ${scope.owner} ${ifGiven('p.app_id', scope.appId)} ${ifGiven('m.medium_id', scope.mediumId)}`

// The subtraction comes before any sorting or grouping (offset 0 keeps it there): the arrays are a hundred times as long
// as the result.
const adParts = (scope: AdScope, range: DayRange): Query => sql`
  (select a.ad_id, a.campaign_id, piece.day, ${spans(adColumns)}
     from ${piecesTable(range)}
     join ad_rollup r on r.utc_day = piece.utc_day
     join ad a on a.ad_id = r.ad_id
    where ${ownAds(scope)}
   offset 0) as part`

const mediumParts = (scope: MediumScope, range: DayRange): Query => sql`
  (select m.medium_id, m.app_id, piece.day, ${spans(mediumColumns)}
     from ${piecesTable(range)}
     join medium_rollup_now r on r.utc_day = piece.utc_day
     join medium m on m.medium_id = r.medium_id
     join app p on p.app_id = m.app_id
    where ${ownMedia(scope)}
   offset 0) as part`

export type AdTotals = AdFigures & { adId: AdId; campaignId: CampaignId }
export type CampaignDay = AdFigures & { campaignId: CampaignId; day: Day }
export type MediumTotals = MediumFigures & { mediumId: MediumId; appId: AppId }
export type MediumDay = MediumTotals & { day: Day }
export type PublisherDay = MediumFigures & { day: Day }

export const readAdTotals = (session: ReadSession, scope: AdScope, range: DayRange): Promise<AdTotals[]> =>
  session.many(
    (row) => ({ adId: row.ad_id, campaignId: row.campaign_id, ...toAdFigures(row) }),
    sql<AdSums & { ad_id: AdId; campaign_id: CampaignId }>`
    select ad_id, campaign_id, ${sums(adColumns)}
      from ${adParts(scope, range)}
     group by ad_id, campaign_id
     order by ad_id desc`,
  )

/** All ads of a campaign together. */
export const readCampaignDays = (
  session: ReadSession,
  scope: AdScope,
  range: DayRange,
): Promise<CampaignDay[]> =>
  session.many(
    (row) => ({ campaignId: row.campaign_id, day: row.day, ...toAdFigures(row) }),
    sql<AdSums & { campaign_id: CampaignId; day: Day }>`
    select campaign_id, day, ${sums(adColumns)}
      from ${adParts(scope, range)}
     group by campaign_id, day
     order by campaign_id desc, day`,
  )

type MediumTotalsRow = MediumSums & { medium_id: MediumId; app_id: AppId }

const toMediumTotals = (row: MediumTotalsRow): MediumTotals => ({
  mediumId: row.medium_id,
  appId: row.app_id,
  ...toMediumFigures(row),
})

export const readMediumTotals = (
  session: ReadSession,
  scope: MediumScope,
  range: DayRange,
): Promise<MediumTotals[]> =>
  session.many(
    toMediumTotals,
    sql<MediumTotalsRow>`
    select medium_id, app_id, ${sums(mediumColumns)}
      from ${mediumParts(scope, range)}
     group by medium_id, app_id
     order by medium_id desc`,
  )

export const readMediumDays = (
  session: ReadSession,
  scope: MediumScope,
  range: DayRange,
): Promise<MediumDay[]> =>
  session.many(
    (row) => ({ day: row.day, ...toMediumTotals(row) }),
    sql<MediumTotalsRow & { day: Day }>`
    select medium_id, app_id, day, ${sums(mediumColumns)}
      from ${mediumParts(scope, range)}
     group by medium_id, app_id, day
     order by medium_id desc, day`,
  )

/** All of a publisher's media together, or those of one app. */
export const readPublisherDays = (
  session: ReadSession,
  scope: MediumScope,
  range: DayRange,
): Promise<PublisherDay[]> =>
  session.many(
    (row) => ({ day: row.day, ...toMediumFigures(row) }),
    sql<MediumSums & { day: Day }>`
    select day, ${sums(mediumColumns)}
      from ${mediumParts(scope, range)}
     group by day
     order by day`,
  )
