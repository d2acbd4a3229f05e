import { Skeleton } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import shared from '../theme/shared.module.css'
import classes from './chart.module.css'
import { lookOf } from './looks.ts'

export interface ChartSeries {
  key: string
  label: string
  /** Bars are beside each other, a stack's parts on top of each other. */
  kind: 'line' | 'area' | 'bar' | 'stack'
}

export interface ChartPoint {
  /** A day `YYYY-MM-DD`, or a name. */
  at: string
  /** The day is not over, so its bar is hatched. */
  soFar?: boolean
  values: Record<string, number>
}

export interface ChartProps {
  title: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** A value with its unit, for the tooltip and the table. */
  format: (value: number) => string
  /** The head of the table's first column, if a point is not a day. */
  pointHead?: string
  /** Beside the title: what picks the metric. */
  picker?: ReactNode
  /** Reaches the drawing, for `chartPng`. */
  plotRef?: Ref<HTMLDivElement>
}

// The chart library is larger than the rest of the page, so it is loaded with the first chart.
const Plot = lazy(async () => ({ default: (await import('./chart-plot.tsx')).ChartPlot }))
const ChartTable = lazy(async () => ({ default: (await import('./chart-table.tsx')).ChartTable }))

/** Names the series, in their order; a chart of one has none. */
function Legend({ series }: { series: readonly ChartSeries[] }) {
  if (series.length < 2) return null
  return (
    <ul className={classes.legend}>
      {series.map(({ key, label, kind }, index) => {
        const { color, dash } = lookOf(index)
        const isLine = kind === 'line' || kind === 'area'
        return (
          <li key={key}>
            <svg width="20" height="10" aria-hidden="true">
              {isLine ? (
                <line x1="0" x2="20" y1="5" y2="5" stroke={color} strokeWidth="2" strokeDasharray={dash} />
              ) : (
                <rect width="10" height="10" x="5" rx="2" fill={color} />
              )}
            </svg>
            {label}
          </li>
        )
      })}
    </ul>
  )
}

/** One axis, and the same figures as a table on request. */
export function Chart(props: ChartProps) {
  const { t } = useI18n()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-label={props.title}>
      <figcaption className={shared.cardHead}>
        <h2>{props.title}</h2>
        <span className={`${shared.end} ${shared.row}`}>
          {props.picker}
          <Button
            kind="text"
            size="sm"
            icon={asTable ? <IconChartLine size={16} stroke={1.75} /> : <IconTable size={16} stroke={1.75} />}
            onClick={() => setAsTable((before) => !before)}
          >
            {t(asTable ? 'ui.chart.asChart' : 'ui.chart.asTable')}
          </Button>
        </span>
      </figcaption>
      {asTable ? (
        <Suspense fallback={<Skeleton height={260} />}>
          <ChartTable {...props} />
        </Suspense>
      ) : (
        <>
          <Legend series={props.series} />
          <div ref={props.plotRef}>
            <Suspense fallback={<Skeleton height={260} />}>
              <Plot {...props} />
            </Suspense>
          </div>
        </>
      )}
    </figure>
  )
}
