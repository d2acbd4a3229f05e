import { type ActionType, actionTypes, billedOn } from '@voltline/contract'
import { type AdId, type Instant, instant, type MicrosNumber } from '@voltline/kernel'
import type { AdState } from '../../domain/auction/live/ad-state.ts'
import {
  type AcceptedEvents,
  AdPromises,
  type IssuedOffers,
  type SharedFund,
} from '../../domain/auction/promised/ad-promises.ts'
import { ArrivalCurve } from '../../domain/auction/promised/arrival-curve.ts'
import { eventRate } from '../../domain/auction/ranked-ad.ts'
import { eventMsMax } from '../../domain/events/offer-life.ts'
import type { SnapshotAd } from './records.ts'

/** Promises weighed again in one pass; the others follow in the next ones. */
const adsPerPassMax = 2_000

const expectedRate = (state: AdState): number => {
  const { numerator, denominator } = eventRate(state.billingType, state)
  return Math.min(1, numerator / denominator)
}

const rowOf = (state: AdState) => ({
  expectedRate: expectedRate(state),
  billableEvents: state.billableEvents,
})

/** The promises of all ads: offers issued and events accepted that the database does not show as spent. */
export class Promised {
  readonly #countsPromises: boolean
  readonly #curves = new Map<ActionType, ArrivalCurve>(
    actionTypes.map((action) => [action, new ArrivalCurve(action)]),
  )
  /** The ads with open offers or unbilled events, in the order in which they are weighed. */
  readonly #active = new Map<AdId, SnapshotAd>()
  /** The ads whose own offers the other processes do not know yet, or have just been told. */
  readonly #untold = new Set<SnapshotAd>()
  readonly #others = { count: 0 }
  /** Everything that arrived before this instant has been billed. */
  billedUntil = instant(0)

  constructor(options: { countsPromises: boolean }) {
    this.#countsPromises = options.countsPromises
  }

  /** The promises of a new ad: none. */
  of(state: AdState, owners: { advertiser: SharedFund; campaign: SharedFund }): AdPromises {
    const action = billedOn[state.billingType]
    const curve = this.#curves.get(action) ?? new ArrivalCurve(action)
    const funds = [owners.campaign, owners.advertiser]
    return new AdPromises({ lifeMs: eventMsMax[action], curve, funds, others: this.#others }, rowOf(state))
  }

  readRow(ad: SnapshotAd, now: Instant): void {
    ad.promises.readRow(rowOf(ad.state), now)
  }

  release(ad: SnapshotAd): void {
    ad.promises.release()
    this.#active.delete(ad.id)
    this.#untold.delete(ad)
  }

  /** Offers of this process. */
  issueOwn(ad: SnapshotAd, offers: IssuedOffers): void {
    if (!this.#countsPromises) return
    if (this.#others.count > 0) {
      ad.promises.issueOwn(offers)
      this.#untold.add(ad)
    } else ad.promises.issue(offers)
    this.#active.set(ad.id, ad)
  }

  /** The other processes have been told of the own offers so far. */
  tell(otherProcesses: number): void {
    this.#others.count = otherProcesses
    for (const ad of this.#untold) {
      ad.promises.tell()
      if (!ad.promises.hasUnheard) this.#untold.delete(ad)
    }
  }

  /** Offers of another process. */
  issue(ad: SnapshotAd, offers: IssuedOffers): void {
    if (!this.#countsPromises) return
    ad.promises.issue(offers)
    this.#active.set(ad.id, ad)
  }

  accept(ad: SnapshotAd, events: AcceptedEvents): void {
    if (!this.#countsPromises) return
    ad.promises.accept(events)
    this.#active.set(ad.id, ad)
  }

  load(ad: SnapshotAd, ...loaded: Parameters<AdPromises['load']>): void {
    if (!this.#countsPromises) return
    ad.promises.load(...loaded)
    this.#active.set(ad.id, ad)
  }

  active(): Iterable<SnapshotAd> {
    return this.#active.values()
  }

  pass(now: Instant): void {
    const count = Math.min(adsPerPassMax, this.#active.size)
    const ads = this.#active.entries()
    for (let passed = 0; passed < count; passed++) {
      const next = ads.next()
      if (next.done) return
      const [id, ad] = next.value
      const { dayStartsAt } = ad.advertiser.moment
      ad.promises.pass(now, { dayStartsAt, billedUntil: this.billedUntil })
      this.#active.delete(id)
      // To the end, so that every ad has its turn.
      if (!ad.promises.isEmpty) this.#active.set(id, ad)
    }
  }

  /** For the metrics. */
  get totalMicros(): MicrosNumber {
    let sum = 0
    for (const ad of this.#active.values()) sum += ad.promises.promisedMicros
    return sum as MicrosNumber
  }

  get unbilledMicros(): MicrosNumber {
    let sum = 0
    for (const ad of this.#active.values()) sum += ad.promises.unbilledMicros
    return sum as MicrosNumber
  }
}
