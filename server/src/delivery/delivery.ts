import type { ServerResponse } from 'node:http'
import type { Clock, Instant } from '@voltline/kernel'
import type { Registry } from 'prom-client'
import type { Playground } from '../domain/auction/playground-store.ts'
import type { EventLog } from '../domain/events/event-log.ts'
import type { EventReader } from '../domain/events/event-reader.ts'
import { AddressHasher } from '../domain/quality/addresses/hasher.ts'
import { OfferTokens } from '../domain/tokens/offer-token.ts'
import { Receipts } from '../domain/tokens/receipts.ts'
import type { Broadcast } from '../platform/broadcast/broadcast.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Tracer } from '../platform/telemetry/tracer.ts'
import { Chores } from './chores.ts'
import { CountryOfAddress } from './country.ts'
import { DataCenters } from './evidence/data-centers.ts'
import { DeviceCounts } from './evidence/device-counts.ts'
import { DevicePlaces } from './evidence/device-places.ts'
import { RuleFollower } from './evidence/rule-follower.ts'
import type { AppRequest } from './fast/app-request.ts'
import { Routes } from './http/routes.ts'
import type { CallServices, DeliverySettings } from './http/services.ts'
import { RequestOutcomes } from './insight/request-outcomes.ts'
import { AdOwners } from './intake/ad-owners.ts'
import { DeviceVisits } from './intake/device-visits.ts'
import { FrequencyCaps } from './intake/frequency-caps.ts'
import { Intake } from './intake/intake.ts'
import { ShownImpressions } from './intake/shown-impressions.ts'
import { TrafficCounts } from './intake/traffic-counts.ts'
import { makeDeliveryMetrics } from './metrics.ts'
import { Sharing } from './peers/sharing.ts'
import { Explanations } from './playground/explanations.ts'
import { Follower } from './snapshot/follower.ts'
import { Snapshot } from './snapshot/snapshot.ts'

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
  /** To the other delivery processes. */
  broadcast: Broadcast
  tracer?: Tracer | undefined
  /** Only with demo data. */
  playground?: Playground | undefined
}

export interface Delivery {
  /** Returns whether the URL is one of delivery's. */
  handle(request: AppRequest, response: ServerResponse): boolean
  /** Resolves once ads can be served. */
  start(): Promise<void>
  /**
   * Instead of `start`, for a test that decides when time passes: reads everything now, and follows the database only
   * with the next call.
   */
  load(): Promise<void>
  /** Resolves when it is decided of every device that has visited so far whether it has a place at its address. */
  decidePlaces(): Promise<void>
  /** Writes everything accepted so far. */
  stop(): Promise<void>
  /** Resolves when everything accepted so far is on disk, including the counts of requests and devices. */
  drainIntake(): Promise<void>
  metrics: Registry
}

/** What the evidence of an event is collected with. */
function evidenceServices({ db, secrets, log, settings }: DeliveryServices) {
  const hasher = new AddressHasher({ db, secrets })
  const rules = new RuleFollower()
  const placesMax = (now: Instant) => rules.at(now)('address_flood').threshold ?? 0
  return {
    ...{ hasher, rules },
    places: new DevicePlaces({ db, hasher, placesMax }),
    dataCenters: new DataCenters(settings.dataCenterRanges ?? '', log),
    deviceCounts: new DeviceCounts(),
  }
}

/** Role delivery: decides which ad to serve, accepts reported events, and follows the database. */
export function createDelivery(services: DeliveryServices): Delivery {
  const { db, clock, secrets, log, settings } = services
  const { broadcast, playground } = services
  const countsPromises = settings.countsPromises ?? true
  const snapshot = new Snapshot(playground?.customers, {
    countsPromises,
    adReview: settings.adReview ?? 'after',
  })
  const caps = new FrequencyCaps(settings.frequencyCap)
  const shown = new ShownImpressions({ process: broadcast.name, clock })
  const explanations = playground && new Explanations(playground, broadcast.name)
  const follower = new Follower({ db, clock, eventReader: services.eventReader, snapshot, log })
  const loadMissed = async () => {
    await follower.loadUnbilled()
    await shown.load(db, caps)
  }
  const onMissed = () => {
    loadMissed().catch((fault: unknown) =>
      log.warn({ err: fault }, 'what other delivery processes have promised and shown could not be read'),
    )
  }
  const sharing = new Sharing({ broadcast, clock, log, snapshot, caps, shown, explanations, onMissed })
  const callServices: CallServices = {
    ...services,
    ...{ snapshot, caps, shown, sharing, explanations },
    offers: new OfferTokens(secrets, 'offer'),
    clicks: new OfferTokens(secrets, 'click'),
    receipts: new Receipts(secrets),
    adOwners: new AdOwners({ db, snapshot }),
    intake: new Intake(services.eventLog),
    visits: new DeviceVisits(),
    traffic: new TrafficCounts(),
    outcomes: new RequestOutcomes(snapshot),
    countries: new CountryOfAddress(),
    ...evidenceServices(services),
  }
  const routes = new Routes(callServices)
  const chores = new Chores(callServices)
  return {
    handle: (request, response) => routes.handle(request, response),
    async start() {
      await chores.prepareDays()
      await chores.refreshRules()
      await follower.start()
      await sharing.start()
      await loadMissed()
      chores.start()
    },
    async load() {
      await chores.prepareDays()
      await callServices.dataCenters.refresh()
      await callServices.rules.read(db)
      const isFirst = await follower.load()
      if (isFirst) await loadMissed()
      snapshot.passPromises(clock.now())
    },
    decidePlaces: () => callServices.places.decided(),
    async stop() {
      await follower.stop()
      await callServices.intake.drain()
      await sharing.stop()
      await chores.stop()
    },
    async drainIntake() {
      await callServices.intake.drain()
      await chores.flush({ isComplete: true })
    },
    metrics: makeDeliveryMetrics(callServices, routes, follower),
  }
}
