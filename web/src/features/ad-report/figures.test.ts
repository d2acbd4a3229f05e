import { expect, test } from 'vitest'
import { plotted, totalOf } from './figures.ts'

const none = totalOf([])

test('AD-REPORT-01 CONST-09 totals add up, and their CTR is all clicks by all impressions', () => {
  const total = totalOf([
    { ...none, impression: 100, click: 50, ctr: 0.5, watch: 1, cost: 10, invalid: 4 },
    { ...none, impression: 300, click: 3, ctr: 0.01, cost: 5, install: 2, action: 1, invalid: 3 },
  ])
  const counts = { impression: 400, click: 53, watch: 1, install: 2, action: 1, invalid: 7 }
  expect(total).toEqual({ ...counts, ctr: 53 / 400, cost: 15, corrected: 0 })
  expect(totalOf([]).ctr).toBe(0)
})

test('money adds up to the micro-won', () => {
  const row = { ...none, impression: 1, cost: 0.1, corrected: 0.2 }
  expect(totalOf([row, row, row])).toMatchObject({ cost: 0.3, corrected: 0.6 })
})

test('a chart plots CTR in percent', () => {
  expect(plotted({ ...none, impression: 4, click: 1, ctr: 0.25 }, 'ctr')).toBe(25)
})
