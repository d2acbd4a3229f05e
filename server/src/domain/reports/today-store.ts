import { type Day, type Instant, type Micros, micros, seoul } from '@voltline/kernel'
import type { ReadSession, Row } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { mailJob } from '../../platform/mail/mail.ts'
import { piecesTable, spanSum } from './rollup/read-figures.ts'

export interface Waiting {
  apps: number
  keys: number
  payouts: number
  holds: number
  messages: number
}

/** An app that was rejected waits for its publisher, not for us. */
export const countWaiting = (session: ReadSession): Promise<Waiting> =>
  session.one(
    (row) => ({
      apps: Number(row.apps),
      keys: Number(row.keys),
      payouts: Number(row.payouts),
      holds: Number(row.holds),
      messages: Number(row.messages),
    }),
    sql`
    select (select count(*) from app where not approval and reject_reason = '') as apps,
           (select count(*) from app where api_key_status = 0) as keys,
           (select count(*) from payout_request where status = 'WAITING') as payouts,
           (select count(*) from payout_request where status = 'HOLD') as holds,
           (select count(*) from contact_message where closed_at is null) as messages`,
  )

export interface NetworkDay {
  day: Day
  spend: Micros
  revenue: Micros
  impressions: number
  events: number
}

const events = ['impressions', 'clicks', 'watches', 'installs', 'actions'].map(spanSum)

/** The network’s Seoul days with traffic, oldest first. */
export async function networkDays(
  session: ReadSession,
  range: { start: Day; end: Day },
): Promise<Map<Day, NetworkDay>> {
  const pieces = piecesTable({ zone: seoul, ...range })
  const [impressions, clicks, watches, installs, actions] = events
  const rows = await session.many(
    (row: Row): NetworkDay => ({
      day: row.day as Day,
      spend: micros(BigInt(String(row.spend))),
      revenue: micros(BigInt(String(row.revenue))),
      impressions: Number(row.impressions),
      events: Number(row.events),
    }),
    sql`
    with spent as (
      select piece.day, ${spanSum('cost_micros')} as spend
        from ${pieces} join ad_rollup r on r.utc_day = piece.utc_day group by piece.day),
    earned as (
      select piece.day, ${spanSum('revenue_micros')} as revenue, ${impressions} as impressions,
             ${impressions} + ${clicks} + ${watches} + ${installs} + ${actions} as events
        from ${pieces} join medium_rollup r on r.utc_day = piece.utc_day group by piece.day)
    select day, coalesce(spend, 0) as spend, coalesce(revenue, 0) as revenue,
           coalesce(impressions, 0) as impressions, coalesce(events, 0) as events
      from spent full join earned using (day) order by day`,
  )
  return new Map(rows.map((row) => [row.day, row]))
}

export interface Tally {
  reason: string
  count: number
}
const toTally = (row: Row): Tally => ({ reason: row.reason as string, count: Number(row.count) })

export const answersOf = (session: ReadSession, date: Day): Promise<Tally[]> =>
  session.many(
    toTally,
    sql`select answer as reason, sum(count) as count from request_rollup
         where utc_day = ${date} group by answer order by 2 desc, 1`,
  )

export const noServeOf = (session: ReadSession, date: Day): Promise<Tally[]> =>
  session.many(
    toTally,
    sql`select reason, sum(count) as count from no_serve_rollup where utc_day = ${date} group by reason order by 2 desc, 1`,
  )

export const invalidOf = (session: ReadSession, date: Day): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql`select coalesce(sum(count), 0) as count from invalid_rollup where utc_day = ${date}`,
  )

export interface Signs {
  billedUntil: Instant | undefined
  oldestMail: Instant | undefined
  oldestUnchained: Instant | undefined
  lastLink: Instant | undefined
}

const given = (value: unknown): Instant | undefined => (value as Instant | null) ?? undefined

/** What stands still shows that a part does not do its work. Mail that nobody takes is not waited for. */
export const readSigns = (session: ReadSession, now: Instant): Promise<Signs> =>
  session.one(
    (row) => ({
      billedUntil: given(row.billed_until),
      oldestMail: given(row.oldest_mail),
      oldestUnchained: given(row.oldest_unchained),
      lastLink: given(row.last_link),
    }),
    sql`
    select (select billed_until from billing_position) as billed_until,
           (select min(m.created_at) from mail m
              join job j on j.kind = ${mailJob} and j.unique_key = m.mail_id::text and j.finished_at is null
             where m.sent_at is null) as oldest_mail,
           (select min(at) from audit
             where audit_id > coalesce((select max(last_audit) from audit_link), 0)
               and at > ${at(now)}::timestamptz - interval '7 days') as oldest_unchained,
           (select max(linked_at) from audit_link) as last_link`,
  )
