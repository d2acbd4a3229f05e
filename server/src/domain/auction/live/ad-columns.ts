import { adReviews, adStatuses, platforms, pricingModels, products } from '@voltline/contract'
import type { AdId, CampaignId, CustomerId } from '@voltline/kernel'
import type { AdRow } from '../../../platform/database/rows.ts'
import {
  booleanColumn,
  countColumn,
  enumColumn,
  type InMemory,
  idColumn,
  integersColumn,
  microsColumn,
  type TextColumns,
  textsColumn,
  wonColumn,
} from './text-row.ts'

/** The columns of an ad that decisions use, and how each is read. Their order here is their order in the text. */
export const adColumns = {
  ad_id: idColumn<AdId>(),
  campaign_id: idColumn<CampaignId>(),
  customer_id: idColumn<CustomerId>(),
  product: enumColumn(products),
  billing_type: enumColumn(pricingModels),
  camp_type: enumColumn([...platforms, 'BOTH']),
  status: enumColumn(adStatuses),
  review: enumColumn(adReviews),
  adult: booleanColumn,
  day_limit_micros: microsColumn,
  budget_limit_micros: microsColumn,
  min_cost_won: wonColumn,
  max_cost_won: wonColumn,
  spent_micros: microsColumn,
  impressions: countColumn,
  billable_events: countColumn,
  countries: textsColumn,
  week: integersColumn,
} satisfies TextColumns<AdRow>

export type AdColumn = keyof typeof adColumns
export type AdColumns = { readonly [C in AdColumn]: InMemory<AdRow[C]> }

/** The columns that only a reply or a click needs. */
export const detailColumns = [
  'name',
  'materials',
  'url_ios',
  'url_aos',
  'app_info',
  'video_ms',
] as const satisfies (keyof AdRow)[]
export type DetailsRow = Pick<AdRow, (typeof detailColumns)[number]>
