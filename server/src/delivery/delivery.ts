import type { ServerResponse } from 'node:http'
import type { Clock } from '@voltline/kernel'
import type { Registry } from 'prom-client'
import type { Playground } from '../domain/auction/playground-store.ts'
import type { EventLog } from '../domain/events/event-log.ts'
import type { EventReader } from '../domain/events/event-reader.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import { Chores } from './chores.ts'
import { CountryOfAddress } from './country.ts'
import type { AppRequest } from './fast/app-request.ts'
import { Routes } from './http/routes.ts'
import type { CallServices, DeliverySettings } from './http/services.ts'
import { AdOwners } from './intake/ad-owners.ts'
import { DeviceVisits } from './intake/device-visits.ts'
import { FrequencyCaps } from './intake/frequency-caps.ts'
import { Intake } from './intake/intake.ts'
import { TrafficCounts } from './intake/traffic-counts.ts'
import { makeDeliveryMetrics } from './metrics.ts'
import { Explanations } from './playground/explanations.ts'
import { Follower } from './snapshot/follower.ts'
import { Snapshot } from './snapshot/snapshot.ts'
import { OfferTokens } from './tokens/offer-token.ts'
import { Receipts } from './tokens/receipts.ts'

/** Between two weighings of what is promised. */
const promisesMs = 200

export interface DeliveryServices {
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
  settings: DeliverySettings
  /** The URL of a stored file. */
  fileUrl: (name: string) => string
  eventLog: EventLog
  eventReader: EventReader
  /** Only with demo data. */
  playground?: Playground | undefined
}

export interface Delivery {
  /** Returns whether the URL is one of delivery's. */
  handle(request: AppRequest, response: ServerResponse): boolean
  /** Resolves once ads can be served. */
  start(): Promise<void>
  /** Writes everything accepted so far. */
  stop(): Promise<void>
  /** Resolves when everything accepted so far is on disk, including the counts of requests and devices. */
  drainIntake(): Promise<void>
  metrics: Registry
}

/** Role delivery: decides which ad to serve, accepts reported events, and follows the database. */
export function createDelivery(services: DeliveryServices): Delivery {
  const { db, clock, secrets, log, settings } = services
  const { playground } = services
  const countsPromises = settings.countsPromises ?? true
  const snapshot = new Snapshot(playground?.customers, { countsPromises })
  const callServices: CallServices = {
    ...services,
    snapshot,
    offers: new OfferTokens(secrets, 'offer'),
    clicks: new OfferTokens(secrets, 'click'),
    receipts: new Receipts(secrets),
    adOwners: new AdOwners({ db, snapshot }),
    intake: new Intake(services.eventLog),
    caps: new FrequencyCaps(settings.frequencyCap),
    visits: new DeviceVisits(),
    traffic: new TrafficCounts(),
    countries: new CountryOfAddress(),
    explanations: playground && new Explanations(playground),
  }
  const routes = new Routes(callServices)
  const follower = new Follower({ db, clock, eventReader: services.eventReader, snapshot, log })
  const chores = new Chores(callServices)
  let promiseTimer: NodeJS.Timeout | undefined
  return {
    handle: (request, response) => routes.handle(request, response),
    async start() {
      await chores.prepareDays()
      await follower.start()
      chores.start()
      promiseTimer = setInterval(() => snapshot.passPromises(clock.now()), promisesMs)
    },
    async stop() {
      clearInterval(promiseTimer)
      await follower.stop()
      await callServices.intake.drain()
      await chores.stop()
    },
    async drainIntake() {
      await callServices.intake.drain()
      await chores.flush()
    },
    metrics: makeDeliveryMetrics(callServices, routes, follower),
  }
}
