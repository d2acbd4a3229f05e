import type { AppId, CustomerId, Instant, MediumId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AppRow, MediumRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'

/** How many apps a publisher has, and how many of them are approved. */
export const countApps = (session: ReadSession, owner: CustomerId) =>
  session.one(
    (row) => ({ apps: Number(row.apps), approved: Number(row.approved) }),
    sql<{ apps: bigint; approved: bigint }>`
    select count(*) as apps, count(*) filter (where approval) as approved from app where customer_id = ${owner}`,
  )

/** How many units (media) a publisher has, in the names of the wire. */
export const countMedia = (session: ReadSession, owner: CustomerId) =>
  session.one(
    (row) => ({
      meds: Number(row.media),
      opened: Number(row.opened),
      closed: Number(row.media - row.opened),
    }),
    sql<{ media: bigint; opened: bigint }>`
    select count(*) as media, count(*) filter (where m.active) as opened
      from medium m join app a using (app_id) where a.customer_id = ${owner}`,
  )

/** Opens or closes every unit; returns the ids that changed, for the audit trail. */
export const setAllMedia = (
  tx: Tx,
  owner: CustomerId,
  change: { active: boolean; now: Instant },
): Promise<MediumId[]> =>
  tx.many(
    (row) => row.medium_id,
    sql<Pick<MediumRow, 'medium_id'>>`
    update medium m set active = ${change.active}, updated_at = ${at(change.now)}
      from app a
     where a.app_id = m.app_id and a.customer_id = ${owner} and m.active <> ${change.active}
    returning m.medium_id`,
  )

/** The apps of a publisher by name, newest first. */
export const appNames = (session: ReadSession, owner: CustomerId): Promise<{ id: AppId; name: string }[]> =>
  session.many(
    (row) => ({ id: row.app_id, name: row.name }),
    sql<Pick<AppRow, 'app_id' | 'name'>>`
    select app_id, name from app where customer_id = ${owner} order by app_id desc`,
  )

/** The units of an app by name, newest first. */
export const mediumNames = (
  session: ReadSession,
  owner: CustomerId,
  appId: AppId,
): Promise<{ id: MediumId; name: string }[]> =>
  session.many(
    (row) => ({ id: row.medium_id, name: row.name }),
    sql<Pick<MediumRow, 'medium_id' | 'name'>>`
    select m.medium_id, m.name from medium m join app a using (app_id)
     where a.customer_id = ${owner} and a.app_id = ${appId} order by m.medium_id desc`,
  )
