import type {
  AdStatus,
  BillingType,
  CampaignType,
  PricingModel,
  Product,
  statusFilters,
} from '@voltline/contract'
import { limits } from '@voltline/contract'
import { type AdId, type CampaignId, type CustomerId, type Micros, micros } from '@voltline/kernel'
import type { Row, Session } from '../../../platform/database/database.ts'
import { contains, type Query, sql } from '../../../platform/database/sql.ts'
import type { AdPlatform } from './ad.ts'

export interface AdRow {
  id: AdId
  status: AdStatus
  name: string
  platform: AdPlatform
  product: Product
  billingType: PricingModel
  winning: boolean
  spent: Micros
  billedEvents: bigint
}

const toAdRow = (row: Row): AdRow => ({
  id: row.ad_id as AdId,
  status: row.status as AdStatus,
  name: row.name as string,
  platform: row.camp_type as AdPlatform,
  product: row.product as Product,
  billingType: row.billing_type as PricingModel,
  winning: row.winning as boolean,
  spent: micros(row.spent_micros as bigint),
  billedEvents: row.billed_events as bigint,
})

export interface AdSearch {
  campaignId: CampaignId
  name?: string | undefined
  campType?: CampaignType | undefined
  status?: (typeof statusFilters)[number] | undefined
  product?: Product | undefined
  billingType?: BillingType | undefined
  pageNo: number
}

/** Only what was asked for stands in the statement, so that a plain list is counted from the index alone. */
function matching(search: AdSearch): Query {
  let where = sql`campaign_id = ${search.campaignId}`
  const and = (condition: Query) => {
    where = sql`${where} and ${condition}`
  }
  if (search.name) and(sql`name_key like lower(${contains(search.name)})`)
  if (search.campType) and(sql`camp_type = ${search.campType}`)
  if (search.status === 'STOPPED') and(sql`status in ('FIRST', 'WAITING')`)
  else if (search.status) and(sql`status = ${search.status}`)
  if (search.product) and(sql`product = ${search.product}`)
  if (search.billingType) and(sql`billing_type = ${search.billingType}`)
  return where
}

const nothing = { ads: [], rowCount: 0 }

/** One page of a campaign's ads, newest first. A campaign of somebody else has no ads. */
export async function pageOfAds(
  session: Session,
  owner: CustomerId,
  search: AdSearch,
): Promise<{ ads: AdRow[]; rowCount: number }> {
  const own = await session.rows(sql`
    select 1 from campaign where campaign_id = ${search.campaignId} and customer_id = ${owner}`)
  if (own.length === 0) return nothing
  const where = matching(search)
  const offset = (search.pageNo - 1) * limits.rowsPerPage
  // The page is found in the index alone; only its ten rows are read.
  const ads = await session.many(
    toAdRow,
    sql`
    select ad_id, status, name, camp_type, product, billing_type, winning, spent_micros, billed_events
      from ad
     where ad_id in (select ad_id from ad where ${where}
                      order by ad_id desc limit ${limits.rowsPerPage} offset ${offset})
     order by ad_id desc`,
  )
  // A page that is not full is the last one and says by itself how many there are.
  const isLast = ads.length < limits.rowsPerPage && (ads.length > 0 || offset === 0)
  if (isLast) return { ads, rowCount: offset + ads.length }
  const rowCount = await session.one((row) => Number(row.count), sql`select count(*) from ad where ${where}`)
  return { ads, rowCount }
}
