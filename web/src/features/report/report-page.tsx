import { IconDownload, IconLink } from '@tabler/icons-react'
import { type Day, daysBetween } from '@voltline/kernel'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { Button } from '../../ui/controls/button.tsx'
import { dayAt } from '../../ui/dates/range.ts'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Card } from '../../ui/page/card.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import { changeOf, kindOf, type Metric, metricValue, type ReportRow, sorted } from './figures.ts'
import classes from './report.module.css'
import { type ChartRows, ReportChart } from './report-chart.tsx'
import { ReportControls } from './report-controls.tsx'
import { csvRows, ReportTable } from './report-table.tsx'
import { type Dimension, useReportTexts } from './use-report-texts.ts'
import { type ReportSide, type ReportView, readView, type ViewChange, withChange } from './view-address.ts'

type View = ReportView<Dimension, Metric>

/** A report as the server returned it, with the figures of both consoles under the same names. */
export interface LoadedReport {
  asOf: string | undefined
  before: { start: string; end: string } | undefined
  rows: readonly ReportRow[]
  others: (ReportRow & { count: number }) | undefined
  total: ReportRow
}

/** The view in the address, and how to change it. */
export function useReportView(side: ReportSide<Dimension, Metric>) {
  const [query, setQuery] = useSearchParams()
  const offset = useSession()?.user.TimezoneOffset ?? 0
  const daysMax = useSearchDays()
  const [openedAt] = useState(Date.now)
  const today = dayAt(openedAt, offset)
  const view = readView(query, side, { today, daysMax })
  const change = (changed: ViewChange) => setQuery((before) => withChange(before, changed), { replace: true })
  return { view, change, today, daysMax, query }
}

/** How many days a row of the report covers. */
export const daysIn = (view: View): number =>
  view.by.includes('day')
    ? 1
    : daysBetween({ start: view.range.start as Day, end: view.range.end as Day }) + 1

/** The breakdown of the chart: over time, and by the first dimension that is no time. */
export function chartBy(view: View): readonly Dimension[] {
  const times = view.by.filter((dimension) => dimension === 'day' || dimension === 'hour')
  if (times.length > 0) return view.by
  const isOneDay = view.range.start === view.range.end
  return [isOneDay ? 'hour' : 'day', ...view.by.slice(0, 1)]
}

/** Each hour of each day is too fine for a chart with days, so the hours of a day are added up. */
export function toChart(by: readonly Dimension[], rows: readonly ReportRow[]): ChartRows {
  const time = by.includes('day') && !by.includes('hour') ? 'day' : by.includes('day') ? 'day' : 'hour'
  const group = by.find((dimension) => dimension !== 'day' && dimension !== 'hour')
  if (!(by.includes('day') && by.includes('hour'))) return { time, group, by, rows }
  const timed = rows.map((row) => {
    const [day = '', hour = ''] = by[0] === 'day' ? row.keys : row.keys.toReversed()
    return { ...row, keys: [`${day} ${hour.padStart(2, '0')}:00`], names: [''] }
  })
  return { time: 'day', group: undefined, by: ['day'], rows: timed }
}

export interface ReportPageProps {
  side: ReportSide<Dimension, Metric>
  loaded: LoadedReport | undefined
  chart: ChartRows | undefined
  state: ReturnType<typeof useReportView>
  /** The first part of a file's name. */
  fileName: string
}

/** One report per console: what is shown is in the address, so a link reproduces it. */
export function ReportPage({ side, loaded, chart, state, fileName }: ReportPageProps) {
  const { t } = useI18n()
  const zone = useSession()?.user.ShortName ?? ''
  const { view, change } = state
  const { before } = loaded ?? {}
  const hasRows = loaded?.rows.some(
    (row) => metricValue('impressions', row.figures, 1) || row.figures.requests,
  )
  return (
    <>
      <PageHead
        title={t('report.title')}
        facts={
          <>
            {t('report.facts', { zone })} {before ? t('report.comparedWith', before) : ''}
          </>
        }
        actions={<Actions view={view} loaded={loaded} fileName={fileName} />}
      />
      <AsOf time={loaded?.asOf} />
      <Card pad="none">
        <ReportControls
          side={side}
          view={view}
          today={state.today}
          daysMax={state.daysMax}
          onChange={change}
        />
      </Card>
      {loaded ? <Totals view={view} total={loaded.total} /> : null}
      {loaded && !hasRows ? null : <ReportChart chart={chart} metrics={view.metrics} />}
      {loaded ? <NotKnown view={view} total={loaded.total} /> : null}
      <ReportTable
        view={view}
        rows={loaded?.rows}
        others={loaded?.others}
        total={loaded?.total}
        onSort={(sort) => change({ sort })}
      />
    </>
  )
}

/** Says which of the chosen metrics are not counted by the chosen dimensions. */
function NotKnown({ view, total: { figures } }: { view: View; total: ReportRow }) {
  const { t } = useI18n()
  const needs: Partial<Record<Metric, number | null | undefined>> = {
    ...{ requests: figures.requests, fillRate: figures.requests },
    ...{ dau: figures.activeDays, newUsers: figures.activeDays, revenuePerDau: figures.activeDays },
  }
  const missing = view.metrics.filter((metric) => needs[metric] === null)
  if (missing.length === 0) return null
  const by = view.by.map((dimension) => t(`report.by.${dimension}`)).join(', ')
  const metrics = missing.map((metric) => t(`report.metric.${metric}`)).join(', ')
  return <p className={classes.note}>{t('report.notKnown', { by, metrics })}</p>
}

const tilesMax = 5

function Totals({ view, total }: { view: View; total: ReportRow }) {
  const { t } = useI18n()
  const texts = useReportTexts()
  const units = { count: '', rate: '%', won: t('ui.krw'), price: t('ui.krw') }
  return (
    <Tiles
      label={t('ui.total')}
      tiles={view.metrics.slice(0, tilesMax).map((metric) => ({
        key: metric,
        label: t(`report.metric.${metric}`),
        figure: texts.value(metric, metricValue(metric, total.figures, total.days)),
        unit: metricValue(metric, total.figures, total.days) === null ? '' : units[kindOf(metric)],
        ...(total.before ? { hint: texts.change(changeOf(metric, total)) } : {}),
      }))}
    />
  )
}

function Actions({
  view,
  loaded,
  fileName,
}: {
  view: View
  loaded: LoadedReport | undefined
  fileName: string
}) {
  const { t } = useI18n()
  const texts = useReportTexts()
  function save() {
    if (!loaded) return
    const { rows, others, total } = loaded
    const rest = others
      ? [{ ...others, names: [t('report.others', { count: others.count })], keys: ['others'] }]
      : []
    const lines = csvRows(view, [...sorted(rows, view.sort), ...rest], total, {
      ...{ texts, byName: (dimension) => t(`report.by.${dimension}`) },
      ...{ beforeName: t('report.before'), totalName: t('ui.total') },
    })
    download(csvFile(lines), `${fileName}-${view.range.start}-${view.range.end}.csv`)
  }
  async function copy() {
    await navigator.clipboard.writeText(window.location.href)
    showToast(t('ui.copied'))
  }
  return (
    <>
      <Button icon={<IconLink size={18} stroke={1.75} />} onClick={() => void copy()}>
        {t('report.copyLink')}
      </Button>
      <Button icon={<IconDownload size={18} stroke={1.75} />} disabled={!loaded} onClick={save}>
        {t('report.csv')}
      </Button>
    </>
  )
}
