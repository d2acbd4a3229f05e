import type { Day } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { EventRow } from '../../../platform/database/rows.ts'
import { type Query, sql } from '../../../platform/database/sql.ts'

/** An event as it was logged. On JetStream there are none: its log cannot be searched by offer or device. */
export type RawEvent = Pick<
  EventRow,
  | 'issue_day'
  | 'offer_id'
  | 'action'
  | 'received_at'
  | 'ad_id'
  | 'medium_id'
  | 'device_id'
  | 'price_micros'
  | 'evidence'
>

const selectEvents = (condition: Query): Query<RawEvent> => sql<RawEvent>`
  select e.issue_day, e.offer_id, e.action, e.received_at, e.ad_id, e.medium_id, e.device_id, e.price_micros, e.evidence
    from event e where ${condition}`

export const rawEventsOf = (
  session: ReadSession,
  offers: readonly string[],
  days: readonly Day[],
): Promise<RawEvent[]> =>
  session.rows(selectEvents(sql`e.issue_day = any(${days}::date[]) and e.offer_id = any(${offers}::uuid[])`))

/** Reads all events of these days: only for a person who searches. */
export const rawEventsOfDevice = (
  session: ReadSession,
  device: string,
  scope: { days: readonly Day[]; rowsMax: number },
): Promise<RawEvent[]> =>
  session.rows(
    selectEvents(sql`e.issue_day = any(${scope.days}::date[]) and e.device_id = ${device}
                      order by e.received_at desc limit ${scope.rowsMax}`),
  )
