import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AdReviewMode, type SdkAd, sdkAd, sdkEvent } from '@voltline/contract'
import { assert, instant } from '@voltline/kernel'
import { afterAll, beforeAll } from 'vitest'
import { createDelivery, type Delivery } from '../src/delivery/delivery.ts'
import { AppRequest } from '../src/delivery/fast/app-request.ts'
import type { Playground } from '../src/domain/auction/playground-store.ts'
import type { EventLog } from '../src/domain/events/event-log.ts'
import type { EventReader } from '../src/domain/events/event-reader.ts'
import { openEventLog } from '../src/domain/events/open-event-log.ts'
import { PostgresBroadcast } from '../src/platform/broadcast/postgres-broadcast.ts'
import { ProgramClock } from '../src/platform/clock.ts'
import { Database } from '../src/platform/database/database.ts'
import { makeLog } from '../src/platform/log.ts'
import { Secrets } from '../src/platform/secrets.ts'
import { assertDescribed } from './api/described-answers.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { DeliveryRows, type TestApp } from './delivery-rows.ts'
import { eventually } from './eventually.ts'

export interface WorldOptions {
  startsAt?: string
  frequencyCap?: number
  rateLimits?: boolean
  trustedProxies?: number
  /** Off unless the test is about them: most tests report events at once. */
  trafficRules?: boolean
}

/** The response to a call. */
export interface Reply {
  status: number
  error: string
  body: Record<string, unknown>
  headers: Headers
}

export const publicUrl = 'http://ads.voltline.test'

/** Delivery alone, on real PostgreSQL and real HTTP, with rows that the test inserts. */
export class DeliveryWorld extends DeliveryRows {
  override readonly clock: ProgramClock
  readonly #options: WorldOptions
  readonly #database: FreshDatabase
  /** Takes effect at the next `restart`, like the playground. */
  adReview: AdReviewMode
  /** Takes effect at the next `restart`. */
  playground: Playground | undefined
  readonly eventReader: EventReader
  readonly #eventLog: EventLog
  #delivery: Delivery
  #server: Server | undefined

  private constructor(
    database: FreshDatabase,
    services: { db: Database; clock: ProgramClock; eventLog: EventLog; eventReader: EventReader },
    options: WorldOptions,
  ) {
    super({ ...services, secrets: new Secrets('a secret key that is only for tests and never elsewhere') })
    this.clock = services.clock
    this.adReview = 'after'
    this.#eventLog = services.eventLog
    this.eventReader = services.eventReader
    this.#database = database
    this.#options = options
    this.#delivery = this.#createDelivery()
  }

  static async make(options: WorldOptions = {}): Promise<DeliveryWorld> {
    const database = await freshDatabase()
    const clock = new ProgramClock(instant(Date.parse(options.startsAt ?? '2026-11-15T03:00:00Z')))
    const db = new Database({
      url: database.url,
      connectionsMax: 8,
      statementMsMax: 10_000,
      onLost: () => {},
    })
    const { log: eventLog, reader: eventReader } = await openEventLog({
      ...{ db, clock, log: makeLog('silent') },
      settings: { eventPartitions: 4 },
    })
    const world = new DeliveryWorld(database, { db, clock, eventLog, eventReader }, options)
    await world.#serve()
    return world
  }

  async end(): Promise<void> {
    await this.stop()
    await this.#eventLog.close()
    await this.eventReader.close()
    await this.db.close()
    await this.#database.drop()
  }

  #createDelivery(): Delivery {
    return createDelivery({
      db: this.db,
      clock: this.clock,
      secrets: this.secrets,
      eventLog: this.#eventLog,
      eventReader: this.eventReader,
      broadcast: new PostgresBroadcast(this.db, 'delivery_shown'),
      log: makeLog('silent'),
      settings: {
        publicUrl,
        frequencyCap: this.#options.frequencyCap ?? 10,
        adReview: this.adReview,
        rateLimits: this.#options.rateLimits ?? false,
        trustedProxies: this.#options.trustedProxies ?? 0,
        trafficRules: this.#options.trafficRules ?? false,
      },
      fileUrl: (name) => `${publicUrl}/files/${name}`,
      playground: this.playground,
    })
  }

  async #serve(): Promise<void> {
    await this.#delivery.start()
    const server = createServer({ IncomingMessage: AppRequest }, (request, response) => {
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

  /** Like a restart of the process: its memory is empty. */
  async restart(): Promise<void> {
    await this.stop()
    this.#delivery = this.#createDelivery()
    await this.#serve()
  }

  get delivery(): Delivery {
    return this.#delivery
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

  run(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.db.transaction((session) => session.run({ text, values }))
  }

  rows(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.db.read((session) => session.rows({ text, values }))
  }

  async send(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    let body: Record<string, unknown> = {}
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      body = JSON.parse(text)
      assertDescribed({ method: init.method ?? 'GET', path }, { status: response.status, body })
    }
    return { status: response.status, error: String(body.error ?? ''), body, headers: response.headers }
  }

  post(path: string, body: unknown, key?: string): Promise<Reply> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** Requests an ad and checks the response against the contract. */
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

  /** Requests an ad that must be served. */
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

  /** Waits until the snapshot has this app and unit. */
  async known(app: TestApp, medID: number): Promise<void> {
    await eventually(async () => {
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
