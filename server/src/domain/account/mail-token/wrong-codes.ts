import { limits } from '@voltline/contract'
import { type CustomerId, type Day, type Instant, utcDay } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { WrongCodeDayRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

/** True for the rest of the UTC day once the account has used up its wrong codes; only the mailed link works then. */
export const areCodesUsedUp = async (
  session: ReadSession,
  customerId: CustomerId,
  now: Instant,
): Promise<boolean> => {
  const wrong = await session.maybeOne(
    (row) => row.wrong,
    sql<Pick<WrongCodeDayRow, 'wrong'>>`
    select wrong from wrong_code_day where customer_id = ${customerId} and day = ${utcDay(now)}`,
  )
  return (wrong ?? 0) >= limits.wrongCodesPerDayMax
}

/** Returns true for the one wrong code that used them up. The caller has locked the account's row. */
export const countWrongCode = (tx: Tx, customerId: CustomerId, now: Instant): Promise<boolean> =>
  tx.one(
    (row) => row.wrong === limits.wrongCodesPerDayMax,
    sql<Pick<WrongCodeDayRow, 'wrong'>>`
    insert into wrong_code_day as w (customer_id, day, wrong) values (${customerId}, ${utcDay(now)}, 1)
        on conflict (customer_id, day) do update set wrong = w.wrong + 1
    returning wrong`,
  )

export const deleteWrongCodesBefore = (tx: Tx, day: Day): Promise<number> =>
  tx.run(sql`delete from wrong_code_day where day < ${day}`)
