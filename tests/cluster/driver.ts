import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../server/src/demo/random.ts'
import type { Journal, Reported } from './journal.ts'

const answerMsMax = 6_000
const againMs = 100
const triesMax = 300

/** Where ads are shown: one unit with the ads of one country. */
export interface Place {
  apiKey: string
  mediumId: number
  country: string
  clicks: boolean
}

export interface DriverOptions {
  /** Of all delivery processes, also of those that are down; as behind a load balancer without health checks. */
  urls: readonly string[]
  places: () => readonly Place[]
  journal: Journal
  random: Random
}

/** Apps that request ads and report events as fast as the servers answer. Knows nothing but HTTP. */
export class Driver {
  readonly #options: DriverOptions
  readonly #senders: Promise<void>[] = []
  #isStopped = false
  #devices = 0

  constructor(options: DriverOptions) {
    this.#options = options
  }

  start(senders: number): void {
    for (let index = 0; index < senders; index++) this.#senders.push(this.#send())
  }

  /** Lets every event that was begun get its answer. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#senders)
  }

  async #send(): Promise<void> {
    const { random, places, journal } = this.#options
    while (!this.#isStopped) {
      const place = random.pick(places())
      const device = `phone-${this.#devices++}`
      const requestedMs = performance.now()
      const reply = await this.#call(place, '/sdk/v1/ad', {
        medID: place.mediumId,
        deviceID: device,
        country: place.country,
      })
      const ad = reply?.ad as { token: string; proID: number } | undefined
      if (!ad) {
        await wait(againMs)
        continue
      }
      journal.served += 1
      const event = { adId: ad.proID, device, requestedMs }
      const isSeen = await this.#report(place, ad.token, journal.begin({ ...event, action: 'IMPRESSION' }))
      if (isSeen && place.clicks)
        await this.#report(place, ad.token, journal.begin({ ...event, action: 'CLICK' }))
    }
  }

  /** Sends again to any process until one answers, as the SDKs do. */
  async #report(place: Place, token: string, event: Reported): Promise<boolean> {
    for (let tries = 0; tries < triesMax; tries++) {
      const { device: deviceID, action } = event
      const reply = await this.#call(place, '/sdk/v1/event', { token, action, deviceID })
      if (reply?.error === 'SUCCESS') {
        this.#options.journal.acknowledge(event)
        return true
      }
      await wait(againMs)
    }
    return false
  }

  /** The answer to an accepted call; undefined if it was refused or there was none. */
  async #call(place: Place, path: string, body: object): Promise<Record<string, unknown> | undefined> {
    const { random, urls, journal } = this.#options
    try {
      const response = await fetch(`${random.pick(urls)}${path}`, {
        method: 'POST',
        headers: { 'X-Api-Key': place.apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMsMax),
      })
      journal.answered(response.status)
      const reply = (await response.json()) as Record<string, unknown>
      return response.ok ? reply : undefined
    } catch {
      journal.answered(0)
      return undefined
    }
  }
}
