import { type AdId, type Clock, type Instant, instant, type MicrosNumber, second } from '@voltline/kernel'
import { cohortMs } from '../../domain/auction/promised/open-offers.ts'
import type { Broadcast } from '../../platform/broadcast/broadcast.ts'
import type { Log } from '../../platform/log.ts'
import type { FrequencyCaps } from '../intake/frequency-caps.ts'
import type { ShownImpressions } from '../intake/shown-impressions.ts'
import type { Explanation } from '../playground/explanation.ts'
import type { Explanations } from '../playground/explanations.ts'
import type { SnapshotAd } from '../snapshot/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { Outbox, type PeerMessage, type ReceivedMessage, readMessage, slices } from './messages.ts'

const roundMs = 100
/** What is promised is weighed again every second round. */
const roundsPerPass = 2
/** A process without news reports itself. */
const quietMsMax = 1 * second
/** A process that has not been heard of for this long is gone. */
const peerMsMax = 4 * second

export interface SharingServices {
  broadcast: Broadcast
  clock: Clock
  log: Log
  snapshot: Snapshot
  caps: FrequencyCaps
  shown: ShownImpressions
  explanations: Explanations | undefined
  /** Messages may have been missed: what the database knows must be read again. */
  onMissed: () => void
}

const cohortOf = (at: Instant): Instant => instant(at - (at % cohortMs))

/**
 * What this process has promised and shown counts here at once, and in the other delivery processes after about a tenth
 * of a second. A process that is alone sends nothing but a sign of life.
 */
export class Sharing {
  readonly #services: SharingServices
  readonly #outbox = new Outbox()
  /** When each of the other processes was last heard. */
  readonly #heardMs = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #sentMs = Number.NEGATIVE_INFINITY
  #rounds = 0
  #hasListened = false
  /** The process whose open offers were taken over. */
  #openOffersFrom: string | undefined
  /** Messages that could not be sent, for the metrics. */
  lost = 0

  constructor(services: SharingServices) {
    this.#services = services
  }

  get others(): number {
    return this.#heardMs.size
  }

  async start(): Promise<void> {
    await this.#services.broadcast.start({
      onMessage: (from, text) => this.#receive(from, text),
      onListening: () => this.#greet(),
    })
    this.#timer = setInterval(() => this.#round(), roundMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sending
    await this.#send([...this.#outbox.take(this.#services.clock.now()), { bye: true }])
    await this.#services.broadcast.stop()
  }

  /** An offer of this process. */
  issue(ad: SnapshotAd, priceMicros: MicrosNumber, now: Instant): void {
    const offer = { issuedAt: now, count: 1, micros: priceMicros }
    this.#services.snapshot.promised.issueOwn(ad, offer)
    if (this.others > 0) this.#outbox.addOffer(ad.id, { ...offer, issuedAt: cohortOf(now) })
  }

  /** A billed event that this process has accepted. */
  accept(ad: SnapshotAd, event: { issuedAt: Instant; receivedAt: Instant; micros: number }): void {
    this.#services.snapshot.promised.accept(ad, { ...event, count: 1 })
    const { issuedAt, micros } = event
    if (this.others > 0) this.#outbox.addAccepted(ad.id, { issuedAt: cohortOf(issuedAt), count: 1, micros })
  }

  /** An impression that this process has accepted. */
  show(adId: AdId, deviceId: string, now: Instant): void {
    const { caps, shown } = this.#services
    caps.count(deviceId, adId, now)
    shown.add(adId, deviceId, now)
    if (this.others > 0) this.#outbox.addShown(adId, deviceId)
  }

  explain(explanation: Explanation): void {
    if (this.others > 0) this.#outbox.addExplained(explanation)
  }

  #round(): void {
    const { snapshot, clock } = this.#services
    const now = clock.now()
    if (!this.#sending) this.#sendNews(now)
    if (this.#rounds++ % roundsPerPass === 0) snapshot.passPromises(now)
    else snapshot.placeHeldBack()
  }

  #sendNews(now: Instant): void {
    const nowMs = performance.now()
    for (const [name, heardMs] of this.#heardMs) {
      if (nowMs - heardMs > peerMsMax) this.#heardMs.delete(name)
    }
    const messages = this.#outbox.take(now)
    this.#services.snapshot.promised.tell(this.others)
    if (messages.length === 0 && nowMs - this.#sentMs < quietMsMax) return
    this.#sentMs = nowMs
    this.#sending = this.#send(messages.length > 0 ? messages : [{}]).finally(() => {
      this.#sending = undefined
    })
  }

  async #send(messages: readonly PeerMessage[]): Promise<void> {
    try {
      await this.#services.broadcast.send(messages.map((message) => JSON.stringify(message)))
    } catch (fault) {
      this.lost += messages.length
      this.#services.log.warn(
        { err: fault },
        'the other delivery processes could not be told what was promised',
      )
    }
  }

  #greet(): void {
    if (this.#hasListened) this.#services.onMissed()
    this.#hasListened = true
    void this.#send([{ hello: true }])
  }

  #receive(from: string, text: string): void {
    const message = readMessage(text)
    if (!message) return
    if (message.bye) {
      this.#heardMs.delete(from)
      return
    }
    this.#heardMs.set(from, performance.now())
    if (message.hello) this.#answer(from)
    if (message.to === undefined) this.#apply(message)
    else if (message.to === this.#services.broadcast.name) this.#takeOpenOffers(from, message)
  }

  /** Reports itself at once. The process with the lowest name also tells which offers are open. */
  #answer(from: string): void {
    const { broadcast } = this.#services
    const isFirst = [...this.#heardMs.keys()].every((name) => name === from || name > broadcast.name)
    void this.#send(isFirst ? this.#openOffers().map((offers) => ({ to: from, offers })) : [{}])
  }

  #openOffers(): [number, number, number, number][][] {
    const rows: [number, number, number, number][] = []
    for (const ad of this.#services.snapshot.promised.active()) {
      for (const { issuedAt, count, micros } of ad.promises.openOffers()) {
        rows.push([ad.id, issuedAt, count, micros])
      }
    }
    return rows.length > 0 ? slices(rows) : [[]]
  }

  /** From the first process that replies: several may each have taken themselves for the one to do so. */
  #takeOpenOffers(from: string, message: ReceivedMessage): void {
    this.#openOffersFrom ??= from
    if (this.#openOffersFrom === from) this.#apply(message)
  }

  #apply({ offers, accepted, shown, explained }: ReceivedMessage): void {
    const { snapshot, caps, clock, explanations } = this.#services
    const { promised, ads } = snapshot
    const now = clock.now()
    for (const [adId, issuedAt, count, micros] of offers) {
      const ad = ads.get(adId as AdId)
      if (ad) promised.issue(ad, { issuedAt: instant(issuedAt), count, micros })
    }
    for (const [adId, issuedAt, receivedAt, count, micros] of accepted) {
      const ad = ads.get(adId as AdId)
      const times = { issuedAt: instant(issuedAt), receivedAt: instant(receivedAt) }
      if (ad) promised.accept(ad, { ...times, count, micros })
    }
    for (const [adId, devices] of shown) {
      for (const deviceId of devices) caps.count(deviceId, adId as AdId, now)
    }
    for (const explanation of explained) explanations?.keep(explanation)
  }
}
