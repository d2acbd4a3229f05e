import type { CustomerId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { CustomerRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

/** Only advertisers hold cash. */
export const lockAdvertiser = (tx: Tx, id: number): Promise<CustomerId | undefined> =>
  tx.maybeOne(
    (row) => row.customer_id,
    sql<Pick<CustomerRow, 'customer_id'>>`
    select customer_id from customer where customer_id = ${id} and type = 'ADVERTISER' for key share`,
  )
