import { IconChartLine } from '@tabler/icons-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart, type ChartPoint, type ChartSeries } from '../../ui/chart/chart.tsx'
import { Card } from '../../ui/page/card.tsx'
import { PickButton, PickOne } from '../../ui/popups/pick-button.tsx'
import { kindOf, type Metric, metricValue, type ReportRow } from './figures.ts'
import { type Dimension, useReportTexts } from './use-report-texts.ts'

const seriesMax = 5

/** The rows of a chart: by a dimension of time, and perhaps by one more. */
export interface ChartRows {
  time: 'day' | 'hour'
  group: Dimension | undefined
  by: readonly Dimension[]
  rows: readonly ReportRow[]
}

/** The largest groups, each as a line; without groups one line, and one of the period before. */
function linesOf({ group, by, rows }: ChartRows, metric: Metric) {
  const at = group ? by.indexOf(group) : -1
  const groups = Map.groupBy(rows, (row) => (at < 0 ? '' : (row.keys[at] ?? '')))
  const size = (of: readonly ReportRow[]) =>
    of.reduce(
      (sum, row) =>
        sum +
        (kindOf(metric) === 'rate' ? row.figures.impressions : (metricValue(metric, row.figures, 1) ?? 0)),
      0,
    )
  return [...groups]
    .toSorted(([, one], [, other]) => size(other) - size(one))
    .slice(0, seriesMax)
    .map(([key, of]) => ({ key, name: of[0]?.names[at] ?? key, rows: of }))
}

interface PointTerms {
  metric: Metric
  /** Rates are drawn in percent. */
  scale: number
  keyText: ReturnType<typeof useReportTexts>['keyText']
}

/** A chart of groups has no room for the period before. */
const isCompared = ({ group, rows }: ChartRows): boolean =>
  group === undefined && rows.some((row) => row.before)

/** One point for each day or hour, in order, with a value for each line. */
function pointsOf(
  chart: ChartRows,
  lines: readonly ReturnType<typeof linesOf>[number][],
  { metric, scale, keyText }: PointTerms,
): ChartPoint[] {
  const timeAt = chart.by.indexOf(chart.time)
  const timeOf = (row: ReportRow): string => {
    const key = row.keys[timeAt] ?? ''
    return chart.time === 'hour' ? keyText('hour', key, key) : key
  }
  // Amounts are whole, as everywhere on the page.
  const drawn = (value: number) => (kindOf(metric) === 'won' ? Math.round(value) : value * scale)
  const inOrder = chart.rows.toSorted((a, b) =>
    (a.keys[timeAt] ?? '').localeCompare(b.keys[timeAt] ?? '', 'en', { numeric: true }),
  )
  const points = new Map<string, ChartPoint>()
  for (const row of inOrder) points.set(timeOf(row), { at: timeOf(row), values: {} })
  lines.forEach((line, index) => {
    for (const row of line.rows) {
      const point = points.get(timeOf(row))
      const value = metricValue(metric, row.figures, row.days)
      if (point && value !== null) point.values[`series${index}`] = drawn(value)
      const before = row.before && metricValue(metric, row.before, row.days)
      if (point && isCompared(chart) && before != null) point.values.before = drawn(before)
    }
  })
  // A group without a row on a day had nothing there.
  const isCount = kindOf(metric) !== 'rate' && metric !== 'ecpm'
  const keys = [...lines.map((_, index) => `series${index}`), ...(isCompared(chart) ? ['before'] : [])]
  if (isCount) for (const point of points.values()) for (const key of keys) point.values[key] ??= 0
  return [...points.values()]
}

export function ReportChart({
  chart,
  metrics,
}: {
  chart: ChartRows | undefined
  metrics: readonly Metric[]
}) {
  const { t } = useI18n()
  const texts = useReportTexts()
  const [chosen, setChosen] = useState<Metric>()
  const amount = metrics.find((metric) => metric === 'spend' || metric === 'revenue')
  const metric = chosen && metrics.includes(chosen) ? chosen : (amount ?? metrics[0] ?? 'impressions')
  const name = t(`report.metric.${metric}`)
  const lines = chart ? linesOf(chart, metric) : []
  const hasBefore = chart !== undefined && isCompared(chart)
  const series: ChartSeries[] = lines.map(({ key, name: ofGroup }, index) => ({
    key: `series${index}`,
    label: chart?.group ? texts.keyText(chart.group, key, ofGroup) : name,
    kind: lines.length === 1 && chart?.rows.length === 1 ? 'bar' : 'line',
  }))
  if (hasBefore) series.push({ key: 'before', label: t('report.before'), kind: 'line' })
  const scale = kindOf(metric) === 'rate' ? 100 : 1
  const points = chart ? pointsOf(chart, lines, { metric, scale, keyText: texts.keyText }) : []
  return (
    <Card pad="none">
      <Chart
        title={texts.head(metric)}
        format={(value) => `${texts.value(metric, value / scale)}${scale === 100 ? '%' : ''}`}
        series={series}
        points={points}
        {...(chart?.time === 'hour' ? { pointHead: t('report.by.hour') } : {})}
        picker={
          <PickButton
            name={`${t('report.metrics.chart')}: ${name}`}
            label={name}
            icon={<IconChartLine size={18} stroke={1.75} aria-hidden="true" />}
          >
            {(close) => (
              <PickOne
                label={t('report.metrics.chart')}
                options={metrics.map((value) => ({ value, label: t(`report.metric.${value}`) }))}
                value={metric}
                onPick={(value) => {
                  setChosen(value)
                  close()
                }}
              />
            )}
          </PickButton>
        }
      />
    </Card>
  )
}
