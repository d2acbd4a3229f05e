import { expect, test } from 'vitest'
import { plotted, totalOf } from './figures.ts'

test('AD-REPORT-01 CONST-09 totals add up, and their CTR is all clicks by all impressions', () => {
  const total = totalOf([
    { impression: 100, click: 50, ctr: 0.5, cost: 10 },
    { impression: 300, click: 3, ctr: 0.01, cost: 5 },
  ])
  expect(total).toEqual({ impression: 400, click: 53, ctr: 53 / 400, cost: 15 })
  expect(totalOf([]).ctr).toBe(0)
})

test('money adds up to the micro-won', () => {
  const row = { impression: 1, click: 0, ctr: 0, cost: 0.1 }
  expect(totalOf([row, row, row]).cost).toBe(0.3)
})

test('a chart plots CTR in percent', () => {
  expect(plotted({ impression: 4, click: 1, ctr: 0.25, cost: 0 }, 'ctr')).toBe(25)
})
