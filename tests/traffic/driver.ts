import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SdkAd } from '@voltline/contract'
import type { Random } from '../../server/src/demo/random.ts'
import type { Journal, OfferRecord } from './journal.ts'
import type { Phone, Phones, Unit } from './people.ts'

const triesMax = 40
const againMs = 250
/** People at once; each of them waits most of the time. */
const inFlightMax = 20_000
const callsMax = 400
const clickRate = { BANNER: 0.02, INTERSTITIAL: 0.06, VIDEO: 0.04 }
const watchRate = 0.6
const installRate = 0.25
const badRate = 0.05
/** What the rules require of honest people, and a little more. */
const viewMs = 1_100
const clickMs = 400
const installMs = 10_500
const userAgent = 'okhttp/4.12.0'
const measures = { visibleMs: viewMs, visibleRatio: 1, width: 320, height: 50 }

interface Reply {
  status: number
  location: string | null
  body: Record<string, unknown>
}

export interface DriverServices {
  url: string
  random: Random
  journal: Journal
  phones: Phones
  units: readonly Unit[]
  /** Campaign and postback secret of each ad whose advertiser is known. */
  adSecrets: ReadonlyMap<number, { campaignId: number; secret: string }>
}

/** Plays the users, the apps and the advertisers' servers. */
export class Driver {
  readonly #services: DriverServices
  readonly #installed = new Set<string>()
  #inFlight = 0
  #calls = 0

  constructor(services: DriverServices) {
    this.#services = services
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Starts visits at the given rate until the time is up, then lets the last ones finish. */
  async run(pace: { perSecond: () => number; until: () => boolean }): Promise<void> {
    let owed = 0
    let last = performance.now()
    while (pace.until()) {
      await wait(20)
      const now = performance.now()
      owed += ((now - last) / 1_000) * pace.perSecond()
      last = now
      for (; owed >= 1; owed -= 1) {
        if (this.#inFlight < inFlightMax) void this.#visit()
      }
    }
    while (this.#inFlight > 0) await wait(20)
  }

  async #send(path: string, request: RequestInit): Promise<Reply | undefined> {
    while (this.#calls >= callsMax) await wait(5)
    this.#calls += 1
    try {
      return await this.#sendUntilAnswered(path, request)
    } finally {
      this.#calls -= 1
    }
  }

  /** Retries until there is a response, as an app that was offline does. */
  async #sendUntilAnswered(path: string, request: RequestInit): Promise<Reply | undefined> {
    for (let tries = 0; tries < triesMax; tries++) {
      try {
        const response = await fetch(`${this.#services.url}${path}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(10_000),
          ...request,
          headers: { 'User-Agent': userAgent, ...request.headers },
        })
        const text = await response.text()
        if (response.status < 500) {
          const isJson = response.headers.get('content-type')?.includes('json') === true
          const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
          return { status: response.status, location: response.headers.get('location'), body }
        }
      } catch {
        // Not reached; retried below.
      }
      await wait(againMs)
    }
    this.#services.journal.lostCalls += 1
    return undefined
  }

  #post(unit: Unit, path: string, body: object): Promise<Reply | undefined> {
    const headers = { 'X-Api-Key': unit.apiKey, 'Content-Type': 'application/json' }
    return this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  #expect(reply: Reply | undefined, error: string, what: string): boolean {
    if (!reply) return false
    if (reply.body.error === error) return true
    this.#services.journal.surprises.push(
      `${what}: ${reply.status} ${JSON.stringify(reply.body)}, not ${error}`,
    )
    return false
  }

  async #visit(): Promise<void> {
    const { random, journal, phones, units } = this.#services
    this.#inFlight += 1
    try {
      const unit = random.pick(units)
      const { phone, isNew } = phones.next()
      const where = phone.country === undefined ? {} : { country: phone.country }
      if (isNew)
        await this.#post(unit, '/sdk/v1/session', { deviceID: phone.deviceID, platform: 'AOS', ...where })
      journal.requests += 1
      const reply = await this.#post(unit, '/sdk/v1/ad', {
        medID: unit.medID,
        deviceID: phone.deviceID,
        ...where,
      })
      const ad = reply?.body.ad as SdkAd | undefined
      if (!ad || reply?.body.error !== 'SUCCESS') return
      journal.served += 1
      const { medID: medId, appID: appId, product } = unit
      const offer = { adId: ad.proID, medId, appId, deviceId: phone.deviceID, product }
      const record = { ...offer, shown: false, clicked: false, installed: false }
      journal.offers.push(record)
      if (random.chance(badRate)) await this.#misbehave(unit, phone, ad)
      else await this.#behave(unit, phone, ad, record)
    } finally {
      this.#inFlight -= 1
    }
  }

  async #behave(unit: Unit, phone: Phone, ad: SdkAd, record: OfferRecord): Promise<void> {
    const { random, journal } = this.#services
    if (random.chance(0.03)) return
    const report = async (action: string, more: object) => {
      const body = { token: ad.token, action, deviceID: phone.deviceID, ...more }
      const isTaken = this.#expect(await this.#post(unit, '/sdk/v1/event', body), 'SUCCESS', action)
      if (isTaken) journal.events += 1
      return isTaken
    }
    const clicks = random.chance(clickRate[unit.product])
    await wait(viewMs)
    let install: (() => Promise<void>) | undefined
    // Sometimes the click arrives before the impression.
    if (clicks && random.chance(0.2)) {
      await wait(clickMs)
      install = await this.#click(ad, record)
    }
    record.shown = await report('IMPRESSION', measures)
    if (unit.product === 'VIDEO' && random.chance(watchRate)) {
      const playedMs = ad.videoMs ?? 0
      await wait(playedMs)
      await report('WATCH', { playedMs })
    }
    if (clicks && !record.clicked) {
      await wait(clickMs)
      install = await this.#click(ad, record)
    }
    await install?.()
  }

  /** Returns how the app is installed, if it will be. */
  async #click(ad: SdkAd, record: OfferRecord): Promise<(() => Promise<void>) | undefined> {
    const { random, journal, adSecrets } = this.#services
    const followed = await this.#send(new URL(ad.clickURL).pathname, { method: 'GET' })
    if (followed?.status !== 302 || !followed.location) {
      if (followed) journal.surprises.push(`a click returned ${followed.status}`)
      return undefined
    }
    record.clicked = true
    journal.events += 1
    const secretOfAd = adSecrets.get(record.adId)
    const clickId = new URL(followed.location).searchParams.get('click_id')
    const key = `${secretOfAd?.campaignId} ${record.deviceId}`
    // One install per device and campaign; a second one must not count.
    if (!secretOfAd || !clickId || this.#installed.has(key) || !random.chance(installRate)) {
      return undefined
    }
    this.#installed.add(key)
    return () => this.#install(clickId, secretOfAd.secret, record)
  }

  async #install(clickId: string, secret: string, record: OfferRecord): Promise<void> {
    await wait(installMs)
    const sig = createHmac('sha256', secret).update(`install:${clickId}`).digest('hex')
    const query = new URLSearchParams({ click_id: clickId, sig })
    record.installed = this.#expect(
      await this.#send(`/postback/v1/install?${query}`, {}),
      'SUCCESS',
      'install',
    )
    if (record.installed) this.#services.journal.events += 1
  }

  /** Nothing of this may appear in a report: forged, altered and foreign tokens, and clicks of ads never shown. */
  async #misbehave(unit: Unit, phone: Phone, ad: SdkAd): Promise<void> {
    const { random, journal } = this.#services
    journal.bad += 1
    const event = (token: string, deviceID: string) =>
      this.#post(unit, '/sdk/v1/event', { token, action: 'IMPRESSION', deviceID })
    const kind = random.whole(0, 3)
    if (kind === 0) {
      const place = random.whole(0, ad.token.length - 1)
      const changed = ad.token[place] === 'A' ? 'B' : 'A'
      const forged = ad.token.slice(0, place) + changed + ad.token.slice(place + 1)
      this.#expect(await event(forged, phone.deviceID), 'AD_NOTFOUND', 'a forged token')
    } else if (kind === 1) {
      this.#expect(
        await event(ad.token, `${phone.deviceID}-other`),
        'AD_NOTFOUND',
        'a token of another device',
      )
    } else if (kind === 2) {
      await this.#send(new URL(ad.clickURL).pathname, { method: 'GET' })
    } else {
      const query = new URLSearchParams({ click_id: ad.token, sig: '0'.repeat(64) })
      const reply = await this.#send(`/postback/v1/install?${query}`, {})
      if (reply?.body.error === 'SUCCESS') journal.surprises.push('a forged postback was accepted')
    }
  }
}
