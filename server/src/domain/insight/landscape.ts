import { landscapePoints, limits, type PricingModel } from '@voltline/contract'
import { type Micros, type MicrosNumber, micros } from '@voltline/kernel'
import { microsPerWonBid } from '../ad/afford.ts'
import type { EventRate } from '../auction/ranked-ad.ts'
import { bucketMiddle, bucketOf, bucketStart, bucketsPerOctave, noBucket } from '../auction/tally/bucket.ts'

/** Auctions of a market in one hour with the same bucket of the best rival's rank; -1: there was no rival. */
export interface RivalRanks {
  /** The ad's own advertiser won, so the rival is the runner-up. */
  isOwnWin: boolean
  /** At least three other advertisers took part. */
  isShared: boolean
  bucket: number
  /** The highest bucket of a winning rank, whoever won. */
  highestWinning: number
  count: number
}

/** The auctions of a market in one hour, and in how many of them the ad competed. */
export interface RankHour {
  competed: number
  ranks: RivalRanks[]
}

/** How many requests had their best rival in each bucket, as far as the ad competed for them. */
export interface Rivals {
  byBucket: ReadonlyMap<number, number>
  /** The same where a rival won. */
  lostByBucket: ReadonlyMap<number, number>
  requests: number
  /** Undefined if nothing may be shown: fewer than three others took part. */
  highestWinning: number | undefined
}

/**
 * W − W_X + R_X over all hours. In an hour in which the ad competed for only a part of the requests, its rivals are
 * taken to be spread evenly. Auctions with fewer than three other advertisers are left out altogether: sums with them
 * would reveal a rival's rank by a subtraction.
 */
export function rivalsOf(hours: readonly RankHour[]): Rivals {
  const byBucket = new Map<number, number>()
  const lostByBucket = new Map<number, number>()
  const add = (to: Map<number, number>, bucket: number, count: number) =>
    to.set(bucket, (to.get(bucket) ?? 0) + count)
  let requests = 0
  let highestWinning: number | undefined
  for (const { competed, ranks } of hours) {
    const auctions = ranks.reduce((sum, { count }) => sum + count, 0)
    const share = Math.min(1, competed / auctions)
    if (share === 0) continue
    for (const { isOwnWin, isShared, bucket, highestWinning: highest, count } of ranks) {
      if (!isShared) continue
      add(byBucket, bucket, share * count)
      if (!isOwnWin) add(lostByBucket, bucket, share * count)
      requests += share * count
      highestWinning = Math.max(highestWinning ?? 0, highest)
    }
  }
  return { byBucket, lostByBucket, requests, highestWinning }
}

/** An ad's terms, as far as they decide what another bid would bring. */
export interface BidTerms {
  billingType: PricingModel
  minPriceMicros: MicrosNumber
  maxPriceMicros: MicrosNumber
  rate: EventRate
  /** Impressions by offers won. */
  shownRate: number
}

export interface LandscapePoint {
  bidWon: number
  requests: number
  wins: number
  events: number
  costMicros: Micros
  /** Of one billable event. */
  priceMicros: Micros
}

const ratio = ({ numerator, denominator }: EventRate): number => numerator / denominator

/** The rank of a bid, in micro-won per impression. */
const rankOf = (bidWon: number, { billingType, rate }: BidTerms): number =>
  bidWon * microsPerWonBid(billingType) * ratio(rate)

/** What a bid would have won and paid: everything below its bucket, and of its own bucket the part below its rank. */
export function pointAt(bidWon: number, rivals: Rivals, terms: BidTerms): LandscapePoint {
  const rank = rankOf(bidWon, terms)
  const own = bucketOf(rank)
  const ownPart = Math.min(1, Math.max(0, bucketsPerOctave * Math.log2(rank / bucketStart(own))))
  const bidMicros = bidWon * microsPerWonBid(terms.billingType)
  const leastMicros = Math.min(terms.minPriceMicros, bidMicros)
  let wins = 0
  let paid = 0
  for (const [bucket, count] of rivals.byBucket) {
    if (bucket > own) continue
    const won = bucket === own ? count * ownPart : count
    const price = bucket === noBucket ? leastMicros : bucketMiddle(bucket) / ratio(terms.rate)
    wins += won
    paid += won * Math.max(leastMicros, Math.min(bidMicros, price))
  }
  const roundedWins = Math.round(wins)
  const perWin = terms.shownRate * (terms.billingType === 'CPM' ? 1 : ratio(terms.rate))
  const events = Math.round(roundedWins * perWin)
  const priceMicros = micros(BigInt(wins > 0 ? Math.round(paid / wins) : 0))
  return {
    ...{ bidWon, requests: Math.round(rivals.requests), wins: roundedWins, events, priceMicros },
    costMicros: micros(BigInt(events) * priceMicros),
  }
}

/** Whole won on a logarithmic scale, each more than the one before, up to twice the highest winning rank. */
export function bidScale(highestWinning: number, terms: BidTerms): number[] {
  const least = terms.billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin
  const steps = landscapePoints - 1
  const highestBid = bucketStart(highestWinning + 1) / ratio(terms.rate) / microsPerWonBid(terms.billingType)
  const most = Math.min(limits.bidMax, Math.max(Math.ceil(2 * highestBid), least + steps))
  const bids: number[] = []
  for (let step = 0; step <= steps; step++) {
    const ideal = Math.round(least * (most / least) ** (step / steps))
    bids.push(Math.min(most - (steps - step), Math.max(ideal, (bids.at(-1) ?? 0) + 1)))
  }
  return bids
}

/** Empty with fewer than three other advertisers. */
export function landscapeOf(rivals: Rivals, terms: BidTerms): LandscapePoint[] {
  if (rivals.highestWinning === undefined) return []
  return bidScale(rivals.highestWinning, terms).map((bid) => pointAt(bid, rivals, terms))
}

/** The median winning rank by the own rank, over lost requests; null if nothing was lost or may be shown. */
export function gapOf(rivals: Rivals, terms: Pick<BidTerms, 'maxPriceMicros' | 'rate'>): number | null {
  const buckets = [...rivals.lostByBucket].sort(([a], [b]) => a - b)
  const lost = buckets.reduce((sum, [, count]) => sum + count, 0)
  let below = 0
  for (const [bucket, count] of buckets) {
    below += count
    if (below >= lost / 2) return bucketMiddle(bucket) / (terms.maxPriceMicros * ratio(terms.rate))
  }
  return null
}
