import type { ServerResponse } from 'node:http'
import { type Clock, second } from '@voltline/kernel'
import type { Registry } from 'prom-client'
import type { EventLog } from '../domain/events/event-log.ts'
import { PostgresEventLog } from '../domain/events/postgres-event-log.ts'
import { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import { Chores } from './chores.ts'
import { CountryOfAddress } from './country.ts'
import type { AppRequest } from './http/app-request.ts'
import { Routes } from './http/routes.ts'
import type { DeliverySettings, Serving } from './http/serving.ts'
import { FrequencyCaps } from './intake/frequency-caps.ts'
import { Intake } from './intake/intake.ts'
import { Tallies } from './intake/tallies.ts'
import { Visits } from './intake/visits.ts'
import { makeDeliveryMetrics } from './metrics.ts'
import { OfferTokens } from './offer-token.ts'
import { Explanations, type Playground } from './playground/explanations.ts'
import { Receipts } from './receipts.ts'
import { Follower } from './snapshot/follower.ts'
import { Snapshot } from './snapshot/snapshot.ts'

/** The intake's own connections: a slow report never keeps an event waiting. */
const intakeConnectionsMax = 3
const intakeStatementMsMax = 4 * second

export interface DeliveryServices {
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
  settings: DeliverySettings
  /** The address of a stored file. */
  fileUrl: (name: string) => string
  /** Where events go; without one, into the database. */
  eventLog?: EventLog
  /** With demo data. */
  playground?: Playground | undefined
}

export interface Delivery {
  /** True when the URL is one of delivery's. */
  handle(request: AppRequest, response: ServerResponse): boolean
  /** Resolves once ads can be served. */
  start(): Promise<void>
  /** Finishes what was accepted. */
  stop(): Promise<void>
  /** Resolves when everything accepted so far is on disk, the counts of requests and devices included. */
  drainIntake(): Promise<void>
  metrics: Registry
}

/** The role `delivery`: decides, takes reports in, and follows the database. */
export function createDelivery(services: DeliveryServices): Delivery {
  const { db, clock, secrets, log, settings } = services
  const intakeDb = new Database({
    url: db.url,
    connectionsMax: intakeConnectionsMax,
    statementMsMax: intakeStatementMsMax,
    onLost: (fault) => log.warn({ err: fault }, 'connection of the event log lost'),
  })
  const eventLog = services.eventLog ?? new PostgresEventLog(intakeDb)
  const { playground } = services
  const snapshot = new Snapshot(playground?.customers)
  const serving: Serving = {
    ...services,
    snapshot,
    offers: new OfferTokens(secrets, 'offer'),
    clicks: new OfferTokens(secrets, 'click'),
    receipts: new Receipts(secrets),
    intake: new Intake(eventLog),
    caps: new FrequencyCaps(settings.frequencyCap),
    visits: new Visits(),
    tallies: new Tallies(),
    countries: new CountryOfAddress(),
    explanations: playground && new Explanations(playground),
  }
  const routes = new Routes(serving)
  const follower = new Follower({ db, clock, snapshot, log })
  const chores = new Chores(serving, eventLog)
  return {
    handle: (request, response) => routes.handle(request, response),
    async start() {
      await chores.makePartitions()
      await follower.start()
      chores.start()
    },
    async stop() {
      await follower.stop()
      await serving.intake.drain()
      await chores.stop()
      await intakeDb.close()
    },
    async drainIntake() {
      await serving.intake.drain()
      await chores.flush()
    },
    metrics: makeDeliveryMetrics(serving, routes, follower),
  }
}
