import { type ActionType, billedOn, type PricingModel } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  day,
  type Instant,
  type MediumId,
  type Micros,
  minute,
  noMoney,
} from '@voltline/kernel'
import type { RuleId, Verdict } from '../quality/rules/rules.ts'
import type { OfferEvent } from './event-log.ts'
import type { LoggedEvent } from './event-reader.ts'

/** How long a click, watch, install or action waits for the event that it requires; then it is invalid traffic. */
export const waitMsMax = 10 * minute
/** A second install of the same campaign on a device within this time is invalid. */
const installsApartMs = 7 * day

/** The event of the same offer that must have counted first. */
const requiredAction: Record<ActionType, ActionType | undefined> = {
  IMPRESSION: undefined,
  CLICK: 'IMPRESSION',
  WATCH: 'IMPRESSION',
  INSTALL: 'CLICK',
  ACTION: 'CLICK',
}

export type InvalidReason =
  | 'no_impression'
  | 'no_click'
  | 'repeated_install'
  | 'unknown_ad'
  | 'unknown_medium'
  | RuleId

/** Why an event is invalid whose required event never arrived. */
export const reasonForMissing = (action: ActionType): InvalidReason =>
  requiredAction[action] === 'CLICK' ? 'no_click' : 'no_impression'

export interface CountedEvent {
  event: LoggedEvent
  /** The ad is billed on this action, whether or not it could be charged. */
  isBillable: boolean
  chargedMicros: Micros
}

export interface InvalidEvent {
  event: LoggedEvent
  reason: InvalidReason
}

/** An event that broke a rule, or that depends on one that did. */
export interface JudgedByRule extends Verdict {
  event: LoggedEvent
}

export interface CountedInstall {
  campaignId: CampaignId
  deviceId: string
  at: Instant
}

const offerKey = (event: Pick<OfferEvent, 'issueDay' | 'offerId'>): string =>
  `${event.issueDay} ${event.offerId}`

export const eventKey = (event: Pick<OfferEvent, 'issueDay' | 'offerId' | 'action'>): string =>
  `${event.issueDay} ${event.offerId} ${event.action}`

export const installKey = (install: Pick<CountedInstall, 'campaignId' | 'deviceId'>): string =>
  `${install.campaignId} ${install.deviceId}`

interface PastVerdict extends Verdict {
  receivedAt: Instant
}

/** What earlier batches have decided about the offers of this one. */
export interface OfferHistory {
  /** When each counted event arrived, by `eventKey`. */
  counted: ReadonlyMap<string, Instant>
  /** Events that broke a rule, by `eventKey`. */
  judged: ReadonlyMap<string, PastVerdict>
  /** Events of these offers that wait for another. */
  waiting: readonly LoggedEvent[]
  /** The last counted install of a device for a campaign, by `installKey`. */
  installs: ReadonlyMap<string, Instant>
}

export interface CountedAd {
  campaignId: CampaignId
  billingType: PricingModel
}

export interface CounterInput<Ad extends CountedAd> {
  ads: ReadonlyMap<AdId, Ad>
  media: { has(id: MediumId): boolean }
  history: OfferHistory
  /** The rule that an event breaks by itself. `requiredAt` is when the event arrived that it depends on. */
  judge: (event: LoggedEvent, requiredAt: Instant | undefined) => Verdict | undefined
  /** Charges a billable event and returns what it charged: its price or nothing. */
  charge: (ad: Ad, event: LoggedEvent) => Micros
}

/**
 * Takes events in log order and decides whether each counts, waits or is invalid, and what it is charged. A waiting
 * event is taken right after the event that it requires, so the counts do not depend on which of them arrived first.
 */
export class EventCounter<Ad extends CountedAd> {
  readonly counted: CountedEvent[] = []
  readonly invalid: InvalidEvent[] = []
  /** Newly judged: the invalid ones by rule, and those that count but are observed. */
  readonly judged: JudgedByRule[] = []
  /** Events of earlier batches that no longer wait. */
  readonly resolved: LoggedEvent[] = []
  /** The newly counted installs, by `installKey`. */
  readonly #installs = new Map<string, CountedInstall>()
  readonly #input: CounterInput<Ad>
  readonly #countedAt: Map<string, Instant>
  readonly #verdicts: Map<string, PastVerdict>
  readonly #installedAt: Map<string, Instant>
  readonly #waiting = new Map<string, LoggedEvent[]>()
  readonly #waitedBefore: ReadonlySet<LoggedEvent>

  constructor(input: CounterInput<Ad>) {
    this.#input = input
    this.#countedAt = new Map(input.history.counted)
    this.#verdicts = new Map(input.history.judged)
    this.#installedAt = new Map(input.history.installs)
    this.#waitedBefore = new Set(input.history.waiting)
    for (const event of input.history.waiting) this.#wait(event)
  }

  take(event: LoggedEvent): void {
    const key = eventKey(event)
    if (this.#countedAt.has(key) || this.#verdicts.get(key)?.mode === 'ENFORCE') return
    const ad = this.#input.ads.get(event.adId)
    if (!ad) this.#reject(event, 'unknown_ad')
    else if (!this.#input.media.has(event.mediumId)) this.#reject(event, 'unknown_medium')
    else this.#takeInOrder(event, ad)
  }

  #takeInOrder(event: LoggedEvent, ad: Ad): void {
    const required = requiredAction[event.action]
    const requiredKey = required && eventKey({ ...event, action: required })
    const inherited = requiredKey ? this.#verdicts.get(requiredKey) : undefined
    const requiredAt = requiredKey ? (this.#countedAt.get(requiredKey) ?? inherited?.receivedAt) : undefined
    if (!requiredKey) this.#judge(event, ad, { requiredAt: undefined, inherited })
    else if (requiredAt === undefined) this.#wait(event)
    else if (requiredAt > event.receivedAt + waitMsMax) this.#reject(event, reasonForMissing(event.action))
    else if (inherited?.mode === 'ENFORCE') this.#rejectByRule(event, inherited)
    else this.#judge(event, ad, { requiredAt, inherited })
  }

  /** What depends on an observed event is observed under the same rule, as it would be invalid under it. */
  #judge(
    event: LoggedEvent,
    ad: Ad,
    { requiredAt, inherited }: { requiredAt: Instant | undefined; inherited: Verdict | undefined },
  ): void {
    const own = this.#input.judge(event, requiredAt)
    if (own?.mode === 'ENFORCE') {
      this.#rejectByRule(event, own)
      return
    }
    const observed = inherited ?? own
    if (!this.#count(event, ad, observed) || !observed) return
    this.judged.push({ event, rule: observed.rule, mode: observed.mode })
  }

  #rejectByRule(event: LoggedEvent, { rule, mode }: Verdict): void {
    this.#reject(event, rule)
    this.judged.push({ event, rule, mode })
    this.#verdicts.set(eventKey(event), { rule, mode, receivedAt: event.receivedAt })
    this.#takeWaiting(event)
  }

  /** When the event arrived that a counted event depends on; undefined for an impression. */
  requiredAt(event: LoggedEvent): Instant | undefined {
    const required = requiredAction[event.action]
    return required && this.#countedAt.get(eventKey({ ...event, action: required }))
  }

  /** Events of this batch that wait from now on. */
  get waiting(): LoggedEvent[] {
    return [...this.#waiting.values()].flat().filter((event) => !this.#waitedBefore.has(event))
  }

  get installs(): CountedInstall[] {
    return [...this.#installs.values()]
  }

  #reject(event: LoggedEvent, reason: InvalidReason): void {
    this.invalid.push({ event, reason })
  }

  #wait(event: LoggedEvent): void {
    const key = offerKey(event)
    const others = this.#waiting.get(key)
    if (!others) this.#waiting.set(key, [event])
    // A log may hold an event twice.
    else if (!others.some(({ action }) => action === event.action)) others.push(event)
  }

  /** Returns false for a repeated install, which does not count. */
  #count(event: LoggedEvent, ad: Ad, observed: Verdict | undefined): boolean {
    if (event.action === 'INSTALL' && !this.#countInstall(event, ad.campaignId)) {
      this.#reject(event, 'repeated_install')
      return false
    }
    const isBillable = billedOn[ad.billingType] === event.action
    const chargedMicros = isBillable ? this.#input.charge(ad, event) : noMoney
    this.counted.push({ event, isBillable, chargedMicros })
    this.#countedAt.set(eventKey(event), event.receivedAt)
    if (observed) this.#verdicts.set(eventKey(event), { ...observed, receivedAt: event.receivedAt })
    this.#takeWaiting(event)
    return true
  }

  /** Returns false for a repeated install, which does not count. */
  #countInstall(event: LoggedEvent, campaignId: CampaignId): boolean {
    const install: CountedInstall = { campaignId, deviceId: event.deviceId, at: event.receivedAt }
    const key = installKey(install)
    const last = this.#installedAt.get(key)
    if (last !== undefined && Math.abs(event.receivedAt - last) < installsApartMs) return false
    this.#installedAt.set(key, event.receivedAt)
    this.#installs.set(key, install)
    return true
  }

  #takeWaiting(arrived: LoggedEvent): void {
    const key = offerKey(arrived)
    const waiting = this.#waiting.get(key)
    if (!waiting) return
    const released = waiting.filter((event) => requiredAction[event.action] === arrived.action)
    this.#waiting.set(
      key,
      waiting.filter((event) => !released.includes(event)),
    )
    for (const event of released) {
      if (this.#waitedBefore.has(event)) this.resolved.push(event)
      this.take(event)
    }
  }
}
