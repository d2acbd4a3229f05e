import { type Action, idOf, type ModelEvent } from './model.ts'
import type { Circumstances } from './rules.ts'

/** An offer as the phone got it. */
export interface ModelOffer {
  token: string
  offerId: string
  issuedAt: number
  adId: number
  mediumId: number
  deviceId: string
  priceMicros: bigint
  apiKey: string
}

const minute = 60_000
/** How long after the offer an action may be reported. */
const life: Partial<Record<Action, number>> = {
  IMPRESSION: 10 * minute,
  WATCH: 60 * minute,
  CLICK: 60 * minute,
}
const clickIdLife = 7 * 24 * 60 * minute

export type Expected = 'fresh' | 'repeated' | 'expired'

/** What was offered and reported, from the outside: what the log must contain, and nothing else. */
export class ModelOffers {
  /** Acknowledged events, as first reported. */
  readonly reported = new Map<string, ModelEvent>()
  /** Reported, and the reply left open whether they are stored. */
  readonly uncertain = new Map<string, ModelEvent>()

  /** The delivery process that acknowledged each event first. */
  readonly acceptedBy = new Map<string, string>()

  acknowledge(event: ModelEvent, by: string): void {
    const id = idOf(event)
    this.reported.set(id, event)
    this.acceptedBy.set(id, by)
  }

  /** The UTC date of the offer names its day, whenever the event arrives. */
  eventOf(offer: ModelOffer, action: Action, now: number, came: Circumstances): ModelEvent {
    const { offerId, adId, mediumId, deviceId, priceMicros } = offer
    const issueDay = new Date(offer.issuedAt).toISOString().slice(0, 10)
    return { issueDay, offerId, action, receivedAt: now, adId, mediumId, deviceId, priceMicros, came }
  }

  /** `clickedAt` is set for what follows a click. An offer from far ahead is of another clock. */
  expect(event: ModelEvent, offer: ModelOffer, clickedAt: number | undefined): Expected {
    const now = event.receivedAt
    const isLate =
      clickedAt === undefined
        ? now - offer.issuedAt > (life[event.action] ?? 0) || offer.issuedAt - now > 10 * minute
        : now - clickedAt > clickIdLife
    if (isLate) return 'expired'
    return this.reported.has(idOf(event)) ? 'repeated' : 'fresh'
  }

  /** The event of the log as the model knows it; a text if the log must not contain it. */
  logged(event: Omit<ModelEvent, 'came'>): ModelEvent | string {
    const id = idOf(event)
    const unsure = this.uncertain.get(id)
    const known = unsure?.receivedAt === event.receivedAt ? unsure : this.reported.get(id)
    if (!known) return `${id} is in the log and nobody reported it`
    this.reported.set(id, known)
    const fields = ['receivedAt', 'adId', 'mediumId', 'deviceId', 'priceMicros'] as const
    const wrong = fields.filter((field) => known[field] !== event[field])
    const texts = wrong.map((field) => `${field} ${event[field]} instead of ${known[field]}`)
    return wrong.length > 0 ? `${id} is in the log with ${texts.join(', ')}` : known
  }
}
