import type { AppId, CustomerId } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const toAppId = (row: Row) => row.app_id as AppId

/** The app that a list shows when none is asked for. */
export const newestApp = (session: ReadSession, owner: CustomerId) =>
  session.maybeOne(
    toAppId,
    sql`select app_id from app where customer_id = ${owner} order by app_id desc limit 1`,
  )

/** The app, when it is the caller's; held, so that what is hung onto it cannot lose it. */
export const ownApp = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(toAppId, sql`select app_id from app where app_id = ${id} and customer_id = ${owner} for share`)
