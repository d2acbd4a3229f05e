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
import type { ReadSession, Row } from '../../platform/database/database.ts'
import { type Query, sql } from '../../platform/database/sql.ts'
import type { AdPlatform } from './ad.ts'
import { countAds } from './ad-count.ts'
import type { KeptNames } from './names.ts'

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

/** Only what was asked for stands in the statement. These are the columns whose counts are kept. */
function matching(search: AdSearch): Query | undefined {
  let where: Query | undefined
  const and = (condition: Query) => {
    where = where ? sql`${where} and ${condition}` : condition
  }
  if (search.campType) and(sql`camp_type = ${search.campType}`)
  if (search.status === 'STOPPED') and(sql`status in ('FIRST', 'WAITING')`)
  else if (search.status) and(sql`status = ${search.status}`)
  if (search.product) and(sql`product = ${search.product}`)
  if (search.billingType) and(sql`billing_type = ${search.billingType}`)
  return where
}

const readRows = (session: ReadSession, ids: Query) =>
  session.many(
    toAdRow,
    sql`
    select ad_id, status, name, camp_type, product, billing_type, winning, spent_micros, billed_events
      from ad where ad_id ${ids} order by ad_id desc`,
  )

/** The page is found in the index alone; only its ten rows are read. */
const readPage = (
  session: ReadSession,
  where: Query,
  page: { order: Query; limit: number; offset: number },
) =>
  readRows(
    session,
    sql`in (select ad_id from ad where ${where}
             order by ad_id ${page.order} limit ${page.limit} offset ${page.offset})`,
  )

const newestFirst = sql`desc`
const oldestFirst = sql`asc`

interface Page {
  ads: AdRow[]
  rowCount: number
}
const { rowsPerPage } = limits

/** A page in the second half is reached from the end. */
async function pageOfKnownCount(
  session: ReadSession,
  where: Query,
  place: { offset: number; rowCount: number },
): Promise<Page> {
  const { offset, rowCount } = place
  const limit = Math.min(rowsPerPage, rowCount - offset)
  if (limit <= 0) return { ads: [], rowCount }
  const fromEnd = rowCount - offset - limit
  const page =
    fromEnd < offset ? { order: oldestFirst, limit, offset: fromEnd } : { order: newestFirst, limit, offset }
  return { ads: await readPage(session, where, page), rowCount }
}

/** Above this many ads the filters are asked for theirs, instead of being told the ads one by one. */
const toldMax = 2_000

/** Those of these ads that pass the filters too, in the same order. */
async function passing(session: ReadSession, ids: readonly AdId[], where: Query): Promise<AdId[]> {
  const told = ids.length <= toldMax ? sql`ad_id = any (${[...ids]}::int[])` : sql`true`
  const found = await session.one(
    (row) => row.ids as AdId[],
    sql`select array(select ad_id from ad where ${where} and ${told}) as ids`,
  )
  const passed = new Set(found)
  return ids.filter((id) => passed.has(id))
}

async function pageByName(session: ReadSession, named: readonly AdId[], offset: number): Promise<Page> {
  const page = named.slice(offset, offset + rowsPerPage)
  return { ads: await readRows(session, sql`= any (${page}::int[])`), rowCount: named.length }
}

/** One page of a campaign's ads, newest first. A campaign of somebody else has no ads. */
export async function pageOfAds(
  session: ReadSession,
  names: KeptNames,
  owner: CustomerId,
  search: AdSearch,
): Promise<Page> {
  const { campaignId } = search
  const own = await session.rows(sql`
    select 1 from campaign where campaign_id = ${campaignId} and customer_id = ${owner}`)
  if (own.length === 0) return { ads: [], rowCount: 0 }
  const filters = matching(search)
  const where = sql`campaign_id = ${campaignId} and ${filters ?? sql`true`}`
  const offset = (search.pageNo - 1) * rowsPerPage
  if (search.name) {
    const named = await names.search(session, campaignId, search.name)
    return pageByName(session, filters ? await passing(session, named, where) : named, offset)
  }
  const rowCount = await countAds(session, campaignId, filters ?? sql`true`)
  return pageOfKnownCount(session, where, { offset, rowCount })
}
