import { type Micros, micros } from '@voltline/kernel'
import { ctr, ecpm } from './figures.ts'
import { type Figures, noFigures } from './rollup/read-figures.ts'
import type { UserDay } from './rollup/read-users.ts'

export interface ReportFigures {
  Revenue: Micros
  eCPM: number
  Impressions: number
  Installs: number
  CTR: number
}

export const toWire = (figures: Figures): ReportFigures => ({
  Revenue: figures.amount,
  eCPM: ecpm(figures),
  Impressions: figures.impressions,
  Installs: figures.installs,
  CTR: ctr(figures),
})

/** Sums are of the counts and amounts, so that a row's ratio is that of the whole and not a mean of ratios. */
export const sum = (rows: readonly Figures[]): Figures =>
  rows.reduce<Figures>(
    (total, row) => ({
      impressions: total.impressions + row.impressions,
      clicks: total.clicks + row.clicks,
      watches: total.watches + row.watches,
      installs: total.installs + row.installs,
      actions: total.actions + row.actions,
      unpaid: total.unpaid + row.unpaid,
      amount: micros(total.amount + row.amount),
    }),
    noFigures,
  )

export const hasFigures = (figures: Figures): boolean =>
  figures.impressions + figures.clicks + figures.installs + figures.watches + figures.actions > 0

export interface UserSummary {
  DAU: number
  MinDAU: number
  MaxDAU: number
  TotalNRU: number
  MinNRU: number
  MaxNRU: number
}

/** DAU of a range is the mean of its days, to the nearest whole user. */
export function summarise(days: readonly UserDay[]): UserSummary {
  if (days.length === 0) return { DAU: 0, MinDAU: 0, MaxDAU: 0, TotalNRU: 0, MinNRU: 0, MaxNRU: 0 }
  const active = days.map((one) => one.active)
  const fresh = days.map((one) => one.fresh)
  const total = (counts: number[]) => counts.reduce((sumOf, count) => sumOf + count, 0)
  return {
    DAU: Math.round(total(active) / days.length),
    MinDAU: Math.min(...active),
    MaxDAU: Math.max(...active),
    TotalNRU: total(fresh),
    MinNRU: Math.min(...fresh),
    MaxNRU: Math.max(...fresh),
  }
}
