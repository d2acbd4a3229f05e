import type { Instant, MicrosNumber } from '@voltline/kernel'
import { type OfferTerms, OpenOffers } from './open-offers.ts'
import { type Arrivals, secondOf, UnbilledEvents } from './unbilled-events.ts'

/** Money that several ads share: a campaign's budget or an advertiser's cash. */
export interface SharedFund {
  /** The sum over its ads. */
  promisedMicros: MicrosNumber
}

/** Billed events that were accepted, with the time of their offers. */
export interface AcceptedEvents {
  issuedAt: Instant
  receivedAt: Instant
  count: number
  micros: number
}

export interface IssuedOffers {
  issuedAt: Instant
  count: number
  micros: number
}

/** What all promises have in common. */
export interface PromiseTerms extends OfferTerms {
  funds: readonly SharedFund[]
  /** How many other processes serve ads; it changes. */
  others: { readonly count: number }
}

/**
 * What an ad will probably be charged beyond what its row shows as spent: its open offers, and its events that billing
 * has not decided. Every change is passed on to the funds that the ad shares with others.
 */
export class AdPromises {
  readonly #funds: readonly SharedFund[]
  readonly #offers: OpenOffers
  readonly #events: UnbilledEvents
  readonly #terms: PromiseTerms
  /** Offers of this process that the others do not know yet, and those just told. */
  readonly #own = { untoldMicros: 0, toldMicros: 0 }
  promisedMicros = 0 as MicrosNumber
  /** Against the running day's limit. */
  promisedTodayMicros = 0 as MicrosNumber
  /** Of the unbilled events, those of earlier days. */
  #earlierMicros = 0
  #dayStartsAt = Number.NEGATIVE_INFINITY as Instant

  constructor(terms: PromiseTerms, ad: { expectedRate: number; billableEvents: number }) {
    this.#terms = terms
    this.#funds = terms.funds
    this.#offers = new OpenOffers(terms, ad.expectedRate)
    this.#events = new UnbilledEvents(ad.billableEvents)
  }

  get isEmpty(): boolean {
    return this.#offers.isEmpty && this.#events.isEmpty && !this.hasUnheard
  }

  /** It assumes offers of other processes. */
  get hasUnheard(): boolean {
    return this.#own.untoldMicros + this.#own.toldMicros > 0
  }

  get unbilledMicros(): number {
    return this.#events.micros
  }

  get rate(): number {
    return this.#offers.rate
  }

  /** The open offers, to tell another process. */
  openOffers(): Generator<IssuedOffers> {
    return this.#offers.open()
  }

  issue(offers: IssuedOffers): void {
    this.#offers.issue(offers.issuedAt, offers.count, offers.micros)
    this.#sum()
  }

  /**
   * Offers of this process. Until it has heard from the others, it assumes that each of them issues as many: near a limit
   * every process then takes no more than its share of what remains.
   */
  issueOwn(offers: IssuedOffers): void {
    this.#own.untoldMicros += offers.micros
    this.issue(offers)
  }

  /** The others have been told. What they issued meanwhile arrives before the next call. */
  tell(): void {
    this.#own.toldMicros = this.#own.untoldMicros
    this.#own.untoldMicros = 0
    this.#sum()
  }

  accept(events: AcceptedEvents): void {
    const { issuedAt, receivedAt, count, micros } = events
    this.#terms.curve.learn(receivedAt - issuedAt, count)
    this.#offers.convert(issuedAt, count, micros)
    this.#events.add({ second: secondOf(receivedAt), count, micros })
    this.#sum()
  }

  /** The ad's row was read again. */
  readRow(ad: { expectedRate: number; billableEvents: number }, now: Instant): void {
    this.#offers.expect(ad.expectedRate)
    this.#events.decide(ad.billableEvents, now)
    this.#sumDays()
    this.#sum()
  }

  load(before: Instant, loaded: readonly Arrivals[]): void {
    this.#events.load(before, loaded)
    this.#sumDays()
    this.#sum()
  }

  pass(now: Instant, time: { dayStartsAt: Instant; billedUntil: Instant }): void {
    this.#dayStartsAt = time.dayStartsAt
    this.#offers.pass(now)
    this.#events.pass(time.billedUntil, now)
    this.#sumDays()
    this.#sum()
  }

  /** The ad leaves: nothing of it counts any longer. */
  release(): void {
    this.#set(0)
  }

  #sumDays(): void {
    this.#earlierMicros = this.#events.micros - this.#events.microsSince(this.#dayStartsAt)
  }

  #sum(): void {
    const { untoldMicros, toldMicros } = this.#own
    const assumedMicros = this.#terms.others.count * this.#offers.rate * (untoldMicros + toldMicros)
    this.#set(this.#offers.expectedMicros + this.#events.micros + Math.round(assumedMicros))
    this.promisedTodayMicros = (this.promisedMicros - this.#earlierMicros) as MicrosNumber
  }

  #set(micros: number): void {
    const change = micros - this.promisedMicros
    if (change === 0) return
    this.promisedMicros = micros as MicrosNumber
    for (const fund of this.#funds) fund.promisedMicros = (fund.promisedMicros + change) as MicrosNumber
  }
}
