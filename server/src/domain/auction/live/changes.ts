import type { ReadSession } from '../../../platform/database/database.ts'
import { type Query, sql } from '../../../platform/database/sql.ts'

/**
 * A point in the database's history: every row committed after it carries this transaction id or a later one. So changed
 * rows are found without an `updated_at` column that every writer has to set.
 */
export type Since = string & { readonly point: 'transaction' }

export const pointInHistory = (session: ReadSession): Promise<Since> =>
  session.one(
    (row) => row.xmin,
    sql<{ xmin: Since }>`select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xmin`,
  )

/** Pages are small, so that applying one never delays a request for long. */
export const pageRowsMax = 1_000

export const changedSince = (since: Since | undefined): Query =>
  since === undefined ? sql`true` : sql`age(xmin) <= age(${since}::text::xid)`

/** The rows after the last row of the previous page: all of them, or those that may have changed since a point. */
export interface Page<T> {
  since: Since | undefined
  after: T | undefined
}

export const firstPage = { since: undefined, after: undefined }
