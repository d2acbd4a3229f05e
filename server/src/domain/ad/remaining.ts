import { type AdId, assert, type CustomerId, type Instant, type Micros, noMoney } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdDayRow, AdRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { balanceOf, cashOf } from '../ledger/account.ts'
import type { Ad, Startable } from './ad.ts'
import type { Remaining } from './afford.ts'
import type { SpendingDay } from './spending/spending-day.ts'
import { currentSpendingDay } from './spending/store.ts'

/** An ad with what it can still spend. */
export interface FundedAd
  extends Startable,
    Pick<Ad, 'id' | 'name' | 'campaignId' | 'winning' | 'dayLimitMicros' | 'updatedAt'> {
  remaining: Remaining
}

/** What all ads of an advertiser share: cash, and the current spending day. */
export interface AdvertiserFunds {
  cashMicros: Micros
  day: SpendingDay
}

export const fundsOf = async (
  session: ReadSession,
  owner: CustomerId,
  now: Instant,
): Promise<AdvertiserFunds> => ({
  cashMicros: await balanceOf(session, cashOf(owner)),
  day: await currentSpendingDay(session, owner, now),
})

type FundedAdRow = Pick<
  AdRow,
  | 'ad_id'
  | 'name'
  | 'campaign_id'
  | 'status'
  | 'billing_type'
  | 'min_cost_won'
  | 'week'
  | 'winning'
  | 'day_limit_micros'
  | 'updated_at'
  | 'review'
> & {
  day_remaining_micros: Micros
  ad_remaining_micros: Micros
  campaign_remaining_micros: Micros
}

const toFundedAd = (row: FundedAdRow, cashMicros: Micros): FundedAd => ({
  id: row.ad_id,
  name: row.name,
  campaignId: row.campaign_id,
  status: row.status,
  billingType: row.billing_type,
  minCostWon: row.min_cost_won,
  week: row.week,
  winning: row.winning,
  dayLimitMicros: row.day_limit_micros,
  updatedAt: row.updated_at,
  review: { state: row.review },
  remaining: {
    day: row.day_remaining_micros,
    ad: row.ad_remaining_micros,
    campaign: row.campaign_remaining_micros,
    cash: cashMicros,
  },
})

/** `which` is everything after `where`, and names the columns of an ad as `a`. */
const readFundedAds = (session: ReadSession, funds: AdvertiserFunds, which: Query): Promise<FundedAd[]> =>
  session.many(
    (row) => toFundedAd(row, funds.cashMicros),
    sql<FundedAdRow>`
    select a.ad_id, a.name, a.campaign_id, a.status, a.billing_type, a.min_cost_won, a.week, a.winning,
           a.day_limit_micros, a.updated_at, a.review,
           a.day_limit_micros - coalesce(d.spent_micros, 0) as day_remaining_micros,
           a.budget_limit_micros - a.spent_micros as ad_remaining_micros,
           c.budget_micros - c.spent_micros as campaign_remaining_micros
      from ad a
      join campaign c using (campaign_id)
      left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at = ${at(funds.day.startsAt)}
     where ${which}`,
  )

/** By id, oldest first. Read in a statement after the locks, to see what other transactions changed before them. */
export const fundedAds = (
  session: ReadSession,
  funds: AdvertiserFunds,
  ids: readonly AdId[],
): Promise<FundedAd[]> =>
  readFundedAds(session, funds, sql`a.ad_id = any (${[...ids]}::int[]) order by a.ad_id`)

/** The warnings of the advertiser's home page stop counting here. */
const adsInProgressMax = 10_000

/** The ads in progress, newest first. */
export const fundedAdsInProgress = (
  session: ReadSession,
  owner: CustomerId,
  funds: AdvertiserFunds,
): Promise<FundedAd[]> =>
  readFundedAds(
    session,
    funds,
    sql`a.customer_id = ${owner} and a.status = 'INPROGRESS' order by a.ad_id desc limit ${adsInProgressMax}`,
  )

/** What a locked ad can still spend. */
export async function remainingOf(
  session: ReadSession,
  owner: CustomerId,
  id: AdId,
  now: Instant,
): Promise<Remaining> {
  const [ad] = await fundedAds(session, await fundsOf(session, owner, now), [id])
  assert(ad, 'ads are never deleted')
  return ad.remaining
}

/** What an ad has spent since the advertiser's day began. */
export async function spentTodayMicros(
  session: ReadSession,
  owner: CustomerId,
  id: AdId,
  now: Instant,
): Promise<Micros> {
  const { startsAt } = await currentSpendingDay(session, owner, now)
  const spentMicros = await session.maybeOne(
    (row) => row.spent_micros,
    sql<Pick<AdDayRow, 'spent_micros'>>`
    select spent_micros from ad_day where ad_id = ${id} and day_starts_at = ${at(startsAt)}`,
  )
  return spentMicros ?? noMoney
}
