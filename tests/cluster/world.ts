import { type AdId, type CustomerId, type MediumId, micros, won } from '@voltline/kernel'
import { partitionOf } from '../../server/src/domain/events/event-log.ts'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { DeliveryRows, type TestApp } from '../../server/testing/delivery-rows.ts'
import { eventPartitions, secretKey } from './cluster.ts'
import type { Place } from './driver.ts'

/** Each advertiser has a country of its own, so that its ads do not compete and every partition is busy. */
const countries = ['KR', 'JP', 'US', 'VN', 'DE', 'BR', 'IN', 'ID']
const scarceCountry = 'FR'
/** What an advertiser with little money has, in impressions at 1 won. */
const scarceImpressions = 150

/** An ad with a fixed price, and the action that it pays for. */
export interface Ad {
  id: AdId
  advertiser: CustomerId
  partition: number
  paidAction: 'IMPRESSION' | 'CLICK'
  priceMicros: bigint
}

export interface ScarceAd extends Ad {
  phase: number
  limitMicros: bigint
}

/** Advertisers, their ads and one app with its units. */
export class World {
  readonly #rows: DeliveryRows
  /** With more money than a run can spend. */
  readonly ads: Ad[] = []
  /** With little money, one for each fault: what they spend shows whether a limit held. */
  readonly scarceAds: ScarceAd[] = []
  readonly places: Place[] = []
  #app: TestApp | undefined
  #banner = 0 as MediumId

  constructor(db: Database) {
    this.#rows = new DeliveryRows({ db, clock: new ProgramClock(), secrets: new Secrets(secretKey) })
  }

  async build(): Promise<void> {
    const rows = this.#rows
    this.#app = await rows.app()
    this.#banner = await rows.medium(this.#app)
    const interstitial = await rows.medium(this.#app, { product: 'INTERSTITIAL' })
    const apiKey = this.#app.key
    for (const [index, country] of countries.entries()) {
      const advertiser = await rows.advertiser()
      const campaign = await rows.campaign(advertiser, won(5_000_000))
      const terms = {
        advertiser,
        campaign,
        countries: [country],
        dayLimit: won(2_000_000),
        adLimit: won(2_000_000),
      }
      const partition = partitionOf(advertiser, eventPartitions)
      const id = await rows.ad({ ...terms, minCost: 1_000, maxCost: 1_000 })
      this.ads.push({ id, advertiser, partition, paidAction: 'IMPRESSION', priceMicros: won(1) })
      this.places.push({ apiKey, mediumId: this.#banner, country, clicks: false })
      if (index % 4 !== 0) continue
      const perClick = {
        ...terms,
        product: 'INTERSTITIAL',
        billingType: 'CPC',
        minCost: 50,
        maxCost: 50,
      } as const
      const clicked = await rows.ad(perClick)
      this.ads.push({ id: clicked, advertiser, partition, paidAction: 'CLICK', priceMicros: won(50) })
      this.places.push({ apiKey, mediumId: interstitial, country, clicks: true })
    }
    this.places.push({ apiKey, mediumId: this.#banner, country: scarceCountry, clicks: false })
  }

  /** An advertiser whose money is spent during this fault. */
  async addScarceAd(phase: number): Promise<ScarceAd> {
    const limitMicros = micros(won(1) * BigInt(scarceImpressions))
    const advertiser = await this.#rows.advertiser({ cash: limitMicros })
    const campaign = await this.#rows.campaign(advertiser)
    const terms = { advertiser, campaign, countries: [scarceCountry], minCost: 1_000, maxCost: 1_000 }
    const id = await this.#rows.ad(terms)
    const partition = partitionOf(advertiser, eventPartitions)
    const ad = { id, advertiser, partition, paidAction: 'IMPRESSION' as const, priceMicros: won(1) }
    const scarceAd = { ...ad, phase, limitMicros }
    this.scarceAds.push(scarceAd)
    return scarceAd
  }
}
