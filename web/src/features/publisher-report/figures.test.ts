import { expect, test } from 'vitest'
import { totalOf } from './figures.ts'

const row = { Revenue: 0.1, eCPM: 100, Impressions: 1, Installs: 0, CTR: 0 }

test('PUB-REPORT-16 CONST-10 totals’ eCPM is revenue per 1,000 impressions without decimals, zero if either is zero', () => {
  expect(totalOf([{ ...row, Revenue: 2000.5, Impressions: 1000 }]).eCPM).toBe(2001)
  expect(totalOf([{ ...row, Revenue: 0, Impressions: 1000 }]).eCPM).toBe(0)
  expect(totalOf([{ ...row, Revenue: 10, Impressions: 0 }]).eCPM).toBe(0)
  expect(totalOf([]).eCPM).toBe(0)
})

test('CONST-09 money adds up to the micro-won, and CTR is the clicks of all rows by their impressions', () => {
  expect(totalOf([row, row, row]).Revenue).toBe(0.3)
  const total = totalOf([
    { ...row, Impressions: 100, CTR: 0.5 },
    { ...row, Impressions: 300, CTR: 0.01 },
  ])
  expect(total.CTR).toBe(53 / 400)
})
