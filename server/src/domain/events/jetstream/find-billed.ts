import type { Instant } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { CountedEventRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { EventKey } from '../event-log.ts'

/** When an event that billing has read was reported; undefined if it has not read it, or if it counts nowhere. */
export const findBilledAt = (session: ReadSession, event: EventKey): Promise<Instant | undefined> =>
  session.maybeOne(
    (row) => row.received_at,
    sql<Pick<CountedEventRow, 'received_at'>>`
    select received_at from charge
     where issue_day = ${event.issueDay} and offer_id = ${event.offerId} and action = ${event.action}
     union all
    select received_at from counted_event
     where issue_day = ${event.issueDay} and offer_id = ${event.offerId} and action = ${event.action}
     union all
    select received_at from judged_event
     where issue_day = ${event.issueDay} and offer_id = ${event.offerId} and action = ${event.action}
     union all
    select received_at from waiting_event
     where issue_day = ${event.issueDay} and offer_id = ${event.offerId} and action = ${event.action}
     limit 1`,
  )
