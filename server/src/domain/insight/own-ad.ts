import type { CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AdState } from '../auction/live/ad-state.ts'
import { type AdTextRow, adFromText, adTextColumns } from '../auction/live/ad-text.ts'

/** Filtered by owner: another customer's ad does not exist for this query. */
export const findOwnAdState = (
  session: ReadSession,
  owner: CustomerId,
  id: number,
): Promise<AdState | undefined> =>
  session.maybeOne(
    adFromText,
    sql<AdTextRow>`select ${adTextColumns} from ad a where a.ad_id = ${id} and a.customer_id = ${owner}`,
  )
