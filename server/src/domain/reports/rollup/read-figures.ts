/**
 * What both consoles' reports read. A report's days are days of the account's zone; the figures are those that billing
 * wrote in the transaction that charged them.
 *
 *   const range = { zone: session.timezone, start: input.startDate, end: input.endDate }
 *   await readAdTotals(tx, { owner, campaignId }, range)      // one row an ad: campaign and ad reports
 *   await readAdDays(tx, { owner, adId }, range)              // one row an ad and local day (read-ad-days)
 *   await readCampaignDays(tx, { owner }, range)              // one row a campaign and local day
 *   await readPublisherDays(tx, { owner }, range)             // one row a local day
 *   await readMediumTotals(tx, { owner, appId }, range)       // one row a medium; add them up to apps
 *   await readMediumDays(tx, { owner }, range)                // one row a medium and local day
 *
 * Rows without any event are left out, so add the missing days and ads with `noFigures`. The owner is part of every
 * question: an ad or app of somebody else has no rows. Read several of them in one `db.snapshot` so that they agree.
 */
import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  type Day,
  type MediumId,
  type Micros,
  micros,
  noMoney,
} from '@voltline/kernel'
import type { ReadSession, Row } from '../../../platform/database/database.ts'
import { type Query, raw, sql } from '../../../platform/database/sql.ts'
import { type DayRange, piecesOf } from './quarter.ts'

export interface Figures {
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  /** Billable events that were counted and not charged. */
  unpaid: number
  /** What the advertiser paid (ads), or the publisher's part of it (media). */
  amount: Micros
}

export const noFigures: Figures = {
  impressions: 0,
  clicks: 0,
  watches: 0,
  installs: 0,
  actions: 0,
  unpaid: 0,
  amount: noMoney,
}

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
const spanOf = (column: string): Query =>
  raw(`(r.${column}[piece.last] - case piece.first when 1 then 0 else r.${column}[piece.first - 1] end)`)

/** The same over all rows of a group. */
export const spanSum = (column: string): Query => raw(`sum(${spanOf(column).text})::bigint`)

/** The counts of a rollup, each a column of its own. */
export const countColumns = ['impressions', 'clicks', 'watches', 'installs', 'actions', 'unpaid'] as const
const spansAs = (amount: string): Query =>
  raw(
    [
      ...countColumns.map((name) => `${spanOf(name).text} as ${name}`),
      `${spanOf(amount).text} as amount`,
    ].join(', '),
  )
const adSpans = spansAs('cost_micros')
const mediumSpans = spansAs('revenue_micros')
const sums = raw([...countColumns, 'amount'].map((name) => `sum(part.${name})::bigint as ${name}`).join(', '))

/** The range as a table of pieces, to be joined with a rollup by UTC day. */
export function piecesTable(range: DayRange): Query {
  const pieces = piecesOf(range)
  return sql`unnest(${pieces.map((one) => one.day)}::date[], ${pieces.map((one) => one.utcDay)}::date[],
                    ${pieces.map((one) => one.first)}::int[], ${pieces.map((one) => one.last)}::int[])
             as piece(day, utc_day, first, last)`
}

const toFigures = (row: Row): Figures => ({
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
  watches: Number(row.watches),
  installs: Number(row.installs),
  actions: Number(row.actions),
  unpaid: Number(row.unpaid),
  amount: micros(row.amount as bigint),
})

const toAd = (row: Row) => ({
  adId: row.ad_id as AdId,
  campaignId: row.campaign_id as CampaignId,
  ...toFigures(row),
})

const toMedium = (row: Row) => ({
  mediumId: row.medium_id as MediumId,
  appId: row.app_id as AppId,
  ...toFigures(row),
})

/** A condition that is only there when its value is. */
const also = (column: string, value: number | undefined): Query =>
  value === undefined ? raw('') : sql`and ${raw(column)} = ${value}`

export const ownAds = (scope: AdScope): Query => sql`
  a.customer_id = ${scope.owner} ${also('a.campaign_id', scope.campaignId)} ${also('a.ad_id', scope.adId)}`

const ownMedia = (scope: MediumScope): Query => sql`
  p.customer_id = ${scope.owner} ${also('p.app_id', scope.appId)} ${also('m.medium_id', scope.mediumId)}`

// The subtraction comes before any sorting or grouping (offset 0 keeps it there): the arrays are a hundred times as long
// as what is left of them.
const adParts = (scope: AdScope, range: DayRange): Query => sql`
  (select a.ad_id, a.campaign_id, piece.day, ${adSpans}
     from ${piecesTable(range)}
     join ad_rollup r on r.utc_day = piece.utc_day
     join ad a on a.ad_id = r.ad_id
    where ${ownAds(scope)}
   offset 0) as part`

const mediumParts = (scope: MediumScope, range: DayRange): Query => sql`
  (select m.medium_id, m.app_id, piece.day, ${mediumSpans}
     from ${piecesTable(range)}
     join medium_rollup r on r.utc_day = piece.utc_day
     join medium m on m.medium_id = r.medium_id
     join app p on p.app_id = m.app_id
    where ${ownMedia(scope)}
   offset 0) as part`

export type AdTotals = ReturnType<typeof toAd>
export type CampaignDay = Figures & { campaignId: CampaignId; day: Day }
export type MediumTotals = ReturnType<typeof toMedium>
export type MediumDay = MediumTotals & { day: Day }
export type PublisherDay = Figures & { day: Day }

export const readAdTotals = (session: ReadSession, scope: AdScope, range: DayRange): Promise<AdTotals[]> =>
  session.many(
    toAd,
    sql`
    select ad_id, campaign_id, ${sums}
      from ${adParts(scope, range)}
     group by ad_id, campaign_id
     order by ad_id desc`,
  )

/** The days of all ads of a campaign together. */
export const readCampaignDays = (
  session: ReadSession,
  scope: AdScope,
  range: DayRange,
): Promise<CampaignDay[]> =>
  session.many(
    (row) => ({ day: row.day as Day, campaignId: row.campaign_id as CampaignId, ...toFigures(row) }),
    sql`
    select campaign_id, day, ${sums}
      from ${adParts(scope, range)}
     group by campaign_id, day
     order by campaign_id desc, day`,
  )

export const readMediumTotals = (
  session: ReadSession,
  scope: MediumScope,
  range: DayRange,
): Promise<MediumTotals[]> =>
  session.many(
    toMedium,
    sql`
    select medium_id, app_id, ${sums}
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
    (row) => ({ day: row.day as Day, ...toMedium(row) }),
    sql`
    select medium_id, app_id, day, ${sums}
      from ${mediumParts(scope, range)}
     group by medium_id, app_id, day
     order by medium_id desc, day`,
  )

/** The days of all of a publisher's media together (or of one app). */
export const readPublisherDays = (
  session: ReadSession,
  scope: MediumScope,
  range: DayRange,
): Promise<PublisherDay[]> =>
  session.many(
    (row) => ({ day: row.day as Day, ...toFigures(row) }),
    sql`
    select day, ${sums}
      from ${mediumParts(scope, range)}
     group by day
     order by day`,
  )
