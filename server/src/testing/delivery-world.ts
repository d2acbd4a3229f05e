import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { dayOn, type PricingModel, type Product, type SdkAd, sdkAd, sdkEvent } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  assert,
  type CampaignId,
  type CustomerId,
  type Instant,
  instant,
  type MediumId,
  type Micros,
  won,
} from '@voltline/kernel'
import { afterAll, beforeAll } from 'vitest'
import { createDelivery, type Delivery } from '../delivery/delivery.ts'
import { ProgramClock } from '../platform/clock.ts'
import { Database } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { cashOf, outside, post } from '../platform/ledger/ledger.ts'
import { makeLog } from '../platform/log.ts'
import { hashToken, randomToken, Secrets } from '../platform/secrets.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

export interface AdTerms {
  advertiser?: CustomerId
  campaign?: CampaignId
  product?: Product
  billingType?: PricingModel
  campType?: 'AOS' | 'IOS' | 'BOTH'
  countries?: readonly string[]
  adult?: boolean
  week?: readonly number[]
  dayLimit?: Micros
  adLimit?: Micros
  budget?: Micros
  minCost?: number
  maxCost?: number
  status?: string
  name?: string
  url?: string
  materials?: readonly string[]
  appInfo?: object | null
}

export interface WorldOptions {
  startsAt?: string
  frequencyCap?: number
  rateLimits?: boolean
  trustedProxies?: number
}

/** What a call was answered. */
export interface Reply {
  status: number
  error: string
  body: Record<string, unknown>
  headers: Headers
}

export interface TestApp {
  id: AppId
  key: string
  owner: CustomerId
}

export const publicUrl = 'http://ads.voltline.test'
const allWeek = Array.from({ length: 7 }, () => dayOn)

/** Delivery alone, on real PostgreSQL and real HTTP, in a world that a test makes row by row. */
export class DeliveryWorld {
  readonly clock: ProgramClock
  readonly secrets = new Secrets('a secret key that is only for tests, never elsewhere')
  readonly db: Database
  readonly #options: WorldOptions
  readonly #database: FreshDatabase
  #delivery: Delivery
  #server: Server | undefined

  private constructor(database: FreshDatabase, options: WorldOptions) {
    this.#database = database
    this.#options = options
    this.clock = new ProgramClock(instant(Date.parse(options.startsAt ?? '2026-11-15T03:00:00Z')))
    this.db = new Database({
      url: database.url,
      connectionsMax: 8,
      statementMsMax: 10_000,
      onLost: () => {},
    })
    this.#delivery = this.#createDelivery()
  }

  static async make(options: WorldOptions = {}): Promise<DeliveryWorld> {
    const world = new DeliveryWorld(await freshDatabase(), options)
    await world.#serve()
    return world
  }

  async end(): Promise<void> {
    await this.stop()
    await this.db.close()
    await this.#database.drop()
  }

  #createDelivery(): Delivery {
    return createDelivery({
      db: this.db,
      clock: this.clock,
      secrets: this.secrets,
      log: makeLog('silent'),
      settings: {
        publicUrl,
        frequencyCap: this.#options.frequencyCap ?? 10,
        rateLimits: this.#options.rateLimits ?? false,
        trustedProxies: this.#options.trustedProxies ?? 0,
      },
      fileUrl: (name) => `${publicUrl}/files/${name}`,
    })
  }

  async #serve(): Promise<void> {
    await this.#delivery.start()
    const server = createServer((request, response) => {
      if (!this.#delivery.handle(request, response)) response.writeHead(404).end('the 404 page')
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await this.#delivery.stop()
  }

  /** A new process's life: its memory is gone. */
  async restart(): Promise<void> {
    await this.stop()
    this.#delivery = this.#createDelivery()
    await this.#serve()
  }

  get delivery(): Delivery {
    return this.#delivery
  }

  get now(): Instant {
    return this.clock.now()
  }

  get url(): string {
    assert(this.#server, 'the world is up')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get databaseUrl(): string {
    return this.#database.url
  }

  setClock(text: string): void {
    this.clock.set(instant(Date.parse(text)))
  }

  advance(ms: number): void {
    this.clock.set(instant(this.now + ms))
  }

  async customer(
    type: 'ADVERTISER' | 'PUBLISHER',
    options: { zone?: string; cash?: Micros; postbackSecret?: string } = {},
  ): Promise<CustomerId> {
    const email = `${randomUUID()}@company.test`
    const secret = this.secrets.seal('postback-secret', options.postbackSecret ?? randomToken())
    const now = at(this.now)
    return this.db.transaction(async (tx) => {
      const id = await tx.one(
        (row) => row.customer_id as CustomerId,
        sql`insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                                  postback_secret, registered_at, updated_at)
            values (${type}, ${email}, ${email}, '', 'Mina', 'Kim', 'Company', ${options.zone ?? 'UTC'}, ${secret},
                    ${now}, ${now}) returning customer_id`,
      )
      const key = `test-credit-${id}`
      if (options.cash) {
        await post(tx, [
          { key, kind: 'CREDIT', from: outside, to: [[cashOf(id), options.cash]], at: this.now },
        ])
      }
      return id
    })
  }

  advertiser(options: { zone?: string; cash?: Micros; postbackSecret?: string } = {}): Promise<CustomerId> {
    return this.customer('ADVERTISER', { cash: won(10_000_000), ...options })
  }

  async campaign(advertiser: CustomerId, budget: Micros = won(1_000_000)): Promise<CampaignId> {
    const now = at(this.now)
    return this.db.read((session) =>
      session.one(
        (row) => row.campaign_id as CampaignId,
        sql`insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
            values (${advertiser}, 'Campaign', 'BOTH', ${budget}, '{Global}', ${now}, ${now}) returning campaign_id`,
      ),
    )
  }

  async ad(terms: AdTerms = {}): Promise<AdId> {
    const advertiser = terms.advertiser ?? (await this.advertiser())
    const campaign = terms.campaign ?? (await this.campaign(advertiser, terms.budget))
    const url = terms.url ?? 'https://shop.example/app'
    const now = at(this.now)
    return this.db.read((session) =>
      session.one(
        (row) => row.ad_id as AdId,
        sql`insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos,
                            materials, countries, adult, week, day_limit_micros, budget_limit_micros, min_cost,
                            max_cost, app_info, status, registered_at, updated_at)
            values (${campaign}, ${advertiser}, ${terms.product ?? 'BANNER'}, ${terms.billingType ?? 'CPM'},
                    ${terms.name ?? 'Ad'}, ${terms.campType ?? 'BOTH'}, ${url}, ${url},
                    ${terms.materials ?? ['image-1.png']}, ${terms.countries ?? ['Global']}, ${terms.adult ?? false},
                    ${terms.week ?? allWeek}, ${terms.dayLimit ?? won(500_000)}, ${terms.adLimit ?? won(900_000)},
                    ${terms.minCost ?? 1_000}, ${terms.maxCost ?? 2_000},
                    ${terms.appInfo ? JSON.stringify(terms.appInfo) : null}, ${terms.status ?? 'INPROGRESS'},
                    ${now}, ${now}) returning ad_id`,
      ),
    )
  }

  async app(
    options: {
      owner?: CustomerId
      platform?: 'AOS' | 'IOS'
      adult?: boolean
      approved?: boolean
      hasKey?: boolean
      key?: string
    } = {},
  ): Promise<TestApp> {
    const owner = options.owner ?? (await this.customer('PUBLISHER'))
    const key = options.key ?? randomToken(16)
    const hasKey = options.hasKey ?? true
    const now = at(this.now)
    const id = await this.db.read((session) =>
      session.one(
        (row) => row.app_id as AppId,
        sql`insert into app (customer_id, name, platform, store_url, adult, approval, api_key, api_key_hash,
                             api_key_status, registered_at, updated_at)
            values (${owner}, 'App', ${options.platform ?? 'AOS'}, ${`https://store.example/${key}`},
                    ${options.adult ?? false}, ${options.approved ?? true},
                    ${hasKey ? this.secrets.seal('api-key', key) : null}, ${hasKey ? hashToken(key) : null},
                    ${hasKey ? 1 : -1}, ${now}, ${now}) returning app_id`,
      ),
    )
    return { id, key, owner }
  }

  async medium(
    app: TestApp,
    options: { product?: Product; active?: boolean; reward?: string; rewards?: number } = {},
  ): Promise<MediumId> {
    const now = at(this.now)
    return this.db.read((session) =>
      session.one(
        (row) => row.medium_id as MediumId,
        sql`insert into medium (app_id, name, product, active, reward, rewards, registered_at, updated_at)
            values (${app.id}, 'Medium', ${options.product ?? 'BANNER'}, ${options.active ?? true},
                    ${options.reward ?? ''}, ${options.rewards ?? 0}, ${now}, ${now}) returning medium_id`,
      ),
    )
  }

  run(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.db.read((session) => session.run({ text, values }))
  }

  rows(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.db.read((session) => session.rows({ text, values }))
  }

  async send(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    let body: Record<string, unknown> = {}
    if (response.headers.get('content-type')?.startsWith('application/json')) body = JSON.parse(text)
    return { status: response.status, error: String(body.error ?? ''), body, headers: response.headers }
  }

  post(path: string, body: unknown, key?: string): Promise<Reply> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** Asks for an ad. Success answers are checked against the contract. */
  async request(
    app: TestApp,
    medID: number,
    more: { deviceID?: string; country?: string; test?: boolean } = {},
  ): Promise<Reply & { ad: SdkAd | undefined }> {
    const reply = await this.post(
      '/sdk/v1/ad',
      { medID, deviceID: 'device-1', country: 'KR', ...more },
      app.key,
    )
    return { ...reply, ad: sdkAd.output.parse(reply.body).ad }
  }

  /** The same, when an ad must come. */
  async offer(
    app: TestApp,
    medID: number,
    more: { deviceID?: string; country?: string } = {},
  ): Promise<SdkAd> {
    const { ad, error } = await this.request(app, medID, more)
    assert(ad && error === 'SUCCESS', `an ad comes, not ${error}`)
    return ad
  }

  async report(app: TestApp, token: string, action: string, more: object = {}): Promise<Reply> {
    const reply = await this.post('/sdk/v1/event', { token, action, ...more }, app.key)
    sdkEvent.output.parse(reply.body)
    return reply
  }

  sign(secret: string, text: string): string {
    return createHmac('sha256', secret).update(text).digest('hex')
  }

  /** Waits until it holds, long enough for a busy machine. */
  async eventually(holds: () => Promise<boolean>, msMax = 5_000): Promise<void> {
    const until = performance.now() + msMax
    while (!(await holds())) {
      assert(performance.now() < until, `holds within ${msMax} ms: ${holds}`)
      await wait(20)
    }
  }

  /** Waits until an app with this key and unit is answered. */
  async known(app: TestApp, medID: number): Promise<void> {
    await this.eventually(async () => {
      const { error } = await this.request(app, medID, { test: true })
      return error !== 'API_FORBIDDEN' && error !== 'UNKNOWN_MEDID'
    })
  }
}

/** A world for the tests of one file. */
export function useDeliveryWorld(options: WorldOptions = {}): () => DeliveryWorld {
  let world: DeliveryWorld | undefined
  beforeAll(async () => {
    world = await DeliveryWorld.make(options)
  })
  afterAll(() => world?.end())
  return () => {
    assert(world, 'the world is up inside tests only')
    return world
  }
}
