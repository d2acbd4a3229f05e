/**
 * Daily active and newly registered users, in days of the account's zone:
 *
 *   await readUserDays(tx, { owner, appId }, range)   // every day of the range, oldest first
 *
 * Without an app the figures of all of the publisher's apps are added up.
 */
import type { AppId, CustomerId, Day } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { type DayRange, piecesOf, quartersPerDay, spansOf } from './quarter.ts'

export interface UserDay {
  day: Day
  /** Distinct devices with a request that day. */
  active: number
  /** Devices first seen that day. */
  fresh: number
}

export interface UserScope {
  owner: CustomerId
  appId?: AppId | undefined
}

/** A device's day is a bit mask of quarters; the leftmost begins at midnight UTC. */
export const maskOf = (piece: { first: number; last: number }): string =>
  '0'.repeat(piece.first - 1) +
  '1'.repeat(piece.last - piece.first + 1) +
  '0'.repeat(quartersPerDay - piece.last)

/** The bit of one quarter (1 to 96), for the writers of `device_day`. */
export const quarterMask = (quarter: number): string => maskOf({ first: quarter, last: quarter })

async function readActive(
  session: ReadSession,
  scope: UserScope,
  range: DayRange,
): Promise<Map<Day, number>> {
  const pieces = piecesOf(range)
  const rows = await session.many(
    (row): [Day, number] => [row.day, Number(row.active)],
    sql<{ day: Day; active: bigint }>`
    select piece.day, count(distinct (d.app_id, d.device_id)) as active
      from unnest(${pieces.map((piece) => piece.day)}::date[], ${pieces.map((piece) => piece.utcDay)}::date[],
                  ${pieces.map(maskOf)}::varbit[]) as piece(day, utc_day, mask)
      join app p on p.customer_id = ${scope.owner}
      join device_day d on d.app_id = p.app_id and d.utc_day = piece.utc_day
     where (${scope.appId ?? null}::int is null or p.app_id = ${scope.appId ?? null})
       and (d.quarters & piece.mask::bit(96)) <> ${'0'.repeat(quartersPerDay)}::bit(96)
     group by piece.day`,
  )
  return new Map(rows)
}

async function readFresh(session: ReadSession, scope: UserScope, range: DayRange): Promise<Map<Day, number>> {
  const spans = spansOf(range)
  const rows = await session.many(
    (row): [Day, number] => [row.day, Number(row.fresh)],
    sql<{ day: Day; fresh: bigint }>`
    select span.day, count(*) as fresh
      from unnest(${spans.map((span) => span.day)}::date[], ${spans.map((span) => at(span.from))}::timestamptz[],
                  ${spans.map((span) => at(span.to))}::timestamptz[]) as span(day, starts_at, ends_at)
      join app p on p.customer_id = ${scope.owner}
      join device_first_seen f on f.app_id = p.app_id and f.seen_at >= span.starts_at and f.seen_at < span.ends_at
     where (${scope.appId ?? null}::int is null or p.app_id = ${scope.appId ?? null})
     group by span.day`,
  )
  return new Map(rows)
}

export async function readUserDays(
  session: ReadSession,
  scope: UserScope,
  range: DayRange,
): Promise<UserDay[]> {
  const active = await readActive(session, scope, range)
  const fresh = await readFresh(session, scope, range)
  return spansOf(range).map(({ day }) => ({ day, active: active.get(day) ?? 0, fresh: fresh.get(day) ?? 0 }))
}

export const deleteDeviceDaysBefore = (tx: Tx, before: Day): Promise<number> =>
  tx.run(sql`delete from device_day where utc_day < ${before}`)
