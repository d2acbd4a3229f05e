import type { ActionType } from '@voltline/contract'
import type { Day, Instant } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { EventRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

export interface EventKey {
  issueDay: Day
  /** A uuid, lower case. */
  offerId: string
  action: ActionType
}

/** When the event was first reported; undefined if it was not. */
export const findReceivedAt = (session: ReadSession, event: EventKey): Promise<Instant | undefined> =>
  session.maybeOne(
    (row) => row.received_at,
    sql<Pick<EventRow, 'received_at'>>`
    select received_at from event
     where issue_day = ${event.issueDay} and offer_id = ${event.offerId} and action = ${event.action}`,
  )
