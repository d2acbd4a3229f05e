import type { AppId, CustomerId, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const appNames = (session: ReadSession, owner: CustomerId): Promise<{ id: AppId; name: string }[]> =>
  session.many(
    (row) => ({ id: row.app_id as AppId, name: row.name as string }),
    sql`select app_id, name from app where customer_id = ${owner} order by app_id desc`,
  )

export const mediumNames = (
  session: ReadSession,
  owner: CustomerId,
  appId: AppId,
): Promise<{ id: MediumId; name: string }[]> =>
  session.many(
    (row) => ({ id: row.medium_id as MediumId, name: row.name as string }),
    sql`select m.medium_id, m.name from medium m join app a using (app_id)
         where a.customer_id = ${owner} and a.app_id = ${appId} order by m.medium_id desc`,
  )
