import type { CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { statusCounts, toStatusCounts } from '../ad/ad-count.ts'

/** How many ads an advertiser has, and in which states, in the words of the answers. */
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
    sql`
    select ${statusCounts},
           (select count(*) from ad where customer_id = ${owner} and status = 'INPROGRESS' and winning) as winning
      from campaign c join ad_count n using (campaign_id)
     where c.customer_id = ${owner}`,
  )
