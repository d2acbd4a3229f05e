import { useState } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Segment } from '../../../ui/controls/segment.tsx'
import { Card } from '../../../ui/page/card.tsx'
import type { OpenedCase } from './case-detail.tsx'
import { durationOf, type HourMetric, hourMetrics, sharesOf } from './figures.ts'

type View = 'unit' | 'compare'

/** Without events of a kind there is nothing to pick. */
const metricsOf = (one: OpenedCase): readonly HourMetric[] => {
  const found = hourMetrics.filter((metric) => one.Hours.some((hour) => hour[metric] > 0))
  return found.length > 0 ? found : ['Impressions']
}

/** The unit's events by hour, or their distribution beside the network's, which is many times larger. */
export function HoursChart({ one }: { one: OpenedCase }) {
  const { t, number, percent, dateTime } = useI18n()
  const metrics = metricsOf(one)
  const [picked, setPicked] = useState<HourMetric | undefined>()
  const [view, setView] = useState<View>('unit')
  const metric = picked ?? metrics[0] ?? 'Impressions'
  const own = sharesOf(one.Hours, metric)
  const network = sharesOf(one.NetworkHours, metric)
  const name = t(`quality.cases.metricOf.${metric}`)
  const points = one.Hours.map((hour, index) => ({
    at: dateTime(hour.Time).slice(5),
    values: { count: hour[metric], own: own[index] ?? 0, network: network[index] ?? 0 },
  }))
  return (
    <Card pad="none">
      <Chart
        title={t('quality.cases.hours')}
        pointHead={t('operator.time')}
        points={points}
        series={
          view === 'unit'
            ? [{ key: 'count', label: name, kind: points.length > 72 ? 'area' : 'bar' }]
            : [
                { key: 'own', label: t('quality.cases.unitHours'), kind: 'line' },
                { key: 'network', label: t('quality.cases.network'), kind: 'line' },
              ]
        }
        format={(value) =>
          view === 'unit'
            ? number(value)
            : t('quality.cases.share', { percent: percent(value / 100, { decimals: 1 }) })
        }
        picker={
          <>
            <Segment
              label={t('quality.cases.metric')}
              value={metric}
              options={metrics.map((value) => ({ value, label: t(`quality.cases.metricOf.${value}`) }))}
              onChange={setPicked}
            />
            <Segment
              label={t('quality.cases.view')}
              value={view}
              options={[
                { value: 'unit', label: t('quality.cases.unitHours') },
                { value: 'compare', label: t('quality.cases.compare') },
              ]}
              onChange={setView}
            />
          </>
        }
      />
    </Card>
  )
}

/** How long installs took after their click; people take minutes, programs seconds. */
export function InstallTimesChart({ one }: { one: OpenedCase }) {
  const { t, percent } = useI18n()
  return (
    <Card pad="none">
      <Chart
        title={t('quality.cases.installTimes')}
        pointHead={t('operator.time')}
        points={one.InstallTimes.map(({ FromSeconds, Share, Network }) => {
          const { unit, amount } = durationOf(FromSeconds)
          return {
            at: t(`quality.cases.${unit}`, { amount }),
            values: { own: Share * 100, network: Network * 100 },
          }
        })}
        series={[
          { key: 'own', label: t('quality.cases.unitHours'), kind: 'bar' },
          { key: 'network', label: t('quality.cases.network'), kind: 'bar' },
        ]}
        format={(value) => `${percent(value / 100, { decimals: 1 })}%`}
      />
    </Card>
  )
}
