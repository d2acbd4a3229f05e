import { limits } from '@voltline/contract'
import type { CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'

export const countApps = (session: ReadSession, owner: CustomerId) =>
  session.one(
    (row) => ({ apps: Number(row.apps), approved: Number(row.approved) }),
    sql`select count(*) as apps, count(*) filter (where approval) as approved from app where customer_id = ${owner}`,
  )

export const countMedia = (session: ReadSession, owner: CustomerId) =>
  session.one(
    (row) => ({
      meds: Number(row.meds),
      opened: Number(row.opened),
      closed: Number(row.meds) - Number(row.opened),
    }),
    sql`select count(*) as meds, count(*) filter (where m.active) as opened
          from medium m join app a using (app_id) where a.customer_id = ${owner}`,
  )

/** Answers the ids that changed, for the audit. */
export const setAllMedia = (tx: Tx, owner: CustomerId, change: { active: boolean; now: Instant }) =>
  tx.many(
    (row) => row.medium_id as number,
    sql`update medium m set active = ${change.active}, updated_at = ${at(change.now)}
          from app a
         where a.app_id = m.app_id and a.customer_id = ${owner} and m.active <> ${change.active}
        returning m.medium_id`,
  )

/** The home page sums up as many days as a report shows by default. */
export const homeDays = limits.reportDaysDefault
