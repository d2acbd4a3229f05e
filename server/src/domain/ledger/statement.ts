import type { CustomerId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Only advertisers hold cash. */
export const lockAdvertiser = (tx: Tx, id: number) =>
  tx.maybeOne(
    (row) => row.customer_id as CustomerId,
    sql`select customer_id from customer where customer_id = ${id} and type = 'ADVERTISER' for key share`,
  )
