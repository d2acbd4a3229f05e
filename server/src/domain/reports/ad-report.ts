import { type Micros, micros, noMoney } from '@voltline/kernel'
import { ctr } from './figures.ts'
import type { Figures } from './rollup/read-figures.ts'

/** What the advertiser's reports show of the figures. */
export interface Shown {
  impressions: number
  clicks: number
  amount: Micros
}

export const sum = (rows: readonly Figures[]): Shown =>
  rows.reduce<Shown>(
    (total, row) => ({
      impressions: total.impressions + row.impressions,
      clicks: total.clicks + row.clicks,
      amount: micros(total.amount + row.amount),
    }),
    { impressions: 0, clicks: 0, amount: noMoney },
  )

export const toWire = (figures: Shown) => ({
  Impression: figures.impressions,
  Click: figures.clicks,
  CTR: ctr(figures),
})
