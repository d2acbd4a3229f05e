import { addDays, type Day, daysBetween } from '@voltline/kernel'
import type { DayRange } from '../rollup/quarter.ts'
import { bucketsOf, type TimeDimension } from './buckets.ts'
import { type Grouped, isEmpty, noViewSums, sumOf, type ViewSums } from './view-sums.ts'

/** Of a report. More would be too many to look at; the rest is one row of others. */
const rowsMax = 10_000

export interface ViewRow {
  keys: readonly string[]
  sums: ViewSums
  before: ViewSums
}

export interface View {
  rows: ViewRow[]
  others: (Omit<ViewRow, 'keys'> & { rows: number }) | undefined
  total: Omit<ViewRow, 'keys'>
}

/** The keys of a row of the compared period as those of the row that it is compared with. */
function asNow(keys: readonly string[], by: readonly string[], range: DayRange, before: DayRange): string[] {
  return keys.map((key, at) =>
    by[at] === 'day' ? addDays(range.start, daysBetween({ start: before.start, end: key as Day })) : key,
  )
}

const isTimeOnly = (by: readonly string[]): by is readonly TimeDimension[] =>
  by.every((dimension) => dimension === 'day' || dimension === 'hour')

const byKeys = (a: ViewRow, b: ViewRow): number => {
  for (const [at, key] of a.keys.entries()) {
    const other = b.keys[at] ?? ''
    if (key !== other) return key.localeCompare(other, 'en', { numeric: true })
  }
  return 0
}

const bySize = (a: ViewRow, b: ViewRow): number =>
  Number(b.sums.amountMicros - a.sums.amountMicros) || b.sums.impressions - a.sums.impressions || byKeys(a, b)

/**
 * The rows of a report with those of the compared period, and their total. A report by time alone has a row for every
 * day or hour; otherwise rows without any figure are left out.
 */
export function viewOf(
  { range, by }: { range: DayRange; by: readonly string[] },
  groups: Grouped,
  compared?: { range: DayRange; groups: Grouped },
): View {
  const rows = new Map<string, ViewRow>()
  const rowOf = (keys: readonly string[]): ViewRow => {
    const text = keys.join('\n')
    const row = rows.get(text) ?? { keys, sums: noViewSums, before: noViewSums }
    rows.set(text, row)
    return row
  }
  if (isTimeOnly(by)) for (const keys of bucketsOf(range, by).keys) rowOf(keys)
  for (const { keys, sums } of groups.all) if (!isEmpty(sums)) rowOf(keys).sums = sums
  for (const { keys, sums } of compared?.groups.all ?? []) {
    if (compared && !isEmpty(sums)) rowOf(asNow(keys, by, range, compared.range)).before = sums
  }
  const all = [...rows.values()]
  const total = { sums: groups.total, before: compared?.groups.total ?? noViewSums }
  if (isTimeOnly(by)) return { rows: all.sort(byKeys), others: undefined, total }
  const shown = all.sort(bySize).slice(0, rowsMax)
  const rest = all.slice(rowsMax)
  const others = {
    rows: rest.length,
    sums: sumOf(rest.map((row) => row.sums)),
    before: sumOf(rest.map((row) => row.before)),
  }
  return { rows: shown, others: rest.length > 0 ? others : undefined, total }
}
