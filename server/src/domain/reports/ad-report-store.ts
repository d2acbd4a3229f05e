import type { AdId, CampaignId, CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const campaignNames = (session: ReadSession, owner: CustomerId) =>
  session.many(
    (row) => ({ id: row.campaign_id as CampaignId, name: row.name as string }),
    sql`select campaign_id, name from campaign where customer_id = ${owner} order by campaign_id desc`,
  )

/** Beyond these, newest first, only ads that had traffic are listed. */
const quietAdsMax = 1_000

/** The ads of a campaign, newest first: those with figures, and the newest of the others. */
export const adNames = (
  session: ReadSession,
  owner: CustomerId,
  scope: { campaignId: CampaignId; withFigures: readonly AdId[] },
) =>
  session.many(
    (row) => ({ id: row.ad_id as AdId, name: row.name as string }),
    sql`
    (select ad_id, name from ad
      where customer_id = ${owner} and campaign_id = ${scope.campaignId}
      order by ad_id desc limit ${quietAdsMax})
    union
    select ad_id, name from ad
     where customer_id = ${owner} and ad_id = any (${[...scope.withFigures]}::int[])
     order by ad_id desc`,
  )

/** Whether the ad is the caller's, and in the campaign that was asked for, if one was. */
export const isOwnAd = async (
  session: ReadSession,
  owner: CustomerId,
  ad: { id: number; campaignId: number | undefined },
): Promise<boolean> => {
  const found = await session.rows(sql`
    select 1 from ad
     where ad_id = ${ad.id} and customer_id = ${owner}
       and (${ad.campaignId ?? 0}::int = 0 or campaign_id = ${ad.campaignId ?? 0})`)
  return found.length > 0
}
