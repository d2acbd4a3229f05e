import { type Micros, micros } from '@voltline/kernel'
import { type Figures, noFigures } from './rollup/read-figures.ts'

/** Clicks per impression; 0 without impressions. */
export const ctr = (figures: { clicks: number; impressions: number }): number =>
  figures.impressions === 0 ? 0 : figures.clicks / figures.impressions

/** Revenue per 1,000 impressions, rounded to whole won; 0 if either is 0. */
export function ecpm(figures: { amount: Micros; impressions: number }): number {
  if (figures.impressions === 0 || figures.amount === 0n) return 0
  const microsPerThousand = (figures.amount * 1_000n) / BigInt(figures.impressions)
  return Number((microsPerThousand + 500_000n) / 1_000_000n)
}

const addFigures = (total: Figures, row: Figures): Figures => ({
  impressions: total.impressions + row.impressions,
  clicks: total.clicks + row.clicks,
  watches: total.watches + row.watches,
  installs: total.installs + row.installs,
  actions: total.actions + row.actions,
  unpaid: total.unpaid + row.unpaid,
  amount: micros(total.amount + row.amount),
})

/** Adds up counts and amounts. Ratios are computed from the sums; a mean of the rows' ratios would be wrong. */
export const sumFigures = (rows: readonly Figures[]): Figures => rows.reduce(addFigures, noFigures)

/** Whether anything was counted. */
export const hasFigures = (figures: Figures): boolean =>
  figures.impressions + figures.clicks + figures.installs + figures.watches + figures.actions > 0
