import type { AppId, CustomerId, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AppRow, MediumRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

/** The app of a unit (medium), and the publisher who is paid for it. */
export interface MediumOwner {
  appId: AppId
  publisher: CustomerId
}

export async function findMediumOwners(
  session: ReadSession,
  ids: readonly MediumId[],
): Promise<ReadonlyMap<MediumId, MediumOwner>> {
  const owners = await session.many(
    (row): [MediumId, MediumOwner] => [row.medium_id, { appId: row.app_id, publisher: row.customer_id }],
    sql<Pick<MediumRow, 'medium_id' | 'app_id'> & Pick<AppRow, 'customer_id'>>`
    select m.medium_id, m.app_id, p.customer_id
      from medium m join app p using (app_id)
     where m.medium_id = any(${ids}::int[])`,
  )
  return new Map(owners)
}
