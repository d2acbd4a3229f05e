import type { PricingModel } from '@voltline/contract'
import {
  type Day,
  day,
  type Instant,
  instant,
  type Micros,
  micros,
  noMoney,
  type Won,
} from '@voltline/kernel'
import { leastCharge } from '../ad/afford.ts'

/** The dearest MinCost among the ads in progress, by billing type. */
export type DearestBids = readonly { billingType: PricingModel; minCostWon: Won }[]

/** Payment is needed when there is no cash, or too little for one event of some ad in progress. */
export const needsPayment = (cash: Micros, dearest: DearestBids): boolean =>
  cash <= 0n || dearest.some((bid) => cash < leastCharge(bid))

export interface DaySpend {
  day: Day
  amount: Micros
}

/** The average of the full days since spending began; an account's first quiet days say nothing about its pace. */
export function spendPerDay(fullDays: readonly DaySpend[]): Micros {
  const first = fullDays.findIndex((one) => one.amount > 0n)
  if (first < 0) return noMoney
  const days = fullDays.slice(first)
  const sum = days.reduce((total, one) => total + one.amount, 0n)
  return micros(sum / BigInt(days.length))
}

/** Warned about from here on. */
const warnedDays = 7

export interface CashWarning {
  perDay: Micros
  runsOutAt: Instant
  usedUp: boolean
}

/** When cash ends at a pace; undefined when that is more than a week away. */
export function cashWarning(
  state: { cash: Micros; perDay: Micros; needsPayment: boolean },
  now: Instant,
): CashWarning | undefined {
  const { cash, perDay } = state
  if (state.needsPayment) return { perDay, runsOutAt: now, usedUp: true }
  if (perDay === 0n || cash > perDay * BigInt(warnedDays)) return undefined
  return { perDay, runsOutAt: instant(now + Number((cash * BigInt(day)) / perDay)), usedUp: false }
}
