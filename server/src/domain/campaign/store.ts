import { type CampaignType, limits } from '@voltline/contract'
import { type CampaignId, type CustomerId, type Instant, type Micros, micros } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, contains, sql } from '../../platform/database/sql.ts'
import { type StatusCounts, statusCounts, toStatusCounts } from '../ad/ad-count.ts'
import type { Campaign } from './campaign.ts'

const columns = sql`campaign_id, name, camp_type, budget_micros, url_aos, url_ios, countries, registered_at,
                    updated_at`

const toCampaign = (row: Row): Campaign => ({
  id: row.campaign_id as CampaignId,
  name: row.name as string,
  type: row.camp_type as CampaignType,
  budget: micros(row.budget_micros as bigint),
  urls: { aos: row.url_aos as string, ios: row.url_ios as string },
  countries: row.countries as string[],
  registeredAt: row.registered_at as Instant,
  updatedAt: row.updated_at as Instant,
})

/** The owner is part of the question, so another advertiser's campaign is simply not there. */
export const findCampaign = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(
    toCampaign,
    sql`select ${columns} from campaign where campaign_id = ${id} and customer_id = ${owner}`,
  )

export const findCampaignForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(
    toCampaign,
    sql`select ${columns} from campaign where campaign_id = ${id} and customer_id = ${owner}
           for no key update`,
  )

export const allCampaigns = (session: ReadSession, owner: CustomerId) =>
  session.many(
    (row) => ({ id: row.campaign_id as CampaignId, name: row.name as string }),
    sql`select campaign_id, name from campaign where customer_id = ${owner} order by campaign_id desc`,
  )

export interface CampaignRow extends StatusCounts {
  id: CampaignId
  name: string
  type: CampaignType
  balance: Micros
}

const toCampaignRow = (row: Row): CampaignRow => ({
  id: row.campaign_id as CampaignId,
  name: row.name as string,
  type: row.camp_type as CampaignType,
  balance: micros(row.balance_micros as bigint),
  ...toStatusCounts(row),
})

export async function pageOfCampaigns(
  session: ReadSession,
  owner: CustomerId,
  search: { name: string | undefined; pageNo: number },
): Promise<{ campaigns: CampaignRow[]; rowCount: number }> {
  const matches = sql`customer_id = ${owner}
    and (${search.name ?? null}::text is null or name ilike ${contains(search.name ?? '')})`
  const campaigns = await session.many(
    toCampaignRow,
    sql`
    with page as (
      select campaign_id, name, camp_type, budget_micros - spent_micros as balance_micros
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
    sql`select count(*) from campaign where ${matches}`,
  )
  return { campaigns, rowCount }
}

export interface CampaignSummary extends StatusCounts {
  id: CampaignId
  name: string
  budget: Micros
  spent: Micros
  winning: number
}

export const summaryOf = (
  session: ReadSession,
  owner: CustomerId,
  id: number,
): Promise<CampaignSummary | undefined> =>
  session.maybeOne(
    (row) => ({
      id: row.campaign_id as CampaignId,
      name: row.name as string,
      budget: micros(row.budget_micros as bigint),
      spent: micros(row.spent_micros as bigint),
      winning: Number(row.winning),
      ...toStatusCounts(row),
    }),
    sql`
    select c.campaign_id, c.name, c.budget_micros, c.spent_micros, counts.*,
           (select count(*) from ad a
             where a.campaign_id = c.campaign_id and a.status = 'INPROGRESS' and a.winning) as winning
      from campaign c
     cross join lateral (select ${statusCounts} from ad_count n where n.campaign_id = c.campaign_id) as counts
     where c.campaign_id = ${id} and c.customer_id = ${owner}`,
  )

export const insertCampaign = (
  tx: Tx,
  owner: CustomerId,
  campaign: Omit<Campaign, 'id' | 'registeredAt' | 'updatedAt'> & {
    comment: string
    defaultTime: string
    now: Instant
  },
) =>
  tx.one(
    (row) => row.campaign_id as CampaignId,
    sql`
    insert into campaign (customer_id, name, camp_type, budget_micros, comment, default_time, url_ios, url_aos,
                          countries, registered_at, updated_at)
    values (${owner}, ${campaign.name}, ${campaign.type}, ${campaign.budget}, ${campaign.comment},
            ${campaign.defaultTime}, ${campaign.urls.ios}, ${campaign.urls.aos}, ${campaign.countries},
            ${at(campaign.now)}, ${at(campaign.now)})
    returning campaign_id`,
  )

export const saveCampaign = (tx: Tx, campaign: Campaign) =>
  tx.run(sql`
    update campaign
       set name = ${campaign.name}, url_ios = ${campaign.urls.ios}, url_aos = ${campaign.urls.aos},
           countries = ${campaign.countries}, updated_at = ${at(campaign.updatedAt)}
     where campaign_id = ${campaign.id}`)
