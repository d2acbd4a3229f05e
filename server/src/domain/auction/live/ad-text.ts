import { raw } from '../../../platform/database/sql.ts'
import { adColumns, detailColumns } from './ad-columns.ts'
import { type AdState, type DetailsText, toAdState } from './ad-state.ts'
import { textRow } from './text-row.ts'

const { text, split, read } = textRow('a', adColumns)
const details = detailColumns.map((name) => `'${name}', a.${name}`).join(', ')

/** Of a row of table ad named `a`. */
export const adTextColumns = raw(`${text} as cells, json_build_object(${details})::text as details`)

export interface AdTextRow {
  cells: string
  details: DetailsText
}

export function adFromText(row: AdTextRow): AdState {
  const cells = split(row.cells)
  return toAdState(
    {
      ad_id: read.ad_id(cells),
      campaign_id: read.campaign_id(cells),
      customer_id: read.customer_id(cells),
      product: read.product(cells),
      billing_type: read.billing_type(cells),
      camp_type: read.camp_type(cells),
      status: read.status(cells),
      review: read.review(cells),
      adult: read.adult(cells),
      day_limit_micros: read.day_limit_micros(cells),
      budget_limit_micros: read.budget_limit_micros(cells),
      min_cost_won: read.min_cost_won(cells),
      max_cost_won: read.max_cost_won(cells),
      spent_micros: read.spent_micros(cells),
      impressions: read.impressions(cells),
      billable_events: read.billable_events(cells),
      countries: read.countries(cells),
      week: read.week(cells),
    },
    row.details,
  )
}
