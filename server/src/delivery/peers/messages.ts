import type { AdId, Instant } from '@voltline/kernel'
import { z } from 'zod'
import { Explanation } from '../playground/explanation.ts'

const whole = z.number().int()

/** What one delivery process tells the others. A process of another version may leave out or add fields. */
const Message = z.object({
  /** It has just begun to listen: the others report themselves, and one of them sends the open offers. */
  hello: z.boolean().optional(),
  /** It stops. */
  bye: z.boolean().optional(),
  /** The offers are all open ones, for this process only. */
  to: z.string().optional(),
  /** Ad, time of issue, count, micros. */
  offers: z.array(z.tuple([whole, whole, whole, z.number()])).default([]),
  /** Ad, time of issue, time of arrival, count, micros. */
  accepted: z.array(z.tuple([whole, whole, whole, whole, z.number()])).default([]),
  /** Ad, and the devices that it was shown on. */
  shown: z.array(z.tuple([whole, z.array(z.string())])).default([]),
  explained: z.array(Explanation).default([]),
})
export type PeerMessage = z.input<typeof Message>
export type ReceivedMessage = z.output<typeof Message>

/** Undefined for a text that no delivery process would send. */
export function readMessage(text: string): ReceivedMessage | undefined {
  try {
    const parsed = Message.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const rowsMax = 2_000

export function slices<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / rowsMax)
  return Array.from({ length: count }, (_, index) => rows.slice(index * rowsMax, (index + 1) * rowsMax))
}

/** Offers or events of one ad that were issued within the same half second. */
interface Group {
  issuedAt: Instant
  count: number
  micros: number
}

class Groups {
  readonly #byAd = new Map<AdId, Map<Instant, Group>>()

  add(adId: AdId, group: Group): void {
    let ofAd = this.#byAd.get(adId)
    if (!ofAd) {
      ofAd = new Map()
      this.#byAd.set(adId, ofAd)
    }
    const known = ofAd.get(group.issuedAt)
    if (known) {
      known.count += group.count
      known.micros += group.micros
    } else ofAd.set(group.issuedAt, { ...group })
  }

  rows<Row>(row: (adId: AdId, group: Group) => Row): Row[] {
    return [...this.#byAd].flatMap(([adId, ofAd]) => [...ofAd.values()].map((group) => row(adId, group)))
  }
}

/** In one round. Beyond it the others are not told, and a cap may be exceeded. */
const shownMax = 100_000

/** Collects what the others are told next. */
export class Outbox {
  #offers = new Groups()
  #accepted = new Groups()
  #shown = new Map<AdId, string[]>()
  #shownCount = 0
  #explained: Explanation[] = []

  addOffer(adId: AdId, offer: Group): void {
    this.#offers.add(adId, offer)
  }

  addAccepted(adId: AdId, event: Group): void {
    this.#accepted.add(adId, event)
  }

  addShown(adId: AdId, deviceId: string): void {
    if (this.#shownCount++ >= shownMax) return
    const devices = this.#shown.get(adId)
    if (devices) devices.push(deviceId)
    else this.#shown.set(adId, [deviceId])
  }

  addExplained(explanation: Explanation): void {
    this.#explained.push(explanation)
  }

  /** Empties the box into messages of limited size. */
  take(now: Instant): PeerMessage[] {
    type Row = NonNullable<PeerMessage['offers']>[number]
    type AcceptedRow = NonNullable<PeerMessage['accepted']>[number]
    const offers = this.#offers.rows(
      (adId, { issuedAt, count, micros }): Row => [adId, issuedAt, count, micros],
    )
    const accepted = this.#accepted.rows(
      (adId, { issuedAt, count, micros }): AcceptedRow => [adId, issuedAt, now, count, micros],
    )
    const messages: PeerMessage[] = [
      ...slices(offers).map((rows) => ({ offers: rows })),
      ...slices(accepted).map((rows) => ({ accepted: rows })),
      ...[...this.#shown].flatMap(([adId, devices]) =>
        slices(devices).map((part): PeerMessage => ({ shown: [[adId, part]] })),
      ),
      ...this.#explained.map((explanation) => ({ explained: [explanation] })),
    ]
    this.#offers = new Groups()
    this.#accepted = new Groups()
    this.#shown = new Map()
    this.#shownCount = 0
    this.#explained = []
    return messages
  }
}
