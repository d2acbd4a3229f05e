import type { CustomerId } from '@voltline/kernel'
import type { Session } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** How many ads an advertiser has, and in which states, in the words of the answers. */
export interface PromotionCounts {
  Promotion: number
  InProgress: number
  Winning: number
  Complete: number
}

export const promotionCounts = (session: Session, owner: CustomerId): Promise<PromotionCounts> =>
  session.one(
    (row) => ({
      Promotion: Number(row.ads),
      InProgress: Number(row.in_progress),
      Winning: Number(row.winning),
      Complete: Number(row.complete),
    }),
    sql`
    select count(*) as ads,
           count(*) filter (where status = 'INPROGRESS') as in_progress,
           count(*) filter (where status = 'INPROGRESS' and winning) as winning,
           count(*) filter (where status = 'COMPLETE') as complete
      from ad where customer_id = ${owner}`,
  )
