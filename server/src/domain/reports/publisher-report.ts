import { ctr, ecpm } from './figures.ts'
import type { MediumFigures } from './rollup/read-figures.ts'
import type { UserDay } from './rollup/read-users.ts'

/** The figures of a publisher's report in the names of the wire. */
export const toPublisherFigures = (figures: MediumFigures) => ({
  Revenue: figures.revenueMicros,
  eCPM: ecpm(figures),
  Impressions: figures.impressions,
  Installs: figures.installs,
  CTR: ctr(figures),
})

/** A report of users in the names of the wire. */
export interface UserSummary {
  DAU: number
  MinDAU: number
  MaxDAU: number
  TotalNRU: number
  MinNRU: number
  MaxNRU: number
}

/** The DAU of a range is the mean of its days, rounded to whole users. */
export function summariseUsers(days: readonly UserDay[]): UserSummary {
  if (days.length === 0) return { DAU: 0, MinDAU: 0, MaxDAU: 0, TotalNRU: 0, MinNRU: 0, MaxNRU: 0 }
  const active = days.map((day) => day.active)
  const fresh = days.map((day) => day.fresh)
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    DAU: Math.round(sum(active) / days.length),
    MinDAU: Math.min(...active),
    MaxDAU: Math.max(...active),
    TotalNRU: sum(fresh),
    MinNRU: Math.min(...fresh),
    MaxNRU: Math.max(...fresh),
  }
}
