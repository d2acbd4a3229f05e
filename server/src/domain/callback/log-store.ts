import { addDays, type CustomerId, type Day, type Instant, utcDay, type Zone } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { MediumCallbackRow, RewardCallbackRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { callbackChannel } from './queue-store.ts'

const callbackRowsPerPage = 50
const daysShown = 14

export interface CallbackFilter {
  owner: CustomerId
  mediumId: number
  userId?: string | undefined
  eventId?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const selected = (filter: CallbackFilter): Query => sql`
    from reward_callback r join medium using (medium_id) join app a using (app_id)
   where a.customer_id = ${filter.owner} and r.medium_id = ${filter.mediumId}
     and (${filter.userId ?? null}::text is null or r.user_id = ${filter.userId ?? null})
     and (${filter.eventId ?? null}::text is null
          or r.event_id = ${filter.eventId && uuid.test(filter.eventId) ? filter.eventId : null}::uuid)`

export type LoggedCallback = Pick<
  RewardCallbackRow,
  'event_id' | 'user_id' | 'watched_at' | 'tries' | 'status' | 'http_status' | 'ms' | 'body'
>

/** Newest first. */
export const listCallbacks = (
  session: ReadSession,
  filter: CallbackFilter,
  pageNo: number,
): Promise<LoggedCallback[]> =>
  session.rows(sql<LoggedCallback>`
    select r.event_id, r.user_id, r.watched_at, r.tries, r.status, r.http_status, r.ms, r.body
    ${selected(filter)}
     order by r.watched_at desc, r.event_id
     limit ${callbackRowsPerPage} offset ${(pageNo - 1) * callbackRowsPerPage}`)

export const countCallbacks = (session: ReadSession, filter: CallbackFilter): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) as count ${selected(filter)}`,
  )

export interface CallbackDay {
  day: Day
  delivered: number
  failed: number
  waiting: number
}

type DayRow = { day: Day; status: RewardCallbackRow['status']; count: bigint }

/** How the callbacks of each of the last days ended, by the day of the watch in the publisher's zone. */
export async function callbackDays(
  session: ReadSession,
  filter: Pick<CallbackFilter, 'owner' | 'mediumId'>,
  { now, zone }: { now: Instant; zone: Zone },
): Promise<CallbackDay[]> {
  const since = addDays(utcDay(now), -daysShown)
  const rows = await session.rows(sql<DayRow>`
    select (r.watched_at at time zone ${zone})::date as day, r.status, count(*) as count
    ${selected(filter)} and r.watched_at >= ${since}::date
     group by 1, 2 order by 1 desc`)
  const days = new Map<Day, CallbackDay>()
  for (const { day, status, count } of rows) {
    const known = days.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 }
    if (status === 'DELIVERED') known.delivered += Number(count)
    else if (status === 'FAILED') known.failed += Number(count)
    else known.waiting += Number(count)
    days.set(day, known)
  }
  return [...days.values()]
}

/** The unit of a callback and whether its callback is on; undefined if it is not this publisher's. */
export const findCallbackEvent = (
  session: ReadSession,
  owner: CustomerId,
  eventId: string,
): Promise<Pick<MediumCallbackRow, 'medium_id' | 'active'> | undefined> =>
  uuid.test(eventId)
    ? session.maybeOne(
        (row) => row,
        sql<Pick<MediumCallbackRow, 'medium_id' | 'active'>>`
        select c.medium_id, c.active
          from reward_callback r join medium_callback c using (medium_id) join medium using (medium_id)
          join app a using (app_id)
         where r.event_id = ${eventId} and a.customer_id = ${owner}`,
      )
    : Promise.resolve(undefined)

/** Begins the plan again, with a try that is due now. A try under way is no longer waited for. */
export async function sendAgain(tx: Tx, eventId: string, now: Instant): Promise<void> {
  await tx.run(sql`
    update reward_callback
       set status = 'WAITING', planned = 0, next_try_at = ${at(now)}, leased_until = null, lease = lease + 1
     where event_id = ${eventId}`)
  await tx.run(sql`select pg_notify(${callbackChannel}, '')`)
}
