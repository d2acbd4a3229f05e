import { isDay } from '@voltline/kernel'
import {
  Area,
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  LabelList,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useI18n } from '../../i18n/i18n.ts'
import type { ChartPoint, ChartProps, ChartSeries } from './chart.tsx'
import { lookOf } from './looks.ts'
import { largestOf, roundTicks } from './ticks.ts'

const labelsMax = 8
/** More markers would hide the line. */
const markersMax = 48

const hatch = (
  <defs>
    <pattern id="so-far" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--lineSoft)" />
      <rect width="3" height="6" fill="var(--c1)" />
    </pattern>
  </defs>
)

interface Drawn {
  dataKey: string
  name: string
  isAnimationActive: boolean
}

/** On top of each other, a hairline apart. */
const drawStacked = (shared: Drawn, color: string) => (
  <Bar
    key={shared.dataKey}
    {...shared}
    stackId="all"
    fill={color}
    stroke="var(--surface)"
    strokeWidth={1}
    maxBarSize={44}
  />
)

/** A day that is not over is hatched. */
const drawBars = (points: readonly ChartPoint[], shared: Drawn, color: string) => (
  <Bar key={shared.dataKey} {...shared} fill={color} radius={[4, 4, 0, 0]} maxBarSize={44}>
    {points.map((point) => (
      <Cell key={point.at} fill={point.soFar ? 'url(#so-far)' : color} />
    ))}
  </Bar>
)

const pointLabels = (key: string, format: (value: number) => string) => (
  <LabelList
    dataKey={key}
    position="top"
    offset={10}
    formatter={(value) => format(Number(value))}
    fill="var(--text)"
    fontSize={12}
    fontWeight={600}
  />
)

const dotOf = (color: string) => ({
  r: 3,
  fill: 'var(--surface)',
  stroke: color,
  strokeWidth: 2,
  strokeDasharray: '',
})

export function ChartPlot({ points, series, format, title }: ChartProps) {
  const { axisDay, axisNumber } = useI18n()
  const rows = points.map((point) => ({ at: point.at, soFar: point.soFar, ...point.values }))
  const ticks = roundTicks(largestOf(points, series))
  const axisText = { fill: 'var(--text3)', fontSize: 12 }
  const nameOf = (at: unknown) => (typeof at === 'string' && isDay(at) ? axisDay(at) : String(at))
  function drawSeries({ key, label, kind }: ChartSeries, index: number) {
    const look = lookOf(index)
    const shared = { dataKey: key, name: label, isAnimationActive: false }
    if (kind === 'stack') return drawStacked(shared, look.color)
    if (kind === 'bar') return drawBars(points, shared, look.color)
    const labelled = points.length <= labelsMax && series.length === 1
    const inside = labelled ? pointLabels(key, (value) => axisNumber(value)) : null
    const style = {
      ...shared,
      type: 'linear',
      stroke: look.color,
      strokeWidth: 2,
      strokeDasharray: look.dash,
      dot: points.length <= markersMax && dotOf(look.color),
    } as const
    if (kind === 'line') {
      return (
        <Line key={key} {...style}>
          {inside}
        </Line>
      )
    }
    return (
      <Area key={key} {...style} fill={look.color} fillOpacity={0.08}>
        {inside}
      </Area>
    )
  }
  return (
    <ResponsiveContainer width="100%" height={260}>
      <ComposedChart data={rows} margin={{ top: 24, right: 24, bottom: 4, left: 8 }} title={title}>
        {hatch}
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <XAxis
          dataKey="at"
          tickFormatter={nameOf}
          tick={axisText}
          stroke="var(--control)"
          tickLine={false}
          minTickGap={16}
          padding={{ left: 28, right: 28 }}
        />
        <YAxis
          tickFormatter={(value: number) => axisNumber(value, ticks.at(-1))}
          {...(ticks.length > 0 ? { ticks, domain: [0, ticks.at(-1) ?? 0] } : { hide: true })}
          tick={axisText}
          axisLine={false}
          tickLine={false}
          width={72}
        />
        <Tooltip
          labelFormatter={nameOf}
          formatter={(value, name) => [format(Number(value)), name]}
          cursor={{ stroke: 'var(--control)', strokeDasharray: '3 3', fill: 'transparent' }}
          contentStyle={{ background: 'var(--text)', border: 0, borderRadius: 8 }}
          labelStyle={{ color: 'var(--surface)', fontWeight: 600 }}
          itemStyle={{ color: 'var(--surface)' }}
        />
        {series.map(drawSeries)}
      </ComposedChart>
    </ResponsiveContainer>
  )
}
