import type { CampaignId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { PostbackRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { EventKey } from '../events/event-log.ts'

const postbackRowsPerPage = 50

/** Why a postback did not count in full, as far as it is known on arrival. */
export type PostbackReason = PostbackRow['reason']

export interface ReceivedPostback extends Pick<EventKey, 'issueDay' | 'offerId'> {
  campaignId: CampaignId
  kind: 'INSTALL' | 'ACTION'
  clickId: string
  event: string
  receivedAt: Instant
}

/** Returns false for an event that does not bill and was reported before: only the first of a click counts. */
export async function logPostback(
  tx: Tx,
  postback: ReceivedPostback,
  reason: PostbackReason,
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into postback (campaign_id, received_at, kind, issue_day, offer_id, click_id, event, reason)
    values (${postback.campaignId}, ${at(postback.receivedAt)}, ${postback.kind}, ${postback.issueDay},
            ${postback.offerId}, ${postback.clickId}, ${postback.event}, ${reason})
        on conflict do nothing`)
  return written === 1
}

export interface ListedPostback {
  receivedAt: Instant
  kind: 'INSTALL' | 'ACTION'
  clickId: string
  event: string
  counted: boolean
  reason: string
}

/** Unlisted events count, but are not billed. */
const isCounted = (reason: string): boolean => reason === '' || reason === 'not_listed'

type ListedRow = Pick<PostbackRow, 'received_at' | 'kind' | 'click_id' | 'event'> & { final_reason: string }

/**
 * Newest first, with what billing decided meanwhile. A second install of the same device within a week is a repeat.
 * Filtered by owner: another advertiser's campaign does not exist for this query.
 */
export const listPostbacks = (
  session: ReadSession,
  { owner, campaignId }: { owner: CustomerId; campaignId: number },
  pageNo: number,
): Promise<ListedPostback[]> =>
  session.many(
    (row) => ({
      receivedAt: row.received_at,
      kind: row.kind,
      clickId: row.click_id,
      event: row.event,
      counted: isCounted(row.final_reason),
      reason: row.final_reason,
    }),
    sql<ListedRow>`
    select p.received_at, p.kind, p.click_id, p.event,
           case when p.reason <> '' then p.reason
                when u.rule = 'repeated_install' then 'repeated'
                else coalesce(u.rule, '') end as final_reason
      from postback p
      join campaign c using (campaign_id)
      left join uncharged_event u
        on u.issue_day = p.issue_day and u.offer_id = p.offer_id and u.action = p.kind and u.status = 'INVALID'
     where p.campaign_id = ${campaignId} and c.customer_id = ${owner}
     order by p.postback_id desc
     limit ${postbackRowsPerPage} offset ${(pageNo - 1) * postbackRowsPerPage}`,
  )

export const countPostbacks = (
  session: ReadSession,
  { owner, campaignId }: { owner: CustomerId; campaignId: number },
): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select count(*) as count from postback p join campaign c using (campaign_id)
     where p.campaign_id = ${campaignId} and c.customer_id = ${owner}`,
  )

export const deletePostbacksBefore = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from postback where received_at < ${at(before)}`)
