import type { AdId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { AdReportRow, AppRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'

/** What a user of an app says about an ad. */
export interface UserReport {
  reason: string
  at: Instant
  appName: string
}

/** False if the offer was reported before. The ad keeps serving: a report is a reason to look, not a verdict. */
export const saveUserReport = async (
  tx: Tx,
  report: Pick<AdReportRow, 'offer_id' | 'issue_day' | 'ad_id' | 'medium_id' | 'reason' | 'reported_at'>,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into ad_report (offer_id, issue_day, ad_id, medium_id, reason, reported_at)
    values (${report.offer_id}, ${report.issue_day}, ${report.ad_id}, ${report.medium_id}, ${report.reason},
            ${at(report.reported_at)})
        on conflict do nothing`)) > 0

/** An ad with an open report is in the queue of reviews, whatever its verdict was. */
export const hasOpenReport = sql`
  exists (select from ad_report u where u.ad_id = a.ad_id and u.closed_at is null)`

export const countOpenReports = (session: ReadSession, ads: readonly AdId[]): Promise<Map<AdId, number>> =>
  session
    .rows(sql<Pick<AdReportRow, 'ad_id'> & { count: bigint }>`
      select ad_id, count(*) from ad_report where ad_id = any(${ads}::int[]) and closed_at is null group by ad_id`)
    .then((rows) => new Map(rows.map((row) => [row.ad_id, Number(row.count)])))

const shownMax = 20

/** The open reports of an ad, newest first. */
export const openReportsOf = (session: ReadSession, ad: AdId): Promise<UserReport[]> =>
  session.many(
    (row) => ({ reason: row.reason, at: row.reported_at, appName: row.name }),
    sql<Pick<AdReportRow, 'reason' | 'reported_at'> & Pick<AppRow, 'name'>>`
    select u.reason, u.reported_at, p.name
      from ad_report u join medium m using (medium_id) join app p using (app_id)
     where u.ad_id = ${ad} and u.closed_at is null
     order by u.reported_at desc limit ${shownMax}`,
  )

/** A verdict answers all that was reported until then. */
export const closeReports = (tx: Tx, ad: AdId, now: Instant): Promise<number> =>
  tx.run(sql`update ad_report set closed_at = ${at(now)} where ad_id = ${ad} and closed_at is null`)
