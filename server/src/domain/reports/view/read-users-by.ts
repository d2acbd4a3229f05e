import type { PublisherDimension } from '@voltline/contract'
import type { AppId, CustomerId, Day } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { AppRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { type DayRange, piecesOf, quartersPerDay, spansOf } from '../rollup/quarter.ts'
import { maskOf } from '../rollup/read-users.ts'
import type { Grouped } from './view-sums.ts'

/** Users belong to an app, so they are not known by unit, format, country or hour. */
const userDimensions: readonly string[] = ['day', 'app', 'platform']
export const hasUsers = (by: readonly string[]): boolean =>
  by.every((dimension) => userDimensions.includes(dimension))

type UserRow = Pick<AppRow, 'app_id' | 'platform'> & { day: Day; count: bigint }

const keysOf = (row: UserRow, by: readonly PublisherDimension[]): string[] =>
  by.map((dimension) =>
    dimension === 'day' ? row.day : dimension === 'app' ? String(row.app_id) : row.platform,
  )

/** Adds daily active and new users to the groups of a report. */
export async function addUsers(
  session: ReadSession,
  groups: Grouped,
  scope: { owner: CustomerId; appId?: AppId | undefined },
  { range, by }: { range: DayRange; by: readonly PublisherDimension[] },
): Promise<void> {
  const pieces = piecesOf(range)
  const ofApp = scope.appId === undefined ? sql`` : sql`and p.app_id = ${scope.appId}`
  const active = await session.rows(sql<UserRow>`
    select p.app_id, p.platform, piece.day, count(distinct d.device_id) as count
      from unnest(${pieces.map((piece) => piece.day)}::date[], ${pieces.map((piece) => piece.utcDay)}::date[],
                  ${pieces.map(maskOf)}::varbit[]) as piece(day, utc_day, mask)
      join app p on p.customer_id = ${scope.owner} ${ofApp}
      join device_day d on d.app_id = p.app_id and d.utc_day = piece.utc_day
     where (d.quarters & piece.mask::bit(96)) <> ${'0'.repeat(quartersPerDay)}::bit(96)
     group by p.app_id, piece.day`)
  for (const row of active) groups.add(keysOf(row, by), { activeDays: Number(row.count) })
  const spans = spansOf(range)
  const fresh = await session.rows(sql<UserRow>`
    select p.app_id, p.platform, span.day, count(*) as count
      from unnest(${spans.map((span) => span.day)}::date[], ${spans.map((span) => at(span.from))}::timestamptz[],
                  ${spans.map((span) => at(span.to))}::timestamptz[]) as span(day, starts_at, ends_at)
      join app p on p.customer_id = ${scope.owner} ${ofApp}
      join device_first_seen f on f.app_id = p.app_id and f.seen_at >= span.starts_at and f.seen_at < span.ends_at
     group by p.app_id, span.day`)
  for (const row of fresh) groups.add(keysOf(row, by), { newUsers: Number(row.count) })
}
