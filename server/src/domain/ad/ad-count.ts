import type { CampaignId } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { type Query, sql } from '../../platform/database/sql.ts'

/** Above this many rows a campaign's counts are put together. */
const rowsMax = 256

/**
 * How many of a campaign's ads match. `where` may name status, camp_type, product and billing_type, whose counts are
 * kept; the time it takes does not depend on the number of ads.
 */
export const countAds = (session: ReadSession, campaignId: CampaignId, where: Query) =>
  session.one(
    (row) => Number(row.ads),
    sql`
    select coalesce(sum(ads), 0) as ads from ad_count where campaign_id = ${campaignId} and ${where}`,
  )

export interface StatusCounts {
  ads: number
  stopped: number
  inProgress: number
  complete: number
}

/** The columns of `StatusCounts`, over rows of ad_count named `n`. */
export const statusCounts = sql`
  coalesce(sum(n.ads), 0) as ads,
  coalesce(sum(n.ads) filter (where n.status in ('FIRST', 'WAITING')), 0) as stopped,
  coalesce(sum(n.ads) filter (where n.status = 'INPROGRESS'), 0) as in_progress,
  coalesce(sum(n.ads) filter (where n.status = 'COMPLETE'), 0) as complete`

export const toStatusCounts = (row: Row): StatusCounts => ({
  ads: Number(row.ads),
  stopped: Number(row.stopped),
  inProgress: Number(row.in_progress),
  complete: Number(row.complete),
})

/**
 * Puts the counts of these campaigns together where they have grown to many rows. Whoever changes the status of ads
 * calls it last. Rows that another transaction holds are left for the next time, so nobody waits here.
 */
export const tidyCounts = (tx: Tx, campaigns: readonly CampaignId[]) =>
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
