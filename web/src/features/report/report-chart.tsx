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
  const hasBefore = chart?.group === undefined && chart?.rows.some((row) => row.before)
  const series: ChartSeries[] = lines.map(({ key, name: ofGroup }, index) => ({
    key: `series${index}`,
    label: chart?.group ? texts.keyText(chart.group, key, ofGroup) : name,
    kind: lines.length === 1 && chart?.rows.length === 1 ? 'bar' : 'line',
  }))
  if (hasBefore) series.push({ key: 'before', label: t('report.before'), kind: 'line' })
  const timeAt = chart ? chart.by.indexOf(chart.time) : -1
  const scale = kindOf(metric) === 'rate' ? 100 : 1
  const points = new Map<string, ChartPoint>()
  for (const row of [...(chart?.rows ?? [])].sort((a, b) =>
    (a.keys[timeAt] ?? '').localeCompare(b.keys[timeAt] ?? '', 'en', { numeric: true }),
  )) {
    const key = row.keys[timeAt] ?? ''
    const at = chart?.time === 'hour' ? texts.keyText('hour', key, key) : key
    if (!points.has(at)) points.set(at, { at, values: {} })
  }
  lines.forEach((line, index) => {
    for (const row of line.rows) {
      const key = row.keys[timeAt] ?? ''
      const point = points.get(chart?.time === 'hour' ? texts.keyText('hour', key, key) : key)
      const value = metricValue(metric, row.figures, row.days)
      if (point && value !== null) point.values[`series${index}`] = value * scale
      const before = row.before && metricValue(metric, row.before, row.days)
      if (point && hasBefore && before != null) point.values.before = before * scale
    }
  })
  // A group without a row on a day had nothing there.
  if (kindOf(metric) !== 'rate' && metric !== 'ecpm') {
    for (const point of points.values()) for (const { key } of series) point.values[key] ??= 0
  }
  return (
    <Card pad="none">
      <Chart
        title={texts.head(metric)}
        format={(value) => `${texts.value(metric, value / scale)}${scale === 100 ? '%' : ''}`}
        series={series}
        points={[...points.values()]}
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
