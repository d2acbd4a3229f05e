import { limits } from '@voltline/contract'
import { type Query, sql } from './sql.ts'

/** The end of a statement that returns one page, or every row if no page is requested. */
export const pageOf = (pageNo: number | undefined): Query =>
  pageNo === undefined ? sql`` : sql`limit ${limits.rowsPerPage} offset ${(pageNo - 1) * limits.rowsPerPage}`
