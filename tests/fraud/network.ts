import { AsyncLocalStorage } from 'node:async_hooks'
import type { Product } from '@voltline/contract'
import { type Clock, type CustomerId, type Instant, instant, type Millionths, won } from '@voltline/kernel'
import { type Billing, createBilling } from '../../server/src/billing/billing.ts'
import { createDelivery, type Delivery } from '../../server/src/delivery/delivery.ts'
import type { EventLog } from '../../server/src/domain/events/event-log.ts'
import type { EventReader } from '../../server/src/domain/events/event-reader.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { AddressHasher } from '../../server/src/domain/quality/addresses/hasher.ts'
import { saveSigninAddress } from '../../server/src/domain/quality/addresses/signin-store.ts'
import { OfferTokens } from '../../server/src/domain/tokens/offer-token.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { runDetectors } from '../../server/src/worker/detectors.ts'
import { DeliveryRows, type TestApp } from '../../server/testing/delivery-rows.ts'

export const start = instant(Date.parse('2026-11-16T03:00:00Z'))
export const postbackSecret = 'the secret of every advertiser here'
export const videoMs = 15_000
const publicUrl = 'http://ads.voltline.test'
const lots = won(1_000_000_000)

/** Billed by impression, click and watch on Android, and by install on iOS. */
const market = [
  ...[2_000, 3_000, 4_000].map((cost) => ['BANNER', 'CPM', 'AOS', cost] as const),
  ...[100, 150, 250].map((cost) => ['INTERSTITIAL', 'CPC', 'AOS', cost] as const),
  ...[50, 70, 90].map((cost) => ['VIDEO', 'CPV', 'AOS', cost] as const),
  ...[600, 900, 1_200].map((cost) => ['BANNER', 'nCPI', 'IOS', cost] as const),
]

export interface Unit {
  mediumId: number
  app: TestApp
  /** The event that its ads are billed on. */
  billedOn: 'IMPRESSION' | 'CLICK' | 'WATCH' | 'INSTALL'
}

const billedOn = { BANNER: 'IMPRESSION', INTERSTITIAL: 'CLICK', VIDEO: 'WATCH' } as const

/** One app of a publisher, with a unit for each product. */
export interface Publisher {
  id: CustomerId
  units: Record<Product, Unit>
}

/** Delivery and billing in one process, on a clock that is moved; each request has a time of its own. */
export class Network {
  readonly #times = new AsyncLocalStorage<Instant>()
  now: Instant = start
  readonly clock: Clock = { now: () => this.#times.getStore() ?? this.now }
  readonly db: Database
  readonly secrets = new Secrets('a secret key that is only for tests and never elsewhere')
  readonly tokens = new OfferTokens(this.secrets, 'offer')
  readonly #rows: DeliveryRows
  readonly #log: EventLog
  readonly #reader: EventReader
  readonly #billing: Billing
  readonly delivery: Delivery

  private constructor(db: Database, opened: { log: EventLog; reader: EventReader }) {
    this.db = db
    this.#log = opened.log
    this.#reader = opened.reader
    this.#rows = new DeliveryRows(this)
    const { clock, secrets } = this
    const log = makeLog('error')
    const nobody = () => Promise.resolve()
    this.delivery = createDelivery({
      ...{ db, clock, secrets, log, eventLog: opened.log, eventReader: opened.reader },
      broadcast: { name: 'the only one', start: nobody, send: nobody, stop: nobody },
      settings: { publicUrl, frequencyCap: 10, rateLimits: false, trustedProxies: 0 },
      fileUrl: (name) => `${publicUrl}/files/${name}`,
    })
    const settings = { networkShare: 200_000 as Millionths }
    this.#billing = createBilling({ db, clock, log, eventReader: opened.reader, settings })
  }

  static async open(url: string): Promise<Network> {
    const db = new Database({ url, connectionsMax: 10, statementMsMax: 30_000, onLost: () => {} })
    let network: Network | undefined
    const clock = { now: () => network?.clock.now() ?? start }
    const opened = await openEventLog({ db, clock, log: makeLog('error'), settings: { eventPartitions: 4 } })
    network = new Network(db, opened)
    await network.#openMarket()
    return network
  }

  async #openMarket(): Promise<void> {
    for (const [product, billingType, campType, cost] of market) {
      const advertiser = await this.#rows.advertiser({ cash: lots, postbackSecret })
      await this.#rows.ad({
        ...{ advertiser, product, billingType, campType, minCost: cost, maxCost: cost },
        ...{ budget: lots, dayLimit: lots, adLimit: lots, countries: ['KR', 'VN'] },
      })
    }
    await this.db.transaction((tx) =>
      tx.run(sql`update ad set video_ms = ${videoMs} where product = 'VIDEO'`),
    )
  }

  async addPublisher(platform: 'AOS' | 'IOS' = 'AOS'): Promise<Publisher> {
    const app = await this.#rows.app({ platform })
    const unit = async (product: Product): Promise<Unit> => {
      const rewarded = product === 'VIDEO' ? { reward: 'coin', rewards: 3 } : {}
      const mediumId = await this.#rows.medium(app, { product, ...rewarded })
      return { app, mediumId, billedOn: platform === 'IOS' ? 'INSTALL' : billedOn[product] }
    }
    const units = {
      ...{ BANNER: await unit('BANNER'), INTERSTITIAL: await unit('INTERSTITIAL') },
      VIDEO: await unit('VIDEO'),
    }
    return { id: app.owner, units }
  }

  /** A publisher signs in to the console from an address. */
  async signIn(publisher: CustomerId, address: string): Promise<void> {
    const { ipHash } = await new AddressHasher(this).of(address, this.now)
    await this.db.transaction((tx) => saveSigninAddress(tx, publisher, { ipHash, now: this.now }))
  }

  after(ms: number): Instant {
    return instant(this.now + ms)
  }

  /** Runs a request at its own time. */
  at<T>(time: Instant, work: () => Promise<T>): Promise<T> {
    return this.#times.run(time, work)
  }

  /** What happens by itself every few minutes. */
  async pass(now: Instant): Promise<void> {
    this.now = now
    await this.delivery.drainIntake()
    await this.#billing.drain()
    await this.delivery.load()
    const { db, clock, secrets } = this
    const settings = { publicUrl, detectors: { zMin: 6, eventsMin: 200 } }
    await runDetectors({ db, clock, secrets, settings })
  }

  async close(): Promise<void> {
    await this.#billing.stop()
    await this.#log.close()
    await this.#reader.close()
    await this.db.close()
  }
}
