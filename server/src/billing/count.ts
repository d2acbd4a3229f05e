import { type ActionType, billedOn } from '@voltline/contract'
import { type CampaignId, day, type Instant, type Micros, minute, noMoney } from '@voltline/kernel'
import type { LoggedEvent } from '../domain/events/event-reader.ts'
import type { Facts } from './facts.ts'
import type { Limits } from './limits.ts'

/** A click, watch, install or action waits this long for what it needs; then it is invalid traffic. */
export const waitMs = 10 * minute
const installsApartMs = 7 * day

/** What must have counted of the same offer. */
const needs: Record<ActionType, ActionType | undefined> = {
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

/** Why an event whose need never came is invalid. */
export const missing = (action: ActionType): InvalidReason =>
  needs[action] === 'CLICK' ? 'no_click' : 'no_impression'

export interface CountedEvent {
  event: LoggedEvent
  /** Whether it is of the kind that its ad is billed on. */
  billable: boolean
  charged: Micros
}

export interface InvalidEvent {
  event: LoggedEvent
  reason: InvalidReason
}

const offerKey = (event: Pick<LoggedEvent, 'issueDay' | 'offerId'>): string =>
  `${event.issueDay} ${event.offerId}`
export const eventKey = (event: Pick<LoggedEvent, 'issueDay' | 'offerId' | 'action'>): string =>
  `${event.issueDay} ${event.offerId} ${event.action}`
export const installKey = (campaignId: CampaignId, deviceId: string): string => `${campaignId} ${deviceId}`

export interface CountedInstall {
  campaignId: CampaignId
  deviceId: string
  at: Instant
}

/** What is known before a batch about its offers. */
export interface OfferHistory {
  /** When each counted event arrived, by `eventKey`. */
  counted: Map<string, Instant>
  /** Events of these offers that wait for another. */
  waiting: readonly LoggedEvent[]
  /** The last counted install of a device for a campaign, by `installKey`. */
  installs: Map<string, Instant>
}

/**
 * Takes events in the order of the log and decides of each whether it counts, waits or is invalid, and whether it is
 * charged. What waits is taken right after the event that it waited for, so counts do not depend on who came first.
 */
export class Counter {
  readonly counted: CountedEvent[] = []
  readonly invalid: InvalidEvent[] = []
  /** Waiting events of earlier batches that wait no longer. */
  readonly resolved: LoggedEvent[] = []
  /** Installs that counted, by `installKey`. */
  readonly installed = new Map<string, CountedInstall>()
  readonly #facts: Facts
  readonly #limits: Limits
  readonly #history: OfferHistory
  readonly #waiting = new Map<string, LoggedEvent[]>()
  readonly #waitedBefore: ReadonlySet<LoggedEvent>

  constructor(facts: Facts, limits: Limits, history: OfferHistory) {
    this.#facts = facts
    this.#limits = limits
    this.#history = history
    this.#waitedBefore = new Set(history.waiting)
    for (const event of history.waiting) this.#wait(event)
  }

  take(event: LoggedEvent): void {
    if (this.#history.counted.has(eventKey(event))) return
    const ad = this.#facts.ads.get(event.adId)
    const medium = this.#facts.media.get(event.mediumId)
    if (!ad || !medium) {
      this.invalid.push({ event, reason: ad ? 'unknown_medium' : 'unknown_ad' })
      return
    }
    const need = needs[event.action]
    if (need === undefined) {
      this.#count(event)
      return
    }
    const neededAt = this.#history.counted.get(eventKey({ ...event, action: need }))
    if (neededAt === undefined) this.#wait(event)
    else if (neededAt > event.receivedAt + waitMs) this.invalid.push({ event, reason: missing(event.action) })
    else this.#count(event)
  }

  /** Events of this batch that now wait. */
  get waiting(): LoggedEvent[] {
    return [...this.#waiting.values()].flat().filter((event) => !this.#waitedBefore.has(event))
  }

  #wait(event: LoggedEvent): void {
    const key = offerKey(event)
    const others = this.#waiting.get(key)
    if (others) others.push(event)
    else this.#waiting.set(key, [event])
  }

  #count(event: LoggedEvent): void {
    const ad = this.#facts.ads.get(event.adId)
    if (!ad || (event.action === 'INSTALL' && this.#isRepeatedInstall(event, ad.campaignId))) return
    const billable = billedOn[ad.billingType] === event.action
    const charged = billable && this.#limits.charge(event, ad) ? event.price : noMoney
    this.counted.push({ event, billable, charged })
    this.#history.counted.set(eventKey(event), event.receivedAt)
    this.#takeWaiting(event)
  }

  #isRepeatedInstall(event: LoggedEvent, campaignId: CampaignId): boolean {
    const key = installKey(campaignId, event.deviceId)
    const last = this.#history.installs.get(key)
    if (last !== undefined && Math.abs(event.receivedAt - last) < installsApartMs) {
      this.invalid.push({ event, reason: 'repeated_install' })
      return true
    }
    this.#history.installs.set(key, event.receivedAt)
    this.installed.set(key, { campaignId, deviceId: event.deviceId, at: event.receivedAt })
    return false
  }

  #takeWaiting(arrived: LoggedEvent): void {
    const key = offerKey(arrived)
    const waiting = this.#waiting.get(key)
    if (!waiting) return
    const released = waiting.filter((event) => needs[event.action] === arrived.action)
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
