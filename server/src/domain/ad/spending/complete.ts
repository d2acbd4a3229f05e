import type { AdId, CampaignId, Instant, Micros } from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { audit } from '../../audit/audit.ts'
import { type LeastBid, leastChargeOfAd } from '../afford.ts'
import { isUsedUp } from './limits.ts'

/** The budget no longer covers one billable event of any of the campaign's ads, stopped ads included. */
export const isCampaignUsedUp = (remainingMicros: Micros, ads: readonly LeastBid[]): boolean =>
  ads.every((ad) => isUsedUp(remainingMicros, ad))

/** `isCampaignUsedUp` in SQL. */
const usedUpCampaigns = (campaigns: readonly CampaignId[]) => sql`
  select c.campaign_id
    from campaign c join ad a using (campaign_id)
   where c.campaign_id = any(${campaigns}::int[])
   group by c.campaign_id
  having c.budget_micros - c.spent_micros < min(${leastChargeOfAd})`

/** Completes these ads, and all ads of those of the campaigns that are used up. Returns the completed ads. */
export async function completeAds(
  tx: Tx,
  charged: { usedUpAds: readonly AdId[]; campaigns: readonly CampaignId[] },
  now: Instant,
): Promise<AdId[]> {
  if (charged.campaigns.length === 0) return []
  const completed = await tx.rows(sql<Pick<AdRow, 'ad_id'> & { was: AdRow['status'] }>`
    update ad
       set status = 'COMPLETE', updated_at = ${at(now)}
      from (select open_ad.ad_id, open_ad.status as was
              from ad open_ad
             where open_ad.status <> 'COMPLETE'
               and (open_ad.ad_id = any(${charged.usedUpAds}::int[])
                    or open_ad.campaign_id in (${usedUpCampaigns(charged.campaigns)}))
             order by open_ad.ad_id
               for no key update) as open
     where ad.ad_id = open.ad_id
    returning ad.ad_id, open.was`)
  for (const { ad_id: entityId, was } of completed) {
    await audit(tx, {
      actor: 'SYSTEM',
      action: 'billing/complete',
      entity: 'ad',
      entityId,
      was: { status: was },
      became: { status: 'COMPLETE' },
      at: now,
    })
  }
  return completed.map((row) => row.ad_id)
}
