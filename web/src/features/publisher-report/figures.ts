import type { ChartType, Received, reportByApp } from '@voltline/contract'
import { sumWon } from '../../ui/table/whole-won.ts'

/** The figures of every row of a publisher's report. */
export type Figures = Pick<
  Received<typeof reportByApp>['list'][number],
  'Revenue' | 'eCPM' | 'Impressions' | 'Installs' | 'CTR'
>

/** The sum of rows. Ratios are of the total: eCPM is revenue per 1,000 impressions, 0 when either is 0. */
export function totalOf(rows: readonly Figures[]): Figures {
  const revenue = sumWon(rows.map((row) => row.Revenue))
  const impressions = rows.reduce((sum, row) => sum + row.Impressions, 0)
  const clicks = rows.reduce((sum, row) => sum + Math.round(row.CTR * row.Impressions), 0)
  return {
    Revenue: revenue,
    Impressions: impressions,
    Installs: rows.reduce((sum, row) => sum + row.Installs, 0),
    eCPM: impressions === 0 || revenue === 0 ? 0 : Math.round((revenue / impressions) * 1_000),
    CTR: impressions === 0 ? 0 : clicks / impressions,
  }
}

/** The figure that the chart plots. */
export const plotted: Record<ChartType, (row: Figures) => number> = {
  impression: (row) => row.Impressions,
  revenue: (row) => row.Revenue,
  ecpm: (row) => row.eCPM,
  ctr: (row) => row.CTR * 100,
}
