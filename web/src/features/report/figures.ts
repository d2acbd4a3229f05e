import type { AdMetric, PublisherMetric } from '@voltline/contract'

export type Metric = AdMetric | PublisherMetric

/** The figures of both consoles, as far as a report has them; amounts in won. */
export interface Figures {
  impressions: number
  clicks: number
  /** Spend or revenue. */
  amount: number
  watches?: number
  installs?: number
  actions?: number
  paid?: number
  unpaid?: number
  requests?: number | null
  filled?: number | null
  activeDays?: number | null
  newUsers?: number | null
}

export interface ReportRow {
  keys: readonly string[]
  names: readonly string[]
  figures: Figures
  before: Figures | undefined
  /** How many days it covers, for averages by day. */
  days: number
}

const ratio = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part == null || !whole ? null : part / whole

/** The value of a metric; null if it is not known or not possible. */
export function metricValue(metric: Metric, figures: Figures, days: number): number | null {
  switch (metric) {
    case 'spend':
    case 'revenue':
      return figures.amount
    case 'ctr':
      return ratio(figures.clicks, figures.impressions)
    case 'watchRate':
      return ratio(figures.watches, figures.impressions)
    case 'installRate':
      return ratio(figures.installs, figures.clicks)
    case 'averagePrice':
      return ratio(figures.amount, figures.paid)
    case 'ecpm':
      return figures.impressions === 0 ? null : (figures.amount / figures.impressions) * 1_000
    case 'fillRate':
      return ratio(figures.filled, figures.requests)
    case 'dau':
      return figures.activeDays == null ? null : figures.activeDays / days
    case 'revenuePerDau':
      return ratio(figures.amount, figures.activeDays)
    default:
      return figures[metric] ?? null
  }
}

/** How a metric is written: whole numbers, a percentage, whole won, or won with two decimals. */
export type MetricKind = 'count' | 'rate' | 'won' | 'price'

const kinds: Partial<Record<Metric, MetricKind>> = {
  ...{ ctr: 'rate', watchRate: 'rate', installRate: 'rate', fillRate: 'rate' },
  ...{ spend: 'won', revenue: 'won', ecpm: 'won', averagePrice: 'price', revenuePerDau: 'price' },
}
export const kindOf = (metric: Metric): MetricKind => kinds[metric] ?? 'count'

/** The change as a share of the value before; null if there was none. */
export function changeOf(metric: Metric, row: Pick<ReportRow, 'figures' | 'before' | 'days'>): number | null {
  if (!row.before) return null
  const now = metricValue(metric, row.figures, row.days)
  const before = metricValue(metric, row.before, row.days)
  return now === null || !before ? null : now / before - 1
}

/** Sorted by a metric; rows without a value come last either way. */
export function sorted(
  rows: readonly ReportRow[],
  sort: { metric: Metric; descending: boolean } | undefined,
): readonly ReportRow[] {
  if (!sort) return rows
  const sign = sort.descending ? -1 : 1
  const value = (row: ReportRow) => metricValue(sort.metric, row.figures, row.days)
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (a - b)
  })
}
