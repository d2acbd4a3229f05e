import { type Comparison, comparisons, dimensionsMax } from '@voltline/contract'
import { addDays, addMonths, type Day, type Month, monthOf } from '@voltline/kernel'
import { type DayRange, isRange, lastDays } from '../../ui/dates/range.ts'

export const rangeNames = [
  'today',
  'yesterday',
  '7d',
  '14d',
  '28d',
  '30d',
  '90d',
  'this-month',
  'last-month',
] as const
export type RangeName = (typeof rangeNames)[number]

const firstOf = (month: Month): Day => `${month}-01` as Day

/** The days of a named range. */
export function daysOf(name: RangeName, today: Day): DayRange {
  const month = monthOf(today)
  if (name === 'today') return lastDays(1, today)
  if (name === 'yesterday') return { start: addDays(today, -1), end: addDays(today, -1) }
  if (name === 'this-month') return { start: firstOf(month), end: today }
  if (name === 'last-month') return { start: firstOf(addMonths(month, -1)), end: addDays(firstOf(month), -1) }
  return lastDays(Number.parseInt(name, 10), today)
}

/** What a console's report can show. */
export interface ReportSide<D extends string, M extends string> {
  dimensions: readonly D[]
  metrics: readonly M[]
  metricsDefault: readonly M[]
}

/** A view of a report, as its address holds it. */
export interface ReportView<D extends string, M extends string> {
  /** Undefined for days of one's own choice. */
  rangeName: RangeName | undefined
  range: DayRange
  compare: Comparison | undefined
  by: readonly D[]
  metrics: readonly M[]
  sort: { metric: M; descending: boolean } | undefined
}

const known = <V extends string>(text: string | null, values: readonly V[]): V[] => {
  const named = new Set((text ?? '').split(','))
  return [...named].filter((name): name is V => (values as readonly string[]).includes(name))
}

/** Unknown values are ignored. */
export function readView<D extends string, M extends string>(
  query: URLSearchParams,
  side: ReportSide<D, M>,
  { today, daysMax }: { today: Day; daysMax: number },
): ReportView<D, M> {
  const custom = { start: query.get('startDate') ?? '', end: query.get('endDate') ?? '' }
  const [named] = known(query.get('range'), rangeNames)
  const isCustom = named === undefined && isRange(custom, daysMax)
  const rangeName = isCustom ? undefined : (named ?? '7d')
  const by = known(query.get('by'), side.dimensions).slice(0, dimensionsMax)
  const chosen = known(query.get('metrics'), side.metrics)
  const metrics = chosen.length > 0 ? chosen : side.metricsDefault
  const sortText = query.get('sort') ?? ''
  const [metric] = known(sortText.replace(/^-/, ''), side.metrics)
  return {
    rangeName,
    range: rangeName ? daysOf(rangeName, today) : custom,
    compare: known(query.get('compare'), comparisons)[0],
    by: by.length > 0 ? by : (['day'] as unknown as D[]),
    metrics,
    sort: metric && metrics.includes(metric) ? { metric, descending: sortText.startsWith('-') } : undefined,
  }
}

/** Changes to a view, in the words of its address; null removes. */
export type ViewChange = Partial<
  Record<'range' | 'startDate' | 'endDate' | 'compare' | 'by' | 'metrics' | 'sort', string | null>
>

export function withChange(query: URLSearchParams, change: ViewChange): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** A heading goes from descending to ascending and back. */
export const nextSort = (sort: ReportView<string, string>['sort'], metric: string): string =>
  sort?.metric === metric && sort.descending ? metric : `-${metric}`
