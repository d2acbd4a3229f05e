import { type Instant, instant, minute, second } from '@voltline/kernel'
import type { ArrivalCurve } from './arrival-curve.ts'

/** Offers issued within a short time. Young cohorts are short, because most events arrive within seconds. */
interface Cohort {
  startsAt: Instant
  endsAt: Instant
  issued: number
  converted: number
  /** The price of those that have not become events. Below 0 while their events are known and the offers are not yet. */
  openMicros: number
  /** That one of the open offers still becomes an event. */
  chance: number
}

export const cohortMs = second / 2

/** Cohorts of at least this age are merged to this length. */
const mergedLengths = [
  { ageMs: 90 * minute, lengthMs: 3 * 60 * minute },
  { ageMs: 10 * minute, lengthMs: minute },
  { ageMs: 10 * second, lengthMs: 10 * second },
]

const lengthAt = (ageMs: number): number =>
  mergedLengths.find((merged) => ageMs >= merged.ageMs)?.lengthMs ?? cohortMs

/** An offer is given up only after several times the usual delay: a stall of a few seconds must not look like a loss. */
const patience = 4
/** The expected rate holds until this many offers are old enough to tell another. */
const offersToLearn = 100
/** How many offers the expected rate weighs after that. */
const expectedOffers = 20
/** A smaller chance counts as none: thousands of lost offers must not add up to a few events. */
const chanceMin = 0.001
/** Offers that have expired still tell the rate; beyond this number they weigh half. */
const expiredOffersMax = 1_000

export interface OfferTerms {
  /** An offer's event can arrive until this age. */
  lifeMs: number
  curve: ArrivalCurve
}

/**
 * The offers of an ad whose billed event has not arrived, weighted by the chance that it will. The share of offers that
 * become events is the ad's own: it starts at the expected rate and is learned from offers old enough to tell.
 */
export class OpenOffers {
  readonly #terms: OfferTerms
  #cohorts: Cohort[] = []
  #rate: number
  #expected: number
  readonly #expired = { issued: 0, converted: 0 }
  /** The sum of price × chance. */
  #micros = 0

  /** `expected` is the share of offers that become events, as far as it is known. */
  constructor(terms: OfferTerms, expected: number) {
    this.#terms = terms
    this.#expected = expected
    this.#rate = expected
  }

  get expectedMicros(): number {
    return Math.max(0, Math.round(this.#micros))
  }

  get isEmpty(): boolean {
    return this.#cohorts.length === 0
  }

  /** The share of offers that become billed events. */
  get rate(): number {
    return this.#rate
  }

  expect(rate: number): void {
    this.#expected = rate
  }

  issue(issuedAt: Instant, count: number, micros: number): void {
    const cohort = this.#cohortOf(issuedAt)
    cohort.issued += count
    this.#change(cohort, micros)
  }

  /** The billed events of offers issued at about this instant have arrived. */
  convert(issuedAt: Instant, count: number, micros: number): void {
    const cohort = this.#cohortOf(issuedAt)
    cohort.converted += count
    this.#change(cohort, -micros)
  }

  /** Gives up expired offers and weighs the others again. */
  pass(now: Instant): void {
    this.#expire(now)
    this.#merge(now)
    this.#learnRate(now)
    this.#micros = 0
    for (const cohort of this.#cohorts) {
      const arrived = this.#arrivedShare(cohort, now)
      const chance = (this.#rate * (1 - arrived)) / (1 - this.#rate * arrived)
      cohort.chance = chance < chanceMin ? 0 : chance
      this.#micros += Math.max(0, cohort.openMicros) * cohort.chance
    }
  }

  /** The open offers by cohort, to tell another process. */
  *open(): Generator<{ issuedAt: Instant; count: number; micros: number }> {
    for (const { startsAt, issued, converted, openMicros } of this.#cohorts) {
      if (openMicros > 0) yield { issuedAt: startsAt, count: issued - converted, micros: openMicros }
    }
  }

  #change(cohort: Cohort, micros: number): void {
    const before = Math.max(0, cohort.openMicros)
    cohort.openMicros += micros
    this.#micros += (Math.max(0, cohort.openMicros) - before) * cohort.chance
  }

  /** Nearly always the last. */
  #cohortOf(issuedAt: Instant): Cohort {
    let index = this.#cohorts.length - 1
    let cohort = this.#cohorts[index]
    while (cohort && cohort.startsAt > issuedAt) cohort = this.#cohorts[--index]
    if (cohort && issuedAt < cohort.endsAt) return cohort
    const startsAt = instant(issuedAt - (issuedAt % cohortMs))
    const endsAt = instant(startsAt + cohortMs)
    const added = { startsAt, endsAt, issued: 0, converted: 0, openMicros: 0, chance: this.#rate }
    this.#cohorts.splice(index + 1, 0, added)
    return added
  }

  #expire(now: Instant): void {
    const { lifeMs } = this.#terms
    // A cohort far in the future was issued before the clock was set back.
    const isOver = ({ startsAt, endsAt }: Cohort) => now - endsAt > lifeMs || startsAt - now > lifeMs
    if (!this.#cohorts.some(isOver)) return
    for (const cohort of this.#cohorts.filter(isOver)) {
      this.#expired.issued += cohort.issued
      this.#expired.converted += cohort.converted
    }
    this.#cohorts = this.#cohorts.filter((cohort) => !isOver(cohort))
    if (this.#expired.issued <= expiredOffersMax) return
    this.#expired.converted *= expiredOffersMax / 2 / this.#expired.issued
    this.#expired.issued = expiredOffersMax / 2
  }

  #merge(now: Instant): void {
    const merged: Cohort[] = []
    for (const cohort of this.#cohorts) {
      const lengthMs = lengthAt(now - cohort.endsAt)
      const startsAt = instant(cohort.startsAt - (cohort.startsAt % lengthMs))
      const last = merged.at(-1)
      if (last && lengthMs > cohortMs && last.startsAt >= startsAt) {
        last.endsAt = instant(Math.max(last.endsAt, cohort.endsAt))
        last.issued += cohort.issued
        last.converted += cohort.converted
        last.openMicros += cohort.openMicros
      } else merged.push(cohort)
    }
    this.#cohorts = merged
  }

  #learnRate(now: Instant): void {
    let { issued, converted } = this.#expired
    for (const cohort of this.#cohorts) {
      issued += cohort.issued * this.#arrivedShare(cohort, now)
      converted += cohort.converted
    }
    this.#rate =
      issued < offersToLearn
        ? this.#expected
        : Math.min(1, (converted + expectedOffers * this.#expected) / (issued + expectedOffers))
  }

  #arrivedShare({ startsAt, endsAt }: Cohort, now: Instant): number {
    const ageMs = now - (startsAt + Math.min(now, endsAt)) / 2
    return this.#terms.curve.shareBy(ageMs / patience)
  }
}
