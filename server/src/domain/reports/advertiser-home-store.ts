import type { PricingModel } from '@voltline/contract'
import { type AdId, type CampaignId, type CustomerId, micros, type Won } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DearestBids } from './advertiser-home.ts'

export const totalsOf = (session: ReadSession, owner: CustomerId) =>
  session.one(
    (row) => ({
      impressions: Number(row.impressions),
      clicks: Number(row.clicks),
      campaigns: Number(row.campaigns),
    }),
    sql`
    select coalesce(sum(impressions), 0)::bigint as impressions, coalesce(sum(clicks), 0)::bigint as clicks,
           (select count(*) from campaign where customer_id = ${owner}) as campaigns
      from ad where customer_id = ${owner}`,
  )

export const dearestBids = (session: ReadSession, owner: CustomerId): Promise<DearestBids> =>
  session.many(
    (row) => ({ billingType: row.billing_type as PricingModel, minCostWon: row.min_cost_won as Won }),
    sql`
    select billing_type, max(min_cost_won) as min_cost_won from ad
     where customer_id = ${owner} and status = 'INPROGRESS' group by billing_type`,
  )

export interface AdRef {
  id: AdId
  name: string
  campaignId: CampaignId
}

export const neverStarted = async (
  session: ReadSession,
  owner: CustomerId,
  rowsMax: number,
): Promise<{ count: number; ads: AdRef[] }> => {
  const first = sql`customer_id = ${owner} and status = 'FIRST'`
  const ads = await session.many(
    (row) => ({
      id: row.ad_id as AdId,
      name: row.name as string,
      campaignId: row.campaign_id as CampaignId,
    }),
    sql`select ad_id, name, campaign_id from ad where ${first} order by ad_id desc limit ${rowsMax}`,
  )
  if (ads.length < rowsMax) return { count: ads.length, ads }
  const count = await session.one((row) => Number(row.count), sql`select count(*) from ad where ${first}`)
  return { count, ads }
}

/** Campaigns in progress of which at most a tenth of the budget is left. */
export const campaignsRunningOut = (session: ReadSession, owner: CustomerId) =>
  session.many(
    (row) => ({
      id: row.campaign_id as CampaignId,
      name: row.name as string,
      budget: micros(row.budget_micros as bigint),
      left: micros(row.left_micros as bigint),
    }),
    sql`
    select c.campaign_id, c.name, c.budget_micros, c.budget_micros - c.spent_micros as left_micros
      from campaign c
     where c.customer_id = ${owner} and (c.budget_micros - c.spent_micros) * 10 <= c.budget_micros
       and exists (select from ad a where a.campaign_id = c.campaign_id and a.status = 'INPROGRESS')
     order by c.campaign_id desc`,
  )

export const campaignNames = (session: ReadSession, owner: CustomerId, ids: readonly CampaignId[]) =>
  session.many(
    (row) => ({ id: row.campaign_id as CampaignId, name: row.name as string }),
    sql`
    select campaign_id, name from campaign
     where customer_id = ${owner} and campaign_id = any (${[...ids]}::int[])`,
  )
