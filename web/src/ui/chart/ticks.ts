import type { ChartPoint, ChartSeries } from './chart.tsx'

const steps = [1, 2, 5, 10]
const ticksMax = 5

/** Round values from 0 to at least the largest one, such as 0, 10,000, 20,000; none if there is nothing to measure. */
export function roundTicks(largest: number): number[] {
  if (!(largest > 0) || !Number.isFinite(largest)) return []
  const rough = largest / (ticksMax - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (steps.find((size) => size * power >= rough * 0.999_999) ?? 10)
  const count = Math.ceil(largest / step - 1e-9)
  // Multiplied, not added up: sums of decimals drift.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** The largest value that a chart has to show; stacked values add up. */
export function largestOf(points: readonly ChartPoint[], series: readonly ChartSeries[]): number {
  const stacked = series.filter(({ kind }) => kind === 'stack')
  const heights = points.map((point) => {
    const beside = series.map(({ key }) => point.values[key] ?? 0)
    return Math.max(
      ...beside,
      stacked.reduce((sum, { key }) => sum + (point.values[key] ?? 0), 0),
    )
  })
  return Math.max(0, ...heights)
}
