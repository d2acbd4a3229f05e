import { expectedPerThousand, type PricingModel } from '@voltline/contract'
import type { AdId, CustomerId, MicrosNumber } from '@voltline/kernel'

/** Billable events per impression, as a fraction: a rounding error must never decide a rank. */
export interface EventRate {
  readonly numerator: number
  readonly denominator: number
}

/**
 * An ad's entry in the ranked lists: its bid for one billable event and the rate of that event. Immutable: a new bid or
 * rate makes a new entry, so the lists stay in order while ads are updated.
 */
export interface RankedAd<Ad extends Bidder = Bidder> {
  readonly ad: Ad
  readonly bidMicros: MicrosNumber
  /** One billable event at MinCost. */
  readonly minPriceMicros: MicrosNumber
  readonly rateNumerator: number
  readonly rateDenominator: number
  /** Expected micros per impression, as a float. Decides only where the float is precise enough. */
  readonly rank: number
}

export interface Bidder {
  readonly id: AdId
  readonly advertiser: { readonly id: CustomerId }
}

const priorImpressions = 1_000

/** The observed rate, smoothed by 1,000 impressions at the expected rate of the pricing model. */
export function eventRate(
  billingType: PricingModel,
  observed: { billableEvents: number; impressions: number },
): EventRate {
  if (billingType === 'CPM') return { numerator: 1, denominator: 1 }
  return {
    numerator: observed.billableEvents + expectedPerThousand[billingType],
    denominator: observed.impressions + priorImpressions,
  }
}

export function rankAd<Ad extends Bidder>(
  ad: Ad,
  terms: { bidMicros: MicrosNumber; minPriceMicros: MicrosNumber; rate: EventRate },
): RankedAd<Ad> {
  const { bidMicros, minPriceMicros, rate } = terms
  return {
    ad,
    bidMicros,
    minPriceMicros,
    rateNumerator: rate.numerator,
    rateDenominator: rate.denominator,
    rank: (bidMicros * rate.numerator) / rate.denominator,
  }
}

export const sameTerms = (a: RankedAd, b: RankedAd): boolean =>
  a.bidMicros === b.bidMicros &&
  a.minPriceMicros === b.minPriceMicros &&
  a.rateNumerator === b.rateNumerator &&
  a.rateDenominator === b.rateDenominator

// Two float operations on exact integers have a relative error below 2^-51; 16 epsilon is a wide margin.
const rankTolerance = 16 * Number.EPSILON

function compareExactly(a: RankedAd, b: RankedAd): number {
  const left = BigInt(a.bidMicros) * BigInt(a.rateNumerator) * BigInt(b.rateDenominator)
  const right = BigInt(b.bidMicros) * BigInt(b.rateNumerator) * BigInt(a.rateDenominator)
  return left === right ? 0 : left > right ? -1 : 1
}

/** Negative if `a` ranks above `b`, 0 if the ranks are exactly equal. */
export function compareRank(a: RankedAd, b: RankedAd): number {
  const gap = a.rank - b.rank
  if (gap > rankTolerance * a.rank) return -1
  if (-gap > rankTolerance * b.rank) return 1
  const isSame =
    a.bidMicros === b.bidMicros &&
    a.rateNumerator === b.rateNumerator &&
    a.rateDenominator === b.rateDenominator
  return isSame ? 0 : compareExactly(a, b)
}

// Four float operations on a number below 2^42 have an error far below 1/64. If the float is further than that from a
// whole number, rounding it up is exact; otherwise the price is computed from the fractions.
const wholeTolerance = 1 / 64
const floatPriceMax = 2 ** 42

function exactPrice(winner: RankedAd, runnerUp: RankedAd): number {
  const numerator =
    BigInt(runnerUp.bidMicros) * BigInt(runnerUp.rateNumerator) * BigInt(winner.rateDenominator)
  const denominator = BigInt(runnerUp.rateDenominator) * BigInt(winner.rateNumerator)
  return Number((numerator + denominator - 1n) / denominator)
}

/**
 * The clearing price of one billable event: the lowest whole micro-won at which the winner still ranks level with the
 * runner-up, at least its MinCost and at most its bid. Without a runner-up it is MinCost.
 */
export function secondPrice(winner: RankedAd, runnerUp: RankedAd | undefined): MicrosNumber {
  if (!runnerUp) return winner.minPriceMicros
  const estimate = (runnerUp.rank * winner.rateDenominator) / winner.rateNumerator
  const fraction = estimate - Math.floor(estimate)
  const isPrecise = estimate < floatPriceMax && fraction > wholeTolerance && fraction < 1 - wholeTolerance
  const price = isPrecise ? Math.ceil(estimate) : exactPrice(winner, runnerUp)
  return Math.max(winner.minPriceMicros, Math.min(winner.bidMicros, price)) as MicrosNumber
}

/** Whether the runner-up set the price, and not the winner's own MinCost. */
export const isRivalPrice = (
  winner: RankedAd,
  { runnerUp, priceMicros }: { runnerUp: RankedAd | undefined; priceMicros: MicrosNumber },
): boolean => runnerUp !== undefined && priceMicros > winner.minPriceMicros
