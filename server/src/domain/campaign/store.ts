import { limits } from '@voltline/contract'
import type { CampaignId, CustomerId, Instant, Micros } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { CampaignRow } from '../../platform/database/rows.ts'
import { at, contains, sql } from '../../platform/database/sql.ts'
import { type StatusCountColumns, type StatusCounts, statusCounts, toStatusCounts } from '../ad/counts.ts'
import type { Campaign, CampaignRef } from './campaign.ts'

type CampaignColumns = Omit<CampaignRow, 'customer_id' | 'comment' | 'default_time' | 'postback_events'>

const campaignColumns = sql`c.campaign_id, c.name, c.camp_type, c.budget_micros, c.spent_micros, c.url_aos,
                            c.url_ios, c.countries, c.registered_at, c.updated_at`

const toCampaign = (row: CampaignColumns): Campaign => ({
  id: row.campaign_id,
  name: row.name,
  type: row.camp_type,
  budgetMicros: row.budget_micros,
  spentMicros: row.spent_micros,
  urls: { aos: row.url_aos, ios: row.url_ios },
  countries: row.countries,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

/** Filtered by owner: another advertiser's campaign does not exist for this query. */
export const findCampaign = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(
    toCampaign,
    sql<CampaignColumns>`
    select ${campaignColumns} from campaign c where c.campaign_id = ${id} and c.customer_id = ${owner}`,
  )

export const findCampaignForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(
    toCampaign,
    sql<CampaignColumns>`
    select ${campaignColumns} from campaign c where c.campaign_id = ${id} and c.customer_id = ${owner}
       for no key update`,
  )

/** Locked against deletion only: ads are added to a campaign while billing updates what it has spent. */
export const findCampaignForAd = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(
    toCampaign,
    sql<CampaignColumns>`
    select ${campaignColumns} from campaign c where c.campaign_id = ${id} and c.customer_id = ${owner}
       for key share`,
  )

type CampaignRefRow = Pick<CampaignRow, 'campaign_id' | 'name'>
const toCampaignRef = (row: CampaignRefRow): CampaignRef => ({ id: row.campaign_id, name: row.name })

/** Every campaign, newest first. */
export const allCampaigns = (session: ReadSession, owner: CustomerId): Promise<CampaignRef[]> =>
  session.many(
    toCampaignRef,
    sql<CampaignRefRow>`
    select campaign_id, name from campaign where customer_id = ${owner} order by campaign_id desc`,
  )

export const findCampaigns = (
  session: ReadSession,
  owner: CustomerId,
  ids: readonly CampaignId[],
): Promise<CampaignRef[]> =>
  session.many(
    toCampaignRef,
    sql<CampaignRefRow>`
    select campaign_id, name from campaign
     where customer_id = ${owner} and campaign_id = any (${[...ids]}::int[])`,
  )

export const countCampaigns = (session: ReadSession, owner: CustomerId): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from campaign where customer_id = ${owner}`,
  )

/** The campaign that a list or report shows: the given one, or else the newest; 0 without any. */
export async function chooseCampaign(
  session: ReadSession,
  owner: CustomerId,
  given: number | undefined,
): Promise<CampaignId> {
  if (given) return given as CampaignId
  const newest = await session.maybeOne(
    (row) => row.campaign_id,
    sql<Pick<CampaignRow, 'campaign_id'>>`
    select campaign_id from campaign where customer_id = ${owner} order by campaign_id desc limit 1`,
  )
  return newest ?? (0 as CampaignId)
}

export interface ListedCampaign extends StatusCounts, Pick<Campaign, 'id' | 'name' | 'type'> {
  remainingMicros: Micros
}

type ListedCampaignRow = Pick<CampaignRow, 'campaign_id' | 'name' | 'camp_type'> &
  StatusCountColumns & { remaining_micros: Micros }

const toListedCampaign = (row: ListedCampaignRow): ListedCampaign => ({
  id: row.campaign_id,
  name: row.name,
  type: row.camp_type,
  remainingMicros: row.remaining_micros,
  ...toStatusCounts(row),
})

/** One page of campaigns, newest first. */
export async function pageOfCampaigns(
  session: ReadSession,
  owner: CustomerId,
  search: { name: string | undefined; pageNo: number },
): Promise<{ campaigns: ListedCampaign[]; rowCount: number }> {
  const matches = sql`customer_id = ${owner}
    and (${search.name ?? null}::text is null or name ilike ${contains(search.name ?? '')})`
  const campaigns = await session.many(
    toListedCampaign,
    sql<ListedCampaignRow>`
    with page as (
      select campaign_id, name, camp_type, budget_micros - spent_micros as remaining_micros
        from campaign where ${matches} order by campaign_id desc
       limit ${limits.rowsPerPage} offset ${(search.pageNo - 1) * limits.rowsPerPage})
    select page.*, counts.*
      from page
     cross join lateral (
       select ${statusCounts} from ad_count n where n.campaign_id = page.campaign_id) as counts
     order by page.campaign_id desc`,
  )
  const rowCount = await session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from campaign where ${matches}`,
  )
  return { campaigns, rowCount }
}

export interface CampaignSummary extends StatusCounts {
  campaign: Campaign
  winning: number
}

export const summaryOf = (
  session: ReadSession,
  owner: CustomerId,
  id: number,
): Promise<CampaignSummary | undefined> =>
  session.maybeOne(
    (row) => ({ campaign: toCampaign(row), winning: Number(row.winning), ...toStatusCounts(row) }),
    sql<CampaignColumns & StatusCountColumns & { winning: bigint }>`
    select ${campaignColumns}, counts.*,
           (select count(*) from ad a
             where a.campaign_id = c.campaign_id and a.status = 'INPROGRESS' and a.winning) as winning
      from campaign c
     cross join lateral (select ${statusCounts} from ad_count n where n.campaign_id = c.campaign_id) as counts
     where c.campaign_id = ${id} and c.customer_id = ${owner}`,
  )

/** Campaigns with an ad in progress and at most a tenth of the budget left, newest first. */
export const campaignsRunningOut = (session: ReadSession, owner: CustomerId): Promise<Campaign[]> =>
  session.many(
    toCampaign,
    sql<CampaignColumns>`
    select ${campaignColumns}
      from campaign c
     where c.customer_id = ${owner} and (c.budget_micros - c.spent_micros) * 10 <= c.budget_micros
       and exists (select from ad a where a.campaign_id = c.campaign_id and a.status = 'INPROGRESS')
     order by c.campaign_id desc`,
  )

export interface NewCampaign extends Pick<Campaign, 'name' | 'type' | 'budgetMicros' | 'urls' | 'countries'> {
  comment: string
  defaultTime: string
}

export const insertCampaign = (
  tx: Tx,
  owner: CustomerId,
  campaign: NewCampaign,
  now: Instant,
): Promise<CampaignId> =>
  tx.one(
    (row) => row.campaign_id,
    sql<Pick<CampaignRow, 'campaign_id'>>`
    insert into campaign (customer_id, name, camp_type, budget_micros, comment, default_time, url_ios, url_aos,
                          countries, registered_at, updated_at)
    values (${owner}, ${campaign.name}, ${campaign.type}, ${campaign.budgetMicros}, ${campaign.comment},
            ${campaign.defaultTime}, ${campaign.urls.ios}, ${campaign.urls.aos}, ${campaign.countries},
            ${at(now)}, ${at(now)})
    returning campaign_id`,
  )

export const saveCampaign = (tx: Tx, campaign: Campaign) =>
  tx.run(sql`
    update campaign
       set name = ${campaign.name}, url_ios = ${campaign.urls.ios}, url_aos = ${campaign.urls.aos},
           countries = ${campaign.countries}, updated_at = ${at(campaign.updatedAt)}
     where campaign_id = ${campaign.id}`)
