import type { BidOutcome, ErrorCode, PricingModel } from '@voltline/contract'
import type { AdId, AppId, CustomerId, Instant } from '@voltline/kernel'
import type { AdRequest, Decision } from '../../domain/auction/auction.ts'
import { compareRank, type Standing } from '../../domain/auction/standing.ts'
import type { LiveAd, Medium } from '../snapshot/records.ts'

/** The demo's own app, and the customers who meet only each other in its market. */
export interface Playground {
  appId: AppId
  customers: readonly CustomerId[]
}

export interface ExplainedBid {
  adId: AdId
  billingType: PricingModel
  outcome: BidOutcome
  standing: Standing | undefined
}

export interface Explanation {
  number: number
  at: Instant
  medium: Medium
  deviceId: string
  country: string
  answer: ErrorCode
  offer: { token: string; priceMicros: number } | undefined
  bids: readonly ExplainedBid[]
}

/** What a decision was made from and what it decided. */
export interface Decided {
  medium: Medium
  deviceId: string
  request: AdRequest
  decision: Decision<LiveAd>
  at: Instant
}

const keptMax = 1_000

/**
 * Why the last requests of the playground were answered as they were, noted in the same turn of the program as each
 * decision was made: nothing can have changed in between.
 */
export class Explanations {
  readonly #playground: Playground
  #kept: Explanation[] = []
  #made = 0

  constructor(playground: Playground) {
    this.#playground = playground
  }

  get playground(): Playground {
    return this.#playground
  }

  isOwn(medium: Medium): boolean {
    return medium.app.id === this.#playground.appId
  }

  note(decided: Decided, ads: Iterable<LiveAd>, token: string | undefined): void {
    const { decision, medium, deviceId, request, at } = decided
    this.#made++
    this.#kept.push({
      number: this.#made,
      at,
      medium,
      deviceId,
      country: request.country,
      answer: decision.winner ? 'SUCCESS' : decision.refusal,
      offer: decision.winner && token ? { token, priceMicros: decision.priceMicros } : undefined,
      bids: explain(decided, ads),
    })
    if (this.#kept.length > keptMax) this.#kept = this.#kept.slice(keptMax >> 1)
  }

  /** The newest first. */
  of(deviceId: string, countMax: number): Explanation[] {
    const found: Explanation[] = []
    for (let index = this.#kept.length - 1; index >= 0 && found.length < countMax; index--) {
      const one = this.#kept[index]
      if (one?.deviceId === deviceId) found.push(one)
    }
    return found
  }
}

/** Every ad of the unit's product and platform in its market: first those that bid, by rank, then the others. */
function explain({ medium, request, decision }: Decided, ads: Iterable<LiveAd>): ExplainedBid[] {
  const bids: ExplainedBid[] = []
  for (const ad of ads) {
    if (ad.advertiser.market !== medium.app.owner.market) continue
    if (ad.product !== request.product || !ad.platforms.includes(request.platform)) continue
    const outcome = outcomeOf(ad, request, decision)
    const standing = bidding.has(outcome) ? ad.standing : undefined
    bids.push({ adId: ad.id, billingType: ad.billingType, outcome, standing })
  }
  return bids.sort(byRank)
}

const bidding: ReadonlySet<BidOutcome> = new Set(['won', 'second', 'lower', 'own'])

function outcomeOf(ad: LiveAd, request: AdRequest, decision: Decision<LiveAd>): BidOutcome {
  if (ad.reason) return ad.reason
  if (ad.countries !== 'Global' && !ad.countries.includes(request.country)) return 'country'
  if (ad.adult && !request.allowsAdult) return 'adult'
  if (request.capped?.has(ad.id)) return 'capped'
  const { winner } = decision
  if (winner?.ad === ad) return 'won'
  if (winner && decision.runnerUp?.ad === ad) return 'second'
  return winner?.ad.advertiser === ad.advertiser ? 'own' : 'lower'
}

/** The winner of a tie stands above those it shared the first rank with. */
function byRank(a: ExplainedBid, b: ExplainedBid): number {
  if (!a.standing || !b.standing) return Number(!a.standing) - Number(!b.standing) || a.adId - b.adId
  return (
    Number(b.outcome === 'won') - Number(a.outcome === 'won') ||
    compareRank(a.standing, b.standing) ||
    Number(b.outcome === 'second') - Number(a.outcome === 'second')
  )
}
