import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import cardClasses from '../../ui/page/card.module.css'
import shared from '../../ui/theme/shared.module.css'
import classes from './advertiser-home.module.css'
import { changeOf, figureOf, type Metric, metrics, type Overview, totalOf } from './week.ts'

const signed = (value: number, decimals: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`

function useFormat(metric: Metric): (value: number) => string {
  const { money, number } = useI18n()
  if (metric === 'spend') return (value) => money(value)
  if (metric === 'ctr') return (value) => `${value.toFixed(2)}%`
  return (value) => number(value)
}

function Tile(props: { metric: Metric; week: Overview; isOn: boolean; onPick: () => void }) {
  const { t } = useI18n()
  const { metric, week } = props
  const format = useFormat(metric)
  const change = changeOf(week, metric)
  const by =
    change === null
      ? null
      : metric === 'ctr'
        ? t('advertiser.home.points', { change: signed(change, 2) })
        : `${signed(change * 100, 1)}%`
  return (
    <button
      type="button"
      role="tab"
      className={classes.tab}
      aria-selected={props.isOn}
      aria-controls="home-week"
      tabIndex={props.isOn ? 0 : -1}
      onClick={props.onPick}
    >
      <span className={shared.quiet}>{t(`advertiser.home.metric.${metric}`)}</span>
      <span className={shared.figure}>{format(totalOf(week.days, metric))}</span>
      <span className={shared.hint}>
        {by === null ? t('advertiser.home.noChange') : t('advertiser.home.change', { change: by })}
      </span>
    </button>
  )
}

function Legend() {
  const { t } = useI18n()
  return (
    <span className={classes.legend} aria-hidden="true">
      <span>
        <i className={classes.key} /> {t('advertiser.home.thisWeek')}
      </span>
      <span>
        <i className={`${classes.key} ${classes.keyBefore}`} /> {t('advertiser.home.before')}
      </span>
      <span>
        <i className={`${classes.key} ${classes.keyToday}`} /> {t('advertiser.home.today')}
      </span>
    </span>
  )
}

/** The tiles are the tabs of the one chart below them; arrow keys move between them. */
export function WeekChart({ week }: { week: Overview }) {
  const { t } = useI18n()
  const [metric, setMetric] = useState<Metric>('spend')
  const format = useFormat(metric)
  const name = t(`advertiser.home.metric.${metric}`)
  const last = week.days.length - 1
  function handleKey(event: React.KeyboardEvent<HTMLDivElement>) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const at = (metrics.indexOf(metric) + by + metrics.length) % metrics.length
    setMetric(metrics[at] ?? 'spend')
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }
  return (
    <section className={`${cardClasses.card} ${classes.week}`} aria-label={t('advertiser.home.week')}>
      <div
        className={classes.tabs}
        role="tablist"
        tabIndex={-1}
        aria-label={t('advertiser.home.week')}
        onKeyDown={handleKey}
      >
        {metrics.map((tab) => (
          <Tile key={tab} metric={tab} week={week} isOn={tab === metric} onPick={() => setMetric(tab)} />
        ))}
      </div>
      <div id="home-week" role="tabpanel" aria-label={name}>
        <Chart
          title={t(`advertiser.home.chart.${metric}`)}
          format={format}
          series={[
            { key: 'now', label: name, kind: 'bar' },
            { key: 'before', label: t('advertiser.home.before'), kind: 'line' },
          ]}
          points={week.days.map((day, index) => {
            const then = week.before[index]
            return {
              at: day.Day,
              soFar: index === last,
              values: { now: figureOf[metric](day), before: then ? figureOf[metric](then) : 0 },
            }
          })}
          picker={<Legend />}
        />
      </div>
    </section>
  )
}
