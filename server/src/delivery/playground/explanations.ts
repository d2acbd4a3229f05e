import type { BidOutcome } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { AdRequest, Decision } from '../../domain/auction/auction.ts'
import type { Playground } from '../../domain/auction/playground-store.ts'
import { compareRank, type RankedAd } from '../../domain/auction/ranked-ad.ts'
import type { Medium, SnapshotAd } from '../snapshot/records.ts'
import type { ExplainedBid, Explanation } from './explanation.ts'

/** A bid with its entry in the lists, while it is sorted. */
interface RankedBid extends ExplainedBid {
  ranked: RankedAd | undefined
}

/** A decision and its input. */
export interface DecidedRequest {
  medium: Medium
  deviceId: string
  request: AdRequest
  decision: Decision<SnapshotAd>
  at: Instant
}

const keptMax = 1_000

/** A millisecond has room for this many decisions of a process. */
const numbersPerMs = 1_000

/**
 * Explains the latest decisions of the playground, also those that other processes report. Each is recorded in the same
 * turn of the event loop as the decision, so nothing can have changed in between.
 */
export class Explanations {
  readonly #playground: Playground
  readonly #process: string
  #kept: Explanation[] = []
  #count = 0

  constructor(playground: Playground, process: string) {
    this.#playground = playground
    this.#process = process
  }

  get playground(): Playground {
    return this.#playground
  }

  isOwn(medium: Medium): boolean {
    return medium.app.id === this.#playground.appId
  }

  /** Returns the explanation, to tell the other processes. */
  add(decided: DecidedRequest, ads: Iterable<SnapshotAd>, token: string | undefined): Explanation {
    const { decision, medium, deviceId, request, at } = decided
    const explanation = {
      number: at * numbersPerMs + (this.#count++ % numbersPerMs),
      process: this.#process,
      at,
      mediumId: medium.id,
      deviceId,
      country: request.country,
      errorCode: decision.winner ? 'SUCCESS' : decision.refusal,
      offer: decision.winner && token ? { token, priceMicros: decision.priceMicros } : undefined,
      bids: explain(decided, ads),
    }
    this.keep(explanation)
    return explanation
  }

  keep(explanation: Explanation): void {
    this.#kept.push(explanation)
    if (this.#kept.length > keptMax) this.#kept = this.#kept.slice(keptMax >> 1)
  }

  /** Newest first. */
  of(deviceId: string, countMax: number): Explanation[] {
    const found: Explanation[] = []
    for (let index = this.#kept.length - 1; index >= 0 && found.length < countMax; index--) {
      const explanation = this.#kept[index]
      if (explanation?.deviceId === deviceId) found.push(explanation)
    }
    return found.sort((a, b) => b.number - a.number)
  }
}

const termsOf = (ranked: RankedAd): NonNullable<ExplainedBid['terms']> => ({
  bidMicros: ranked.bidMicros,
  floorMicros: ranked.minPriceMicros,
  rateOver: ranked.rateNumerator,
  rateUnder: ranked.rateDenominator,
})

/** Every ad of the unit's product and platform in its market: bidders by rank, then the others. */
function explain({ medium, request, decision }: DecidedRequest, ads: Iterable<SnapshotAd>): ExplainedBid[] {
  const bids: RankedBid[] = []
  for (const ad of ads) {
    if (ad.advertiser.market !== medium.app.owner.market) continue
    const { product, platforms, billingType } = ad.state
    if (product !== request.product || !platforms.includes(request.platform)) continue
    const outcome = outcomeOf(ad, request, decision)
    const ranked = bidOutcomes.has(outcome) ? ad.ranked : undefined
    bids.push({ adId: ad.id, billingType, outcome, terms: ranked && termsOf(ranked), ranked })
  }
  return bids.sort(byRank).map(({ ranked: _, ...bid }) => bid)
}

const bidOutcomes: ReadonlySet<BidOutcome> = new Set(['won', 'second', 'lower', 'own'])

function outcomeOf(ad: SnapshotAd, request: AdRequest, decision: Decision<SnapshotAd>): BidOutcome {
  if (ad.reason) return ad.reason
  const { countries, adult } = ad.state
  if (countries !== 'Global' && !countries.includes(request.country)) return 'country'
  if (adult && !request.allowsAdult) return 'adult'
  if (request.capped?.has(ad.id)) return 'capped'
  const { winner } = decision
  if (winner?.ad === ad) return 'won'
  if (winner && decision.runnerUp?.ad === ad) return 'second'
  return winner?.ad.advertiser === ad.advertiser ? 'own' : 'lower'
}

/** The winner of a tie comes before the ads with the same rank. */
function byRank(a: RankedBid, b: RankedBid): number {
  if (!a.ranked || !b.ranked) return Number(!a.ranked) - Number(!b.ranked) || a.adId - b.adId
  return (
    Number(b.outcome === 'won') - Number(a.outcome === 'won') ||
    compareRank(a.ranked, b.ranked) ||
    Number(b.outcome === 'second') - Number(a.outcome === 'second')
  )
}
