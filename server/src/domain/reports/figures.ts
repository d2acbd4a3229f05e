import { type Micros, micros } from '@voltline/kernel'
import {
  type AdFigures,
  type Counts,
  type MediumFigures,
  noAdFigures,
  noMediumFigures,
} from './rollup/read-figures.ts'

/** Clicks per impression; 0 without impressions. */
export const ctr = (figures: { clicks: number; impressions: number }): number =>
  figures.impressions === 0 ? 0 : figures.clicks / figures.impressions

/** Revenue per 1,000 impressions, rounded to whole won; 0 if either is 0. */
export function ecpm(figures: { revenueMicros: Micros; impressions: number }): number {
  if (figures.impressions === 0 || figures.revenueMicros === 0n) return 0
  const microsPerThousand = (figures.revenueMicros * 1_000n) / BigInt(figures.impressions)
  return Number((microsPerThousand + 500_000n) / 1_000_000n)
}

const addCounts = (total: Counts, row: Counts): Counts => ({
  impressions: total.impressions + row.impressions,
  clicks: total.clicks + row.clicks,
  watches: total.watches + row.watches,
  installs: total.installs + row.installs,
  actions: total.actions + row.actions,
  unpaid: total.unpaid + row.unpaid,
})

/** Adds up counts and amounts. Ratios are computed from the sums; a mean of the rows' ratios would be wrong. */
export const sumAdFigures = (rows: readonly AdFigures[]): AdFigures =>
  rows.reduce<AdFigures>(
    (total, row) => ({ ...addCounts(total, row), costMicros: micros(total.costMicros + row.costMicros) }),
    noAdFigures,
  )

export const sumMediumFigures = (rows: readonly MediumFigures[]): MediumFigures =>
  rows.reduce<MediumFigures>(
    (total, row) => ({
      ...addCounts(total, row),
      revenueMicros: micros(total.revenueMicros + row.revenueMicros),
    }),
    noMediumFigures,
  )

/** Whether anything was counted. */
export const hasFigures = (figures: Counts): boolean =>
  figures.impressions + figures.clicks + figures.installs + figures.watches + figures.actions > 0
