import { createHmac } from 'node:crypto'
import { assert } from '@voltline/kernel'
import { type Action, idOf, type ModelEvent } from '../model/model.ts'
import type { ModelOffer } from '../model/offers.ts'
import type { Circumstances } from '../model/rules.ts'
import { type Conduct, conductOf, keeping, senderOf, type Whereabouts, whereabouts } from './conduct.ts'
import type { DeliveryProcess } from './delivery-processes.ts'
import { People, postbackSecret, videoMs } from './people.ts'
import { type PhoneReply, type PhoneRequest, send } from './phone.ts'
import type { World } from './world.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const soonMax = 100

/** A report on its way; it is sent when it is due. */
interface Report {
  dueAt: number
  offer: ModelOffer
  action: Action
  way: 'event' | 'redirect' | 'postback'
  conduct: Conduct
  /** Of the click that a postback follows. */
  click?: { id: string; at: number }
}

/** A report whose writer has not committed. */
interface HeldReport {
  report: Report
  process: DeliveryProcess
  event: ModelEvent
  reply: Promise<PhoneReply>
}

/** A click that delivery counts before it knows whether it is new. */
const isCounted = ({ action }: ModelEvent, expected: string): boolean =>
  action === 'CLICK' && expected !== 'expired'

/** The servers of advertisers. */
const fromServer: Conduct = {
  ...{ address: '10.1.0.1', site: '', isHosted: false },
  ...{ userAgent: 'okhttp/4.12.0', measures: {} },
}

/** Phones with the SDK, and the servers of advertisers. Mostly honest, sometimes late, twice or never, and tools. */
export class Traffic {
  readonly #world: World
  readonly #devices: readonly string[]
  #reports: Report[] = []
  readonly held: HeldReport[] = []
  /** Replies that the model did not predict. */
  readonly wrong: string[] = []

  constructor(world: World, devices: readonly string[]) {
    this.#world = world
    this.#devices = devices
  }

  get isEmpty(): boolean {
    return this.#reports.length === 0
  }

  /** A few phones open an app and request ads. */
  async request(): Promise<void> {
    const { random, model, keys, now } = this.#world
    const process = await this.#world.delivery.any()
    for (let requests = random.whole(1, 6); requests > 0; requests--) {
      const mediumId = random.pick([...model.media.keys()])
      const deviceId = random.pick(this.#devices)
      const appId = model.media.get(mediumId)?.appId ?? 0
      const apiKey = keys.get(appId) ?? ''
      const here = whereabouts(random, deviceId)
      const call = { address: here.address, headers: { 'x-api-key': apiKey } }
      const placesMax = process.rules.at('address_flood', now).limit ?? 0
      this.#world.places.visit({ appId, deviceId, ...here, now }, placesMax, process.full)
      if (random.chance(0.2)) {
        const body = { deviceID: deviceId, platform: 'AOS' }
        const opened = await this.#send(process, { method: 'POST', url: '/sdk/v1/session', ...call, body })
        if (opened.error !== 'SUCCESS') this.wrong.push(`a session answered ${opened.error}`)
      }
      const body = { medID: mediumId, deviceID: deviceId, country: 'KR' }
      const reply = await this.#send(process, { method: 'POST', url: '/sdk/v1/ad', ...call, body })
      await process.delivery.decidePlaces()
      if (reply.error === 'SUCCESS') this.#take(process, { mediumId, deviceId, apiKey }, here, reply)
      else if (reply.error !== 'AD_NOTFOUND' && reply.error !== 'EXCEEDED_IMPRESSION') {
        this.wrong.push(`a request answered ${reply.status} ${reply.error}`)
      }
    }
  }

  #take(
    process: DeliveryProcess,
    asked: Pick<ModelOffer, 'mediumId' | 'deviceId' | 'apiKey'>,
    here: Whereabouts,
    reply: PhoneReply,
  ): void {
    const { now, delivery } = this.#world
    const { token, proID } = reply.body.ad as { token: string; proID: number }
    const terms = delivery.tokens.open(token)
    assert(terms, 'an offer has a token of ours')
    const hex = terms.offerId
    const uuid = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-')
    const offer = {
      ...{ ...asked, token, offerId: uuid, issuedAt: now, adId: proID },
      priceMicros: BigInt(terms.priceMicros),
    }
    const ad = process.seen.get(proID)
    const known = this.#world.model.ads.get(proID)
    if (!ad || !known) throw new Error(`Nobody knows ad ${proID}.`)
    const [least, most] = People.prices({ ...known, ...ad })
    if (ad.status !== 'INPROGRESS') this.wrong.push(`ad ${proID} was offered and is ${ad.status}`)
    if (offer.priceMicros < least || offer.priceMicros > most) {
      this.wrong.push(`ad ${proID} was offered for ${offer.priceMicros}`)
    }
    this.#plan(offer, known, here)
  }

  #videoMsOf({ adId }: ModelOffer): number {
    return this.#world.model.ads.get(adId)?.product === 'VIDEO' ? videoMs : 0
  }

  /** What the user does with the ad, mostly as honest people do it. */
  #plan(offer: ModelOffer, { billingType }: { billingType: string }, here: Whereabouts): void {
    const { random, now, model } = this.#world
    const { rules } = model
    const least = (rule: string) => rules.at(rule, now).limit ?? 0
    const adVideoMs = this.#videoMsOf(offer)
    const seen = now + keeping(random, least('too_soon'), 20 * second)
    const add = (report: Omit<Report, 'offer' | 'conduct'>) => {
      const place = random.chance(0.85) ? here : whereabouts(random, offer.deviceId)
      const sent = { action: report.action, here: place, videoMs: adVideoMs }
      const planned = { ...report, offer, conduct: conductOf(random, sent, { rules, now }) }
      this.#reports.push(planned)
      // The reply was lost, so the phone reports again; sometimes after midnight.
      if (random.chance(0.2)) {
        this.#reports.push({ ...planned, dueAt: planned.dueAt + random.whole(0, 5 * minute) })
      }
    }
    if (random.chance(0.95)) {
      const isLate = random.chance(0.1)
      const dueAt = isLate ? seen + random.whole(0, 14) * minute : seen
      add({ dueAt, action: 'IMPRESSION', way: 'event' })
    }
    if (random.chance(billingType === 'CPV' ? 0.8 : 0.15)) {
      const playMs = adVideoMs > 0 ? Math.max(0, adVideoMs - least('watch_too_short') - second) : 2 * second
      add({ dueAt: seen + keeping(random, playMs, 9 * second), action: 'WATCH', way: 'event' })
    }
    if (!random.chance(billingType === 'CPM' ? 0.2 : 0.75)) return
    const dueAt = seen + keeping(random, least('click_too_fast'), 20 * second)
    add({ dueAt, action: 'CLICK', way: random.chance(0.8) ? 'redirect' : 'event' })
  }

  /** Sends the earliest reports. The clock moves with them, unless they are far ahead. */
  async arrive(moveClock: (to: number) => void): Promise<void> {
    const { random } = this.#world
    for (let count = random.whole(1, 10); count > 0; count--) {
      const report = this.#next()
      if (!report || report.dueAt > this.#world.now + minute) return
      if (report.dueAt > this.#world.now) moveClock(report.dueAt)
      // The time of the seed is over.
      if (report.dueAt > this.#world.now) return
      await this.#report(report)
    }
  }

  /** All that follows within a minute of the report before. */
  async arriveSoon(moveClock: (to: number) => void): Promise<void> {
    for (let count = 0; count < soonMax; count++) {
      const report = this.#next()
      if (!report || report.dueAt > this.#world.now + minute) return
      if (report.dueAt > this.#world.now) moveClock(report.dueAt)
      // The time of the seed is over.
      if (report.dueAt > this.#world.now) return
      await this.#report(report)
    }
  }

  /** All that is due, without moving the clock. */
  async arriveDue(): Promise<void> {
    for (;;) {
      const report = this.#next()
      if (!report || report.dueAt > this.#world.now) return
      await this.#report(report)
    }
  }

  /** Without repeats of reports that another writer holds: they would wait for it, and this test has one thread. */
  #next(): Report | undefined {
    const isHeld = ({ offer, action }: Report) =>
      this.held.some(({ report }) => report.offer === offer && report.action === action)
    let first: Report | undefined
    for (const report of this.#reports) {
      if ((!first || report.dueAt < first.dueAt) && !isHeld(report)) first = report
    }
    return first
  }

  /** A phone that was late is late with everything that follows. */
  #remove(report: Report): void {
    const lateMs = this.#world.now - report.dueAt
    this.#reports = this.#reports.filter((other) => other !== report)
    if (lateMs <= 0) return
    for (const other of this.#reports) {
      if (other.offer === report.offer && other.action !== report.action) other.dueAt += lateMs
    }
  }

  #requestOf({ offer, action, way, click, conduct }: Report): PhoneRequest {
    const { address, userAgent, measures } = conduct
    const headers = { 'user-agent': userAgent }
    if (way === 'redirect') return { address, headers, method: 'GET', url: `/c/${offer.token}` }
    if (way === 'event') {
      const body = { token: offer.token, action, deviceID: offer.deviceId, ...measures }
      const withKey = { ...headers, 'x-api-key': offer.apiKey }
      return { address, method: 'POST', url: '/sdk/v1/event', headers: withKey, body }
    }
    const secret = postbackSecret(this.#world.model.ads.get(offer.adId)?.advertiser ?? 0)
    const id = click?.id ?? ''
    const text = action === 'INSTALL' ? `install:${id}` : `action:${id}:level`
    const sig = createHmac('sha256', secret).update(text).digest('hex')
    const query = new URLSearchParams({
      click_id: id,
      sig,
      ...(action === 'ACTION' ? { event: 'level' } : {}),
    })
    const kind = action === 'INSTALL' ? 'install' : 'action'
    return { address, headers, method: 'GET', url: `/postback/v1/${kind}?${query}` }
  }

  /** What the network can know of a report. */
  #circumstances({ offer, way, conduct }: Report): Circumstances {
    const { model, places } = this.#world
    const { appId = 0, product = '' } = model.media.get(offer.mediumId) ?? {}
    return {
      ...{ product, videoMs: this.#videoMsOf(offer), issuedAt: offer.issuedAt },
      ...{ from: senderOf(way, conduct), site: conduct.site, isHosted: conduct.isHosted, clicks: 0 },
      hasPlace: places.has(appId, offer.deviceId),
      ...conduct.measures,
    }
  }

  #send(process: DeliveryProcess, request: PhoneRequest): Promise<PhoneReply> {
    return send(process.delivery, request)
  }

  #deviceOf({ mediumId, deviceId }: ModelEvent): string {
    return `${this.#world.model.media.get(mediumId)?.appId} ${deviceId}`
  }

  async #report(report: Report): Promise<void> {
    const { offers, now, natsUrl, random } = this.#world
    const process = await this.#world.delivery.any()
    this.#remove(report)
    const event = offers.eventOf(report.offer, report.action, now, this.#circumstances(report))
    const expected = offers.expect(event, report.offer, report.click?.at)
    if (isCounted(event, expected)) event.came.clicks = process.clicks.take(this.#deviceOf(event), now)
    const holds = expected === 'fresh' && !natsUrl && !process.log.isHolding && random.chance(0.08)
    const held = holds ? process.log.holdNext() : undefined
    const reply = this.#send(process, this.#requestOf(report))
    if (held) {
      await Promise.race([held, reply])
      if (process.log.isHolding) {
        this.held.push({ report, process, event, reply })
        return
      }
      process.log.holdNothing()
    }
    this.#judge(process, report, event, await reply)
  }

  async release(): Promise<void> {
    const held = this.held.shift()
    if (!held) return
    await held.process.log.release(this.#world.random.chance(0.85))
    this.#judge(held.process, held.report, held.event, await held.reply)
  }

  /** Compares the reply with the model, and plans what follows. */
  #judge(process: DeliveryProcess, report: Report, event: ModelEvent, reply: PhoneReply): void {
    const { offers, random, now } = this.#world
    const expected = offers.expect(event, report.offer, report.click?.at)
    const clickId = new URL(reply.location ?? 'http://none').searchParams.get('click_id') ?? ''
    const isRedirect = report.way === 'redirect'
    const id = idOf(event)
    const isLost = reply.status === 503 || (isRedirect && clickId === '' && expected !== 'expired')
    if (isCounted(event, expected) && (isLost || expected === 'repeated')) {
      process.clicks.giveBack(this.#deviceOf(event), event.receivedAt)
    }
    if (isLost) {
      offers.uncertain.set(id, event)
      this.#reports.push({ ...report, dueAt: now + random.whole(1, 30) * second })
      return
    }
    if (expected === 'expired') {
      const reason = report.way === 'postback' ? 'expired_click' : 'expired_offer'
      process.refused.push({ event, reason })
    }
    const answer = isRedirect ? (clickId === '' ? 'AD_EXPIRED' : 'SUCCESS') : reply.error
    const wanted = expected === 'expired' ? 'AD_EXPIRED' : 'SUCCESS'
    if (answer !== wanted) this.wrong.push(`${id} was answered ${reply.status} ${answer}, not ${wanted}`)
    if (answer !== 'SUCCESS') return
    this.#checkRepeat(process, event, reply, { isRedirect, expected })
    if (expected === 'fresh') offers.acknowledge(event, process.name)
    if (isRedirect) this.#planPostbacks(report.offer, { id: clickId, at: event.receivedAt })
  }

  /** JetStream remembers the latest events of a process only, and billing counts each once. */
  #checkRepeat(
    process: DeliveryProcess,
    event: ModelEvent,
    reply: PhoneReply,
    judged: { isRedirect: boolean; expected: string },
  ): void {
    if (judged.isRedirect) return
    const { natsUrl, offers } = this.#world
    const id = idOf(event)
    if (offers.uncertain.has(id)) return
    if (natsUrl && offers.acceptedBy.get(id) !== process.name) return
    const isRepeat = reply.body.repeated === true
    if (isRepeat !== (judged.expected === 'repeated')) {
      this.wrong.push(`${id} was answered as ${isRepeat ? 'a repeat' : 'new'}`)
    }
  }

  /** By the advertiser's server; once for each click id, and every redirect gives a new one. */
  #planPostbacks(offer: ModelOffer, click: { id: string; at: number }): void {
    const { random, now } = this.#world
    const delay = (rule: string) => {
      const least = this.#world.model.rules.at(rule, now).limit ?? 0
      return random.chance(0.6)
        ? keeping(random, least, 3 * minute)
        : least + random.whole(0, 7.1 * 24) * hour
    }
    const post = (action: Action) => {
      const dueAt = click.at + delay(action === 'INSTALL' ? 'install_too_fast' : 'action_too_fast')
      const report = { dueAt, offer, action, way: 'postback' as const, click, conduct: fromServer }
      this.#reports.push(report)
      if (random.chance(0.15)) this.#reports.push({ ...report, dueAt: report.dueAt + random.whole(0, day) })
    }
    if (random.chance(0.6)) post('INSTALL')
    if (random.chance(0.4)) post('ACTION')
  }
}
