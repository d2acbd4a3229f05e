import {
  type CampaignId,
  type Day,
  day,
  type Instant,
  instant,
  type Micros,
  micros,
  noMoney,
} from '@voltline/kernel'
import { type LeastBid, leastCharge } from '../ad/afford.ts'
import { sumAdFigures } from './figures.ts'
import type { AdFigures, CampaignDay } from './rollup/read-figures.ts'

/** Payment is needed without cash, or with too little for one event of some ad in progress. */
export const needsPayment = (cashMicros: Micros, highestLeastBids: readonly LeastBid[]): boolean =>
  cashMicros <= 0n || highestLeastBids.some((bid) => cashMicros < leastCharge(bid))

export type DayFigures = AdFigures & { day: Day }

/** All campaigns together, one row per day, also for days without traffic. */
export function sumByDay(rows: readonly CampaignDay[], days: readonly Day[]): DayFigures[] {
  const byDay = Map.groupBy(rows, (row) => row.day)
  return days.map((date) => ({ ...sumAdFigures(byDay.get(date) ?? []), day: date }))
}

/** What each campaign has spent, without those that spent nothing. */
export function spendByCampaign(rows: readonly CampaignDay[], from: Day): Map<CampaignId, Micros> {
  const spend = new Map<CampaignId, Micros>()
  for (const row of rows) {
    if (row.day < from || row.costMicros === 0n) continue
    spend.set(row.campaignId, micros((spend.get(row.campaignId) ?? 0n) + row.costMicros))
  }
  return spend
}

/** The mean of the full days since spending began; days before it say nothing about the pace. */
export function spendPerDay(fullDays: readonly Pick<DayFigures, 'day' | 'costMicros'>[]): Micros {
  const first = fullDays.findIndex((date) => date.costMicros > 0n)
  if (first < 0) return noMoney
  const days = fullDays.slice(first)
  const spentMicros = days.reduce((total, date) => total + date.costMicros, 0n)
  return micros(spentMicros / BigInt(days.length))
}

/** A warning is shown this many days before cash runs out. */
const warnedDays = 7

export interface CashWarning {
  perDayMicros: Micros
  runsOutAt: Instant
  usedUp: boolean
}

/** When cash runs out at this pace; undefined if that is more than a week away. */
export function cashWarning(
  state: { cashMicros: Micros; perDayMicros: Micros; needsPayment: boolean },
  now: Instant,
): CashWarning | undefined {
  const { cashMicros, perDayMicros } = state
  if (state.needsPayment) return { perDayMicros, runsOutAt: now, usedUp: true }
  if (perDayMicros === 0n || cashMicros > perDayMicros * BigInt(warnedDays)) return undefined
  const remainingMs = Number((cashMicros * BigInt(day)) / perDayMicros)
  return { perDayMicros, runsOutAt: instant(now + remainingMs), usedUp: false }
}
