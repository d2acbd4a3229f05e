import type { CampaignId, CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** The campaign that a list or report shows when none is asked for; 0 when there is none. */
export async function chooseCampaign(
  session: ReadSession,
  owner: CustomerId,
  asked: number | undefined,
): Promise<CampaignId> {
  if (asked) return asked as CampaignId
  const newest = await session.maybeOne(
    (row) => row.campaign_id as CampaignId,
    sql`select campaign_id from campaign where customer_id = ${owner} order by campaign_id desc limit 1`,
  )
  return newest ?? (0 as CampaignId)
}
