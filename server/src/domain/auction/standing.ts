import { expectedPerThousand, type PricingModel } from '@voltline/contract'
import type { AdId, CustomerId } from '@voltline/kernel'

/**
 * What an ad stands for in the auctions: its bid for one billable event and the chance of that event, kept as a
 * fraction because a rank must never be decided by a rounding error. Never changed: a new bid or rate is a new
 * standing, so a list stays in order while others are being brought up to date.
 *
 * Amounts are micro-won in safe integers: no bid reaches 2^53 (100,000 won are 10^11).
 */
export interface Standing<Ad extends Bidder = Bidder> {
  readonly ad: Ad
  readonly bid: number
  /** One billable event at MinCost. */
  readonly floor: number
  readonly rateOver: number
  readonly rateUnder: number
  /** Expected micro-won per impression, as near as a float is. Decides only where it is near enough. */
  readonly rank: number
}

/** Who takes part in an auction. */
export interface Bidder {
  readonly id: AdId
  readonly advertiser: { readonly id: CustomerId }
}

const historyWeight = 1_000

/** Billable events an impression brings: what was seen, and 1,000 impressions of what is expected at first. */
export function rateOf(
  billingType: PricingModel,
  seen: { billableEvents: number; impressions: number },
): { over: number; under: number } {
  if (billingType === 'CPM') return { over: 1, under: 1 }
  return {
    over: seen.billableEvents + expectedPerThousand[billingType],
    under: seen.impressions + historyWeight,
  }
}

export function makeStanding<Ad extends Bidder>(
  ad: Ad,
  terms: { bid: number; floor: number; rate: { over: number; under: number } },
): Standing<Ad> {
  const { bid, floor, rate } = terms
  return {
    ad,
    bid,
    floor,
    rateOver: rate.over,
    rateUnder: rate.under,
    rank: (bid * rate.over) / rate.under,
  }
}

// Two float operations on exact integers are wrong by less than two parts in 2^52 each; 16 is a wide margin.
const doubt = 16 * Number.EPSILON

function compareExactly(a: Standing, b: Standing): number {
  const left = BigInt(a.bid) * BigInt(a.rateOver) * BigInt(b.rateUnder)
  const right = BigInt(b.bid) * BigInt(b.rateOver) * BigInt(a.rateUnder)
  return left === right ? 0 : left > right ? -1 : 1
}

/** Below 0 when `a` ranks above `b`, 0 when they are equal to the last digit. */
export function compareRank(a: Standing, b: Standing): number {
  const gap = a.rank - b.rank
  if (gap > doubt * a.rank) return -1
  if (-gap > doubt * b.rank) return 1
  if (a.bid === b.bid && a.rateOver === b.rateOver && a.rateUnder === b.rateUnder) return 0
  return compareExactly(a, b)
}

// Four float operations on a number below 2^42 are wrong by far less than this. Further than this from a whole number,
// the float rounds up to the right one; nearer, the fraction itself decides.
const wholeDoubt = 1 / 64
const floatMax = 2 ** 42

function exactCeil(winner: Standing, runnerUp: Standing): number {
  const over = BigInt(runnerUp.bid) * BigInt(runnerUp.rateOver) * BigInt(winner.rateUnder)
  const under = BigInt(runnerUp.rateUnder) * BigInt(winner.rateOver)
  return Number((over + under - 1n) / under)
}

/**
 * What one billable event costs the winner, in micro-won: what keeps its rank level with the runner-up's, rounded up
 * to a whole one and held between its floor and its bid. Alone it pays its floor.
 */
export function secondPrice(winner: Standing, runnerUp: Standing | undefined): number {
  if (!runnerUp) return winner.floor
  const near = (runnerUp.rank * winner.rateUnder) / winner.rateOver
  const part = near - Math.floor(near)
  const clear = near < floatMax && part > wholeDoubt && part < 1 - wholeDoubt
  const price = clear ? Math.ceil(near) : exactCeil(winner, runnerUp)
  return Math.max(winner.floor, Math.min(winner.bid, price))
}
