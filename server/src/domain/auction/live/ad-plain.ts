import { microsNumber } from '@voltline/kernel'
import type { AdRow } from '../../../platform/database/rows.ts'
import { raw } from '../../../platform/database/sql.ts'
import { type AdColumn, adColumns, type DetailsRow, detailColumns } from './ad-columns.ts'
import { type AdState, type DetailsText, toAdState } from './ad-state.ts'

/** The reference implementation of `ad-text.ts`: every column as a column. Of a row of table ad named `a`. */
export const adPlainColumns = raw(
  [...Object.keys(adColumns), ...detailColumns].map((name) => `a.${name}`).join(', '),
)

export type AdPlainRow = Pick<AdRow, AdColumn> & DetailsRow

export function adFromRow(row: AdPlainRow): AdState {
  const { name, materials, url_ios, url_aos, app_info, video_ms } = row
  const details = JSON.stringify({
    name,
    materials,
    url_ios,
    url_aos,
    app_info,
    video_ms,
  } satisfies DetailsRow)
  return toAdState(
    {
      ...row,
      day_limit_micros: microsNumber(row.day_limit_micros),
      budget_limit_micros: microsNumber(row.budget_limit_micros),
      spent_micros: microsNumber(row.spent_micros),
      impressions: Number(row.impressions),
      billable_events: Number(row.billable_events),
    },
    details as DetailsText,
  )
}
