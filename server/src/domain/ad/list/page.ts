import {
  type BillingType,
  type CampaignType,
  limits,
  type Product,
  type statusFilters,
} from '@voltline/contract'
import type { AdId, CampaignId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { AdRow } from '../../../platform/database/rows.ts'
import { type Query, sql } from '../../../platform/database/sql.ts'
import type { Ad } from '../ad.ts'
import { countAds } from '../counts.ts'
import { toReview } from '../store.ts'
import type { NameSearch } from './names.ts'

export interface ListedAd
  extends Pick<
    Ad,
    'id' | 'status' | 'name' | 'platform' | 'product' | 'billingType' | 'winning' | 'spentMicros' | 'review'
  > {
  billedEvents: bigint
}

type ListedAdRow = Pick<
  AdRow,
  | 'ad_id'
  | 'status'
  | 'name'
  | 'camp_type'
  | 'product'
  | 'billing_type'
  | 'winning'
  | 'spent_micros'
  | 'billed_events'
  | 'review'
  | 'review_reason'
  | 'reviewed_at'
>

const toListedAd = (row: ListedAdRow): ListedAd => ({
  id: row.ad_id,
  status: row.status,
  name: row.name,
  platform: row.camp_type,
  product: row.product,
  billingType: row.billing_type,
  winning: row.winning,
  spentMicros: row.spent_micros,
  billedEvents: row.billed_events,
  review: toReview(row),
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

/** Filters only by the columns that are counted in ad_count; undefined without any filter. */
function matching(search: AdSearch): Query | undefined {
  let where: Query | undefined
  const and = (condition: Query) => {
    where = where ? sql`${where} and ${condition}` : condition
  }
  // An ad for both platforms runs on each of them.
  if (search.campType === 'AOS' || search.campType === 'IOS') {
    and(sql`camp_type in (${search.campType}, 'BOTH')`)
  } else if (search.campType) and(sql`camp_type = ${search.campType}`)
  if (search.status === 'STOPPED') and(sql`status in ('FIRST', 'WAITING')`)
  else if (search.status) and(sql`status = ${search.status}`)
  if (search.product) and(sql`product = ${search.product}`)
  if (search.billingType) and(sql`billing_type = ${search.billingType}`)
  return where
}

const readRows = (session: ReadSession, ids: Query) =>
  session.many(
    toListedAd,
    sql<ListedAdRow>`
    select ad_id, status, name, camp_type, product, billing_type, winning, spent_micros, billed_events,
           review, review_reason, reviewed_at
      from ad where ad_id ${ids} order by ad_id desc`,
  )

/** The page is found by the index alone; only its rows are read. */
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
  ads: ListedAd[]
  rowCount: number
}
const { rowsPerPage } = limits

/** A page in the second half is read from the end. */
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

/** Above this many ids the filters are applied to the whole campaign, which is faster than a long list of ids. */
const idsMax = 2_000

/** The ads among these that pass the filters, in the same order. */
async function passing(session: ReadSession, ids: readonly AdId[], where: Query): Promise<AdId[]> {
  const among = ids.length <= idsMax ? sql`ad_id = any (${[...ids]}::int[])` : sql`true`
  const found = await session.one(
    (row) => row.ids,
    sql<{ ids: AdId[] }>`select array(select ad_id from ad where ${where} and ${among}) as ids`,
  )
  const passed = new Set(found)
  return ids.filter((id) => passed.has(id))
}

async function pageByName(session: ReadSession, named: readonly AdId[], offset: number): Promise<Page> {
  const page = named.slice(offset, offset + rowsPerPage)
  return { ads: await readRows(session, sql`= any (${page}::int[])`), rowCount: named.length }
}

/** One page of a campaign's ads, newest first. */
export async function pageOfAds(session: ReadSession, names: NameSearch, search: AdSearch): Promise<Page> {
  const { campaignId } = search
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
