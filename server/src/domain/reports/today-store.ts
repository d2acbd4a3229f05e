import { billedOn } from '@voltline/contract'
import { type Day, type Instant, type Micros, seoul } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, AuditLinkRow, BillingPartitionRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { mailJobs } from '../../platform/mail/mail.ts'
import { hasOpenReport } from '../ad/review/user-reports.ts'
import { inState } from '../app/review.ts'
import { piecesTable, spanSum } from './rollup/read-figures.ts'

export interface Waiting {
  ads: number
  apps: number
  keys: number
  payouts: number
  holds: number
  messages: number
}

/** How much work waits for the operators. A rejected app waits for its publisher. */
/** `isReviewed`: ads wait for a review, and not only for an answer to a report. */
export const countWaiting = (
  session: ReadSession,
  { isReviewed }: { isReviewed: boolean },
): Promise<Waiting> =>
  session.one(
    (row) => ({
      ads: Number(row.ads),
      apps: Number(row.apps),
      keys: Number(row.keys),
      payouts: Number(row.payouts),
      holds: Number(row.holds),
      messages: Number(row.messages),
    }),
    sql<Record<keyof Waiting, bigint>>`
    select (select count(*) from ad a
             where (a.review = 'WAITING' and ${isReviewed}::boolean) or ${hasOpenReport}) as ads,
           (select count(*) from app a where ${inState.WAITING}) as apps,
           (select count(*) from app a where ${inState.KEY_WAITING}) as keys,
           (select count(*) from payout_request where status = 'WAITING') as payouts,
           (select count(*) from payout_request where status = 'HOLD') as holds,
           (select count(*) from contact_message where closed_at is null) as messages`,
  )

export interface NetworkDay {
  day: Day
  spendMicros: Micros
  revenueMicros: Micros
  impressions: number
  events: number
}

const events = ['impressions', 'clicks', 'watches', 'installs', 'actions'].map(spanSum)

/** The network's Seoul days with traffic, by day, oldest first. */
export async function networkDays(
  session: ReadSession,
  range: { start: Day; end: Day },
): Promise<Map<Day, NetworkDay>> {
  const pieces = piecesTable({ zone: seoul, ...range })
  const [impressions, clicks, watches, installs, actions] = events
  const rows = await session.many(
    (row): NetworkDay => ({
      day: row.day,
      spendMicros: row.spend_micros,
      revenueMicros: row.revenue_micros,
      impressions: Number(row.impressions),
      events: Number(row.events),
    }),
    sql<{
      day: Day
      spend_micros: Micros
      revenue_micros: Micros
      impressions: bigint
      events: bigint
    }>`
    with spent as (
      select piece.day, ${spanSum('cost_micros')} as spend_micros
        from ${pieces} join ad_rollup r on r.utc_day = piece.utc_day group by piece.day),
    earned as (
      select piece.day, ${spanSum('revenue_micros')} as revenue_micros, ${impressions} as impressions,
             ${impressions} + ${clicks} + ${watches} + ${installs} + ${actions} as events
        from ${pieces} join medium_rollup_now r on r.utc_day = piece.utc_day group by piece.day)
    select day, coalesce(spend_micros, 0) as spend_micros, coalesce(revenue_micros, 0) as revenue_micros,
           coalesce(impressions, 0) as impressions, coalesce(events, 0) as events
      from spent full join earned using (day) order by day`,
  )
  return new Map(rows.map((row) => [row.day, row]))
}

/** Billable events of a Seoul day, and those of them that no limit covered. */
export async function unpaidOf(
  session: ReadSession,
  day: Day,
): Promise<{ billable: number; unpaid: number }> {
  const rows = await session.rows(sql<
    Record<'impressions' | 'clicks' | 'watches' | 'installs' | 'actions' | 'unpaid', bigint> &
      Pick<AdRow, 'billing_type'>
  >`
    select a.billing_type, ${spanSum('impressions')} as impressions, ${spanSum('clicks')} as clicks,
           ${spanSum('watches')} as watches, ${spanSum('installs')} as installs, ${spanSum('actions')} as actions,
           ${spanSum('unpaid')} as unpaid
      from ${piecesTable({ zone: seoul, start: day, end: day })}
      join ad_rollup r on r.utc_day = piece.utc_day join ad a using (ad_id)
     group by a.billing_type`)
  const sums = { billable: 0, unpaid: 0 }
  for (const row of rows) {
    const billable = {
      ...{ IMPRESSION: row.impressions, CLICK: row.clicks, WATCH: row.watches },
      ...{ INSTALL: row.installs, ACTION: row.actions },
    }[billedOn[row.billing_type]]
    sums.billable += Number(billable)
    sums.unpaid += Number(row.unpaid)
  }
  return sums
}

export interface Tally {
  reason: string
  count: number
}
interface TallyRow {
  reason: string
  count: bigint
}
const toTally = (row: TallyRow): Tally => ({ reason: row.reason, count: Number(row.count) })

/** The responses to a UTC day's requests, the most frequent code first. */
export const responsesOf = (session: ReadSession, date: Day): Promise<Tally[]> =>
  session.many(
    toTally,
    sql<TallyRow>`
        select answer as reason, sum(count)::bigint as count from request_rollup
         where utc_day = ${date} group by answer order by 2 desc, 1`,
  )

/** Why ads did not serve on a UTC day, the most frequent reason first. */
export const noServeOf = (session: ReadSession, date: Day): Promise<Tally[]> =>
  session.many(
    toTally,
    sql<TallyRow>`
    select reason, sum(count)::bigint as count from no_serve_rollup
     where utc_day = ${date} group by reason order by 2 desc, 1`,
  )

/** How many events of a UTC day were invalid. */
export const invalidOf = (session: ReadSession, date: Day): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select coalesce(sum(count), 0)::bigint as count from invalid_rollup_now where utc_day = ${date}`,
  )

/** How far each background task has come. */
export interface Progress {
  billedUntil: Instant | undefined
  /** The oldest mail that waits to be sent. */
  oldestMail: Instant | undefined
  /** The oldest audit row that is not in the chain of hashes. */
  oldestUnchained: Instant | undefined
  lastLink: Instant | undefined
}

/** Mail without a job is left out, because it will not be sent. */
export const readProgress = (session: ReadSession, now: Instant): Promise<Progress> =>
  session.one(
    (row) => ({
      billedUntil: row.billed_until ?? undefined,
      oldestMail: row.oldest_mail ?? undefined,
      oldestUnchained: row.oldest_unchained ?? undefined,
      lastLink: row.last_link ?? undefined,
    }),
    sql<{
      billed_until: BillingPartitionRow['billed_until'] | null
      oldest_mail: Instant | null
      oldest_unchained: Instant | null
      last_link: AuditLinkRow['linked_at'] | null
    }>`
    select (select min(billed_until) from billing_partition) as billed_until,
           (select min(m.created_at) from mail m
              join job j on j.kind = any (${[...mailJobs]}) and j.unique_key = m.mail_id::text and j.finished_at is null
             where m.sent_at is null) as oldest_mail,
           (select min(at) from audit
             where audit_id > coalesce((select max(last_audit) from audit_link), 0)
               and at > ${at(now)}::timestamptz - interval '7 days') as oldest_unchained,
           (select max(linked_at) from audit_link) as last_link`,
  )
