import type { AdId, CampaignId, CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Ad } from './ad.ts'
import type { LeastBid } from './afford.ts'

/** Impressions and clicks of all ads since the beginning. */
export const adTotals = (session: ReadSession, owner: CustomerId) =>
  session.one(
    (row) => ({ impressions: Number(row.impressions), clicks: Number(row.clicks) }),
    sql<{ impressions: bigint; clicks: bigint }>`
    select coalesce(sum(impressions), 0)::bigint as impressions, coalesce(sum(clicks), 0)::bigint as clicks
      from ad where customer_id = ${owner}`,
  )

/** The highest MinCost among the ads in progress, by billing type. */
export const highestLeastBids = (session: ReadSession, owner: CustomerId): Promise<LeastBid[]> =>
  session.many(
    (row) => ({ billingType: row.billing_type, minCostWon: row.min_cost_won }),
    sql<Pick<AdRow, 'billing_type' | 'min_cost_won'>>`
    select billing_type, max(min_cost_won) as min_cost_won from ad
     where customer_id = ${owner} and status = 'INPROGRESS' group by billing_type`,
  )

export type AdRef = Pick<Ad, 'id' | 'name' | 'campaignId'>
type AdRefRow = Pick<AdRow, 'ad_id' | 'name' | 'campaign_id'>

const toAdRef = (row: AdRefRow): AdRef => ({ id: row.ad_id, name: row.name, campaignId: row.campaign_id })

/** The ads that have never run, newest first, and how many there are in all. */
export async function neverStarted(
  session: ReadSession,
  owner: CustomerId,
  rowsMax: number,
): Promise<{ count: number; ads: AdRef[] }> {
  const isFirst = sql`customer_id = ${owner} and status = 'FIRST'`
  const ads = await session.many(
    toAdRef,
    sql<AdRefRow>`select ad_id, name, campaign_id from ad where ${isFirst} order by ad_id desc limit ${rowsMax}`,
  )
  if (ads.length < rowsMax) return { count: ads.length, ads }
  const count = await session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from ad where ${isFirst}`,
  )
  return { count, ads }
}

/** A report lists this many ads without traffic, the newest. */
const quietAdsMax = 1_000

/** The ads of a campaign, newest first: those with figures, and the newest of the others. */
export const adsForReport = (
  session: ReadSession,
  owner: CustomerId,
  scope: { campaignId: CampaignId; withFigures: readonly AdId[] },
): Promise<AdRef[]> =>
  session.many(
    toAdRef,
    sql<AdRefRow>`
    (select ad_id, name, campaign_id from ad
      where customer_id = ${owner} and campaign_id = ${scope.campaignId}
      order by ad_id desc limit ${quietAdsMax})
    union
    select ad_id, name, campaign_id from ad
     where customer_id = ${owner} and ad_id = any (${[...scope.withFigures]}::int[])
     order by ad_id desc`,
  )

/** Returns the ad if it is the owner's, and in the campaign if one is given. */
export const findOwnAd = (
  session: ReadSession,
  owner: CustomerId,
  ad: { id: number; campaignId: number | undefined },
): Promise<AdRef | undefined> =>
  session.maybeOne(
    toAdRef,
    sql<AdRefRow>`
    select ad_id, name, campaign_id from ad
     where ad_id = ${ad.id} and customer_id = ${owner}
       and (${ad.campaignId ?? 0}::int = 0 or campaign_id = ${ad.campaignId ?? 0})`,
  )
