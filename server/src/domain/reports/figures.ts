import type { Micros } from '@voltline/kernel'

/** Clicks divided by impressions; 0 without any. */
export const ctr = (figures: { clicks: number; impressions: number }): number =>
  figures.impressions === 0 ? 0 : figures.clicks / figures.impressions

/** Revenue per 1,000 impressions in whole won; 0 when either is 0. */
export function ecpm(figures: { amount: Micros; impressions: number }): number {
  if (figures.impressions === 0 || figures.amount === 0n) return 0
  const microsPerThousand = (figures.amount * 1_000n) / BigInt(figures.impressions)
  return Number((microsPerThousand + 500_000n) / 1_000_000n)
}
