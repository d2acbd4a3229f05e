import { createHmac } from 'node:crypto'
import { assert, type Instant, instant } from '@voltline/kernel'
import { type PhoneReply, type PhoneRequest, send } from '../simulation/world/phone.ts'
import { type Network, postbackSecret, type Unit } from './network.ts'

export interface Phone {
  deviceId: string
  address: string
  userAgent: string
  /** As the app claims it. */
  country: string
}

/** What follows an ad, in ms since the event before it; what is left out does not happen. */
export interface Plan {
  impressionMs: number
  measures?: object
  /** Since the impression. */
  watchMs?: number
  playedMs?: number
  clickMs?: number
  /** Since the click. */
  installMs?: number
  /** How often each report is sent. */
  times?: number
}

export interface Visit {
  kind: string
  unit: Unit
  phone: Phone
  plan: Plan
}

/** Won for an offer, if its billable event was reported: what somebody tried to earn. */
export interface Claim {
  kind: string
  offerId: string
  mediumId: number
  priceMicros: bigint
  action: string
}

interface Job {
  at: Instant
  run: () => Promise<void>
}

const atOnceMax = 48
const atOnceMs = 1_000

/** Makes visits in the order of their times, many at once, and keeps what was claimed with its label. */
export class Visits {
  readonly #network: Network
  /** Sorted by time, the next one last. */
  #jobs: Job[] = []
  readonly claims = new Map<string, Claim>()
  offers = 0
  events = 0

  constructor(network: Network) {
    this.#network = network
  }

  plan(at: number, visit: Visit): void {
    this.#add(at, () => this.#request(visit, at))
  }

  #add(at: number, run: () => Promise<void>): void {
    const job = { at: instant(Math.round(at)), run }
    let [low, high] = [0, this.#jobs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#jobs[middle]?.at ?? 0) > job.at) low = middle + 1
      else high = middle
    }
    this.#jobs.splice(low, 0, job)
  }

  /** All that is due by then. */
  async runUntil(end: Instant): Promise<void> {
    for (;;) {
      const first = this.#jobs.at(-1)
      if (!first || first.at > end) return
      const jobs: Job[] = []
      for (let next: Job | undefined = first; next && jobs.length < atOnceMax; next = this.#jobs.at(-1)) {
        if (next.at > first.at + atOnceMs || next.at > end) break
        jobs.push(next)
        this.#jobs.pop()
      }
      await Promise.all(jobs.map(({ at, run }) => this.#network.at(at, run)))
    }
  }

  #send(phone: Phone, request: Omit<PhoneRequest, 'address'>): Promise<PhoneReply> {
    const headers = { 'user-agent': phone.userAgent, ...request.headers }
    return send(this.#network.delivery, { ...request, address: phone.address, headers })
  }

  async #request({ kind, unit, phone, plan }: Visit, at: number): Promise<void> {
    const { mediumId, app } = unit
    const body = { medID: mediumId, deviceID: phone.deviceId, country: phone.country }
    const headers = { 'x-api-key': app.key }
    const reply = await this.#send(phone, { method: 'POST', url: '/sdk/v1/ad', headers, body })
    if (reply.error !== 'SUCCESS') return
    this.offers += 1
    const { token } = reply.body.ad as { token: string }
    const terms = this.#network.tokens.open(token)
    assert(terms, 'an offer has a token of ours')
    const offer = {
      ...{ kind, offerId: terms.offerId, mediumId, action: unit.billedOn },
      priceMicros: BigInt(terms.priceMicros),
    }
    this.#follow({ unit, phone, plan, token, claim: offer }, at)
  }

  #follow(given: { unit: Unit; phone: Phone; plan: Plan; token: string; claim: Claim }, at: number): void {
    const { plan, phone, unit, token, claim } = given
    const seenAt = at + plan.impressionMs
    const report = (when: number, action: string, more: object = {}) => {
      for (let time = 0; time < (plan.times ?? 1); time++) {
        const body = { token, action, deviceID: phone.deviceId, ...more }
        const headers = { 'x-api-key': unit.app.key }
        this.#add(when + time, async () => {
          this.#claim(claim, action)
          await this.#send(phone, { method: 'POST', url: '/sdk/v1/event', headers, body })
        })
      }
    }
    report(seenAt, 'IMPRESSION', plan.measures)
    if (plan.watchMs !== undefined) {
      const { playedMs } = plan
      report(seenAt + plan.watchMs, 'WATCH', playedMs === undefined ? {} : { playedMs })
    }
    if (plan.clickMs === undefined) return
    const clickedAt = seenAt + plan.clickMs
    for (let time = 0; time < (plan.times ?? 1); time++) {
      this.#add(clickedAt + time, () => this.#click(given, clickedAt + time))
    }
  }

  async #click(given: { plan: Plan; phone: Phone; token: string; claim: Claim }, at: number): Promise<void> {
    const { plan, phone, token, claim } = given
    this.#claim(claim, 'CLICK')
    const { location } = await this.#send(phone, { method: 'GET', url: `/c/${token}` })
    const clickId = new URL(location ?? 'http://none').searchParams.get('click_id') ?? ''
    if (plan.installMs === undefined || clickId === '') return
    const sig = createHmac('sha256', postbackSecret).update(`install:${clickId}`).digest('hex')
    const query = new URLSearchParams({ click_id: clickId, sig })
    this.#add(at + plan.installMs, async () => {
      this.#claim(claim, 'INSTALL')
      const server = { ...phone, address: '10.0.0.1', userAgent: 'okhttp/4' }
      await this.#send(server, { method: 'GET', url: `/postback/v1/install?${query}` })
    })
  }

  /** Somebody who reports the event that is paid for wants the money. */
  #claim(claim: Claim, action: string): void {
    this.events += 1
    if (action === claim.action) this.claims.set(claim.offerId, claim)
  }
}
