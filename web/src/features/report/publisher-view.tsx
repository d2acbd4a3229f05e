import { publisherDimensions, publisherMetrics, publisherReportView, type Received } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import type { Figures, ReportRow } from './figures.ts'
import { chartBy, daysIn, type LoadedReport, ReportPage, toChart, useReportView } from './report-page.tsx'

const side = {
  dimensions: publisherDimensions,
  metrics: publisherMetrics,
  metricsDefault: ['requests', 'fillRate', 'impressions', 'revenue', 'ecpm'] as const,
}

type Reply = Received<typeof publisherReportView>
type ReplyFigures = NonNullable<Reply['total']['Before']>

const toFigures = (row: ReplyFigures): Figures => ({
  ...{ requests: row.Requests, filled: row.Filled, impressions: row.Impressions, clicks: row.Clicks },
  ...{ amount: row.Revenue, activeDays: row.ActiveDays, newUsers: row.NewUsers },
})

const toRow = (
  row: ReplyFigures & { Keys?: string[]; Names?: string[]; Before?: ReplyFigures | undefined },
  days: number,
): ReportRow => ({
  ...{ keys: row.Keys ?? [], names: row.Names ?? [], days, figures: toFigures(row) },
  before: row.Before && toFigures(row.Before),
})

const toLoaded = (reply: Reply, days: { row: number; total: number }): LoadedReport => ({
  ...{ asOf: reply.asOf, before: reply.before, rows: reply.rows.map((row) => toRow(row, days.row)) },
  others: reply.others ? { ...toRow(reply.others, days.row), count: reply.others.Rows } : undefined,
  total: toRow(reply.total, days.total),
})

export function PublisherReport() {
  const state = useReportView(side)
  const { view, query } = state
  const asked = {
    ...{ startDate: view.range.start, endDate: view.range.end, metrics: view.metrics.join() },
    ...{ appID: query.get('appID') ?? '', medID: query.get('medID') ?? '' },
    ...(view.compare ? { compare: view.compare } : {}),
  }
  const drawnBy = chartBy(view)
  const call = publisherReportView
  const main = useContractQuery(
    call,
    { ...asked, by: view.by.join() },
    { keepLast: true, alertAs: 'UNKNOWN' },
  )
  const drawn = useContractQuery(
    call,
    { ...asked, by: drawnBy.join() },
    { loads: 'background', keepLast: true },
  )
  const days = { row: daysIn(view), total: daysIn({ ...view, by: [] }) }
  return (
    <ReportPage
      side={side}
      state={state}
      loaded={main.data && toLoaded(main.data, days)}
      chart={
        drawn.data &&
        toChart(
          drawnBy,
          drawn.data.rows.map((row) => toRow(row, 1)),
        )
      }
      fileName="Publisher-Report"
    />
  )
}
