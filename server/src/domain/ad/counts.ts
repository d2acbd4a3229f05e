import type { CampaignId, CustomerId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { type Query, sql } from '../../platform/database/sql.ts'

/** A campaign's rows of ad_count are merged when there are more than this. */
const rowsMax = 256

/**
 * How many of a campaign's ads match. `where` may name status, camp_type, product and billing_type, which are counted
 * in ad_count; the time it takes does not depend on the number of ads.
 */
export const countAds = (session: ReadSession, campaignId: CampaignId, where: Query): Promise<number> =>
  session.one(
    (row) => Number(row.ads),
    sql<{ ads: bigint }>`
    select coalesce(sum(ads), 0) as ads from ad_count where campaign_id = ${campaignId} and ${where}`,
  )

export interface StatusCounts {
  ads: number
  stopped: number
  inProgress: number
  complete: number
}

/** The columns of `statusCounts`. */
export interface StatusCountColumns {
  ads: bigint
  stopped: bigint
  in_progress: bigint
  complete: bigint
}

/** The columns of `StatusCounts`, over rows of ad_count named `n`. */
export const statusCounts = sql`
  coalesce(sum(n.ads), 0) as ads,
  coalesce(sum(n.ads) filter (where n.status in ('FIRST', 'WAITING')), 0) as stopped,
  coalesce(sum(n.ads) filter (where n.status = 'INPROGRESS'), 0) as in_progress,
  coalesce(sum(n.ads) filter (where n.status = 'COMPLETE'), 0) as complete`

export const toStatusCounts = (row: StatusCountColumns): StatusCounts => ({
  ads: Number(row.ads),
  stopped: Number(row.stopped),
  inProgress: Number(row.in_progress),
  complete: Number(row.complete),
})

/** An advertiser's ads by status, in the names of the wire. */
export interface PromotionCounts {
  Promotion: number
  InProgress: number
  Winning: number
  Complete: number
}

export const promotionCounts = (session: ReadSession, owner: CustomerId): Promise<PromotionCounts> =>
  session.one(
    (row) => {
      const counts = toStatusCounts(row)
      return {
        Promotion: counts.ads,
        InProgress: counts.inProgress,
        Winning: Number(row.winning),
        Complete: counts.complete,
      }
    },
    sql<StatusCountColumns & { winning: bigint }>`
    select ${statusCounts},
           (select count(*) from ad where customer_id = ${owner} and status = 'INPROGRESS' and winning) as winning
      from campaign c join ad_count n using (campaign_id)
     where c.customer_id = ${owner}`,
  )

/**
 * Merges the rows of ad_count of campaigns that have too many. Call it last after changing the status of ads. Rows
 * locked by another transaction are skipped until the next call, so this never waits.
 */
export const mergeCounts = (tx: Tx, campaigns: readonly CampaignId[]) =>
  tx.run(sql`
    with crowded as (
      select campaign_id from ad_count where campaign_id = any (${[...campaigns]}::int[])
       group by campaign_id having count(*) > ${rowsMax}),
    held as (
      select ad_count_id from ad_count where campaign_id in (select campaign_id from crowded)
         for update skip locked),
    gone as (
      delete from ad_count where ad_count_id in (select ad_count_id from held) returning *)
    insert into ad_count (campaign_id, status, camp_type, product, billing_type, ads)
    select campaign_id, status, camp_type, product, billing_type, sum(ads) from gone
     group by 1, 2, 3, 4, 5 having sum(ads) <> 0`)
