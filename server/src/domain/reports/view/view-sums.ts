import { type Micros, micros, noMoney } from '@voltline/kernel'
import { type Counts, countColumns } from '../rollup/read-figures.ts'

/** What a row of a report adds up. */
export type ViewSums = Counts & {
  /** Cost or revenue. */
  amountMicros: Micros
  /** Events that an advertiser pays for, paid or not. */
  billable: number
  requests: number
  filled: number
  /** Active users, added up over days. */
  activeDays: number
  newUsers: number
}

const numbers = [...countColumns, 'billable', 'requests', 'filled', 'activeDays', 'newUsers'] as const

export const noViewSums: ViewSums = {
  ...{ impressions: 0, clicks: 0, watches: 0, installs: 0, actions: 0, unpaid: 0 },
  ...{ billable: 0, requests: 0, filled: 0, activeDays: 0, newUsers: 0 },
  amountMicros: noMoney,
}

function combined(a: ViewSums, b: Partial<ViewSums>, sign: 1 | -1): ViewSums {
  const sums = { ...a, amountMicros: micros(a.amountMicros + BigInt(sign) * (b.amountMicros ?? noMoney)) }
  for (const name of numbers) sums[name] += sign * (b[name] ?? 0)
  return sums
}

export const isEmpty = (sums: ViewSums): boolean =>
  sums.amountMicros === 0n && numbers.every((name) => sums[name] === 0)

/** The sums of a report by the keys of its dimensions. */
export class Grouped {
  readonly #groups = new Map<string, { keys: readonly string[]; sums: ViewSums }>()

  add(keys: readonly string[], added: Partial<ViewSums>): void {
    this.#combine(keys, added, 1)
  }

  subtract(keys: readonly string[], taken: Partial<ViewSums>): void {
    this.#combine(keys, taken, -1)
  }

  get(keys: readonly string[]): ViewSums | undefined {
    return this.#groups.get(keys.join('\n'))?.sums
  }

  get all(): { keys: readonly string[]; sums: ViewSums }[] {
    return [...this.#groups.values()]
  }

  get total(): ViewSums {
    return this.all.reduce((sum, { sums }) => combined(sum, sums, 1), noViewSums)
  }

  #combine(keys: readonly string[], change: Partial<ViewSums>, sign: 1 | -1): void {
    const key = keys.join('\n')
    const known = this.#groups.get(key)
    if (known) known.sums = combined(known.sums, change, sign)
    else this.#groups.set(key, { keys, sums: combined(noViewSums, change, sign) })
  }
}

export const sumOf = (rows: readonly ViewSums[]): ViewSums =>
  rows.reduce((sum, row) => combined(sum, row, 1), noViewSums)
