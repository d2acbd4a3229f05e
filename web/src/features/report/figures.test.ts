import { expect, test } from 'vitest'
import { changeOf, type Figures, metricValue, sorted } from './figures.ts'

const figures = (change: Partial<Figures>): Figures => ({ impressions: 0, clicks: 0, amount: 0, ...change })
const row = (now: Partial<Figures>, before?: Partial<Figures>) => ({
  ...{ keys: [], names: [], days: 1, figures: figures(now) },
  before: before ? figures(before) : undefined,
})

test('rates, prices and averages are those of the sums, and nothing where they are not possible', () => {
  const busy = figures({ impressions: 2_000, clicks: 50, amount: 6_000, installs: 5, paid: 40 })
  expect(metricValue('ctr', busy, 1)).toBe(0.025)
  expect(metricValue('installRate', busy, 1)).toBe(0.1)
  expect(metricValue('averagePrice', busy, 1)).toBe(150)
  expect(metricValue('ecpm', busy, 1)).toBe(3_000)
  expect(metricValue('dau', figures({ activeDays: 70 }), 7)).toBe(10)
  expect(metricValue('revenuePerDau', figures({ amount: 140, activeDays: 70 }), 7)).toBe(2)
  for (const metric of ['ctr', 'ecpm', 'averagePrice', 'fillRate', 'dau', 'requests'] as const) {
    expect([metric, metricValue(metric, figures({}), 7)]).toEqual([metric, null])
  }
})

test('a change is a share of the value before, if there was one', () => {
  expect(changeOf('clicks', row({ clicks: 9 }, { clicks: 8 }))).toBe(0.125)
  expect(changeOf('clicks', row({ clicks: 9 }, {}))).toBeNull()
  expect(changeOf('clicks', row({ clicks: 9 }))).toBeNull()
})

test('rows without a value come last, up and down', () => {
  const rows = [row({ clicks: 1, impressions: 10 }), row({}), row({ clicks: 3, impressions: 10 })]
  const order = (descending: boolean) =>
    sorted(rows, { metric: 'ctr', descending }).map(({ figures: { clicks } }) => clicks)
  expect(order(true)).toEqual([3, 1, 0])
  expect(order(false)).toEqual([1, 3, 0])
})
