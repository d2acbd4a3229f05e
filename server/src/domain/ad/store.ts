import type { AdStatus, AppInfo, CampaignType, PricingModel, Product } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type CustomerId,
  type Instant,
  type Micros,
  micros,
  type Won,
} from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type Folder, isFileName } from '../../platform/files/file.ts'
import type { Ad, AdContent, AdPlatform } from './ad.ts'
import type { Material } from './draft.ts'

const columns = sql`a.ad_id, a.campaign_id, a.product, a.billing_type, a.name, a.comment, a.camp_type, a.url_ios,
                    a.url_aos, a.materials, a.countries, a.adult, a.week, a.day_limit_micros,
                    a.budget_limit_micros, a.min_cost_won, a.max_cost_won, a.gm_id, a.aud_id, a.video_length, a.app_info,
                    a.status, a.winning, a.spent_micros, a.registered_at, a.updated_at`

const toAd = (row: Row): Ad => ({
  id: row.ad_id as AdId,
  campaignId: row.campaign_id as CampaignId,
  product: row.product as Product,
  billingType: row.billing_type as PricingModel,
  name: row.name as string,
  comment: row.comment as string,
  platform: row.camp_type as AdPlatform,
  urls: { aos: row.url_aos as string, ios: row.url_ios as string },
  materials: row.materials as string[],
  countries: row.countries as string[],
  adult: row.adult as boolean,
  week: row.week as number[],
  dayLimit: micros(row.day_limit_micros as bigint),
  budgetLimit: micros(row.budget_limit_micros as bigint),
  minCostWon: row.min_cost_won as Won,
  maxCostWon: row.max_cost_won as Won,
  gmId: row.gm_id as number,
  audId: row.aud_id as number,
  videoSeconds: row.video_length as number,
  appInfo: row.app_info as AppInfo | null,
  status: row.status as AdStatus,
  winning: row.winning as boolean,
  spent: micros(row.spent_micros as bigint),
  registeredAt: row.registered_at as Instant,
  updatedAt: row.updated_at as Instant,
})

/** The owner is part of the question, so another advertiser's ad is simply not there. */
export const findAd = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(
    (row) => ({ ad: toAd(row), campaignName: row.campaign_name as string }),
    sql`
    select ${columns}, c.name as campaign_name
      from ad a join campaign c using (campaign_id)
     where a.ad_id = ${id} and a.customer_id = ${owner}`,
  )

/** Held until the transaction ends: everything that moves an ad from state to state waits here. */
export const lockAd = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(
    toAd,
    sql`select ${columns} from ad a where a.ad_id = ${id} and a.customer_id = ${owner} for no key update`,
  )

/** The statement says which state it expects; under the ad's lock it is always met. */
export const saveStatus = (tx: Tx, ad: Pick<Ad, 'id' | 'status'>, status: AdStatus, now: Instant) =>
  tx.run(sql`
    update ad set status = ${status}, updated_at = ${at(now)}
     where ad_id = ${ad.id} and status = ${ad.status}`)

export interface CampaignFrame {
  id: CampaignId
  type: CampaignType
  budget: Micros
}

/** The campaign of an ad, when it is the caller's. */
export const findFrame = (tx: Tx, owner: CustomerId, campaignId: number) =>
  tx.maybeOne(
    (row): CampaignFrame => ({
      id: row.campaign_id as CampaignId,
      type: row.camp_type as CampaignType,
      budget: micros(row.budget_micros as bigint),
    }),
    sql`
    select campaign_id, camp_type, budget_micros from campaign
     where campaign_id = ${campaignId} and customer_id = ${owner} for key share`,
  )

/**
 * The files of these names in their order; undefined unless every one is a stored file of this customer, so that a
 * foreign, a missing and an unfinished file all look the same.
 */
export async function findMaterials(
  tx: Tx,
  owner: CustomerId,
  names: readonly string[],
): Promise<Material[] | undefined> {
  if (!names.every(isFileName)) return undefined
  const found = await tx.many(
    (row): Material => ({
      name: row.name as string,
      folder: row.folder as Folder,
      durationMs: (row.duration_ms as number | null) ?? undefined,
    }),
    sql`
    select f.name, f.folder, coalesce(source.duration_ms, f.duration_ms) as duration_ms
      from file f left join file source on source.file_id = f.made_from
     where f.customer_id = ${owner} and f.name = any (${[...names]}) and f.state = 'STORED'`,
  )
  const byName = new Map(found.map((one) => [one.name, one]))
  const inOrder = names.flatMap((name) => byName.get(name) ?? [])
  return inOrder.length === names.length ? inOrder : undefined
}

export interface NewAd extends AdContent {
  campaignId: CampaignId
  product: Product
  billingType: PricingModel
  name: string
}

const appInfoText = (ad: AdContent) => (ad.appInfo === null ? null : JSON.stringify(ad.appInfo))

export const insertAd = (tx: Tx, owner: CustomerId, ad: NewAd, now: Instant) =>
  tx.one(
    (row) => row.ad_id as AdId,
    sql`
    insert into ad (campaign_id, customer_id, product, billing_type, name, comment, camp_type, url_ios, url_aos,
                    materials, countries, adult, week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won,
                    gm_id, aud_id, video_length, app_info, registered_at, updated_at)
    values (${ad.campaignId}, ${owner}, ${ad.product}, ${ad.billingType}, ${ad.name}, ${ad.comment},
            ${ad.platform}, ${ad.urls.ios}, ${ad.urls.aos}, ${ad.materials}, ${ad.countries}, ${ad.adult},
            ${ad.week}, ${ad.dayLimit}, ${ad.budgetLimit}, ${ad.minCostWon}, ${ad.maxCostWon}, ${ad.gmId},
            ${ad.audId}, ${ad.videoSeconds}, ${appInfoText(ad)}, ${at(now)}, ${at(now)})
    returning ad_id`,
  )

export const saveContent = (tx: Tx, ad: Pick<Ad, 'id' | 'status'>, content: AdContent, now: Instant) =>
  tx.run(sql`
    update ad
       set comment = ${content.comment}, camp_type = ${content.platform}, url_ios = ${content.urls.ios},
           url_aos = ${content.urls.aos}, materials = ${content.materials}, countries = ${content.countries},
           adult = ${content.adult}, week = ${content.week}, day_limit_micros = ${content.dayLimit},
           budget_limit_micros = ${content.budgetLimit}, min_cost_won = ${content.minCostWon},
           max_cost_won = ${content.maxCostWon}, gm_id = ${content.gmId}, aud_id = ${content.audId},
           video_length = ${content.videoSeconds}, app_info = ${appInfoText(content)}, updated_at = ${at(now)}
     where ad_id = ${ad.id} and status = ${ad.status}`)
