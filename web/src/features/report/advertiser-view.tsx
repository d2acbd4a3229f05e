import { adDimensions, adMetrics, adReportView, type Received } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import type { Figures, ReportRow } from './figures.ts'
import { chartBy, daysIn, type LoadedReport, ReportPage, toChart, useReportView } from './report-page.tsx'

const side = {
  dimensions: adDimensions,
  metrics: adMetrics,
  metricsDefault: ['impressions', 'clicks', 'ctr', 'spend', 'ecpm'] as const,
}

type Reply = Received<typeof adReportView>
type ReplyFigures = NonNullable<Reply['total']['Before']>

const toFigures = (row: ReplyFigures): Figures => ({
  ...{ impressions: row.Impressions, clicks: row.Clicks, watches: row.Watches, installs: row.Installs },
  ...{ actions: row.Actions, amount: row.Spend, paid: row.Paid, unpaid: row.Unpaid },
})

const toRow = (
  row: ReplyFigures & { Keys?: string[]; Names?: string[]; Before?: ReplyFigures | undefined },
  days: number,
): ReportRow => ({
  ...{ keys: row.Keys ?? [], names: row.Names ?? [], days, figures: toFigures(row) },
  before: row.Before && toFigures(row.Before),
})

const toLoaded = (reply: Reply, days: number): LoadedReport => ({
  ...{ asOf: reply.asOf, before: reply.before, rows: reply.rows.map((row) => toRow(row, days)) },
  others: reply.others ? { ...toRow(reply.others, days), count: reply.others.Rows } : undefined,
  total: toRow(reply.total, days),
})

export function AdvertiserReport() {
  const state = useReportView(side)
  const { view, query } = state
  const asked = {
    ...{ startDate: view.range.start, endDate: view.range.end },
    ...{ campID: query.get('campID') ?? '', proID: query.get('proID') ?? '' },
    ...(view.compare ? { compare: view.compare } : {}),
  }
  const drawnBy = chartBy(view)
  const main = useContractQuery(
    adReportView,
    { ...asked, by: view.by.join() },
    { keepLast: true, alertAs: 'UNKNOWN' },
  )
  const drawn = useContractQuery(
    adReportView,
    { ...asked, by: drawnBy.join() },
    { loads: 'background', keepLast: true },
  )
  return (
    <ReportPage
      side={side}
      state={state}
      loaded={main.data && toLoaded(main.data, daysIn(view))}
      chart={
        drawn.data &&
        toChart(
          drawnBy,
          drawn.data.rows.map((row) => toRow(row, 1)),
        )
      }
      fileName="Advertiser-Report"
    />
  )
}
