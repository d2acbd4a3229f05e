import { type Micros, micros, noMoney } from '@voltline/kernel'
import type { Figures } from '../../../platform/rollup/read-figures.ts'
import { ctr } from '../../figures.ts'

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
