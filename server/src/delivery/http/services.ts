import type { AdReviewMode } from '@voltline/contract'
import type { Clock } from '@voltline/kernel'
import type { EventLog } from '../../domain/events/event-log.ts'
import type { AddressHasher } from '../../domain/quality/addresses/hasher.ts'
import type { OfferTokens } from '../../domain/tokens/offer-token.ts'
import type { Receipts } from '../../domain/tokens/receipts.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Tracer } from '../../platform/telemetry/tracer.ts'
import type { CountryOfAddress } from '../country.ts'
import type { DataCenters } from '../evidence/data-centers.ts'
import type { DeviceCounts } from '../evidence/device-counts.ts'
import type { DevicePlaces } from '../evidence/device-places.ts'
import type { RuleFollower } from '../evidence/rule-follower.ts'
import type { RequestOutcomes } from '../insight/request-outcomes.ts'
import type { AdOwners } from '../intake/ad-owners.ts'
import type { DeviceVisits } from '../intake/device-visits.ts'
import type { FrequencyCaps } from '../intake/frequency-caps.ts'
import type { Intake } from '../intake/intake.ts'
import type { ShownImpressions } from '../intake/shown-impressions.ts'
import type { TrafficCounts } from '../intake/traffic-counts.ts'
import type { Sharing } from '../peers/sharing.ts'
import type { Explanations } from '../playground/explanations.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

export interface DeliverySettings {
  publicUrl: string
  frequencyCap: number
  /** `after` if omitted. */
  adReview?: AdReviewMode
  /** False removes the limit on ad requests per device. */
  rateLimits: boolean
  /** How many proxies are trusted to report the caller's address. */
  trustedProxies: number
  /** The least that a user can withdraw; 1,000 if omitted. */
  minWithdrawVolts?: number
  /** False turns the rules on traffic off; only outside production. */
  trafficRules?: boolean
  /** A file of the address ranges of data centers; '' for none. */
  dataCenterRanges?: string
  /** False only to measure what remembering the outcome of requests costs. */
  recordsOutcomes?: boolean
  /** False only to show what the estimate of promised amounts prevents. */
  countsPromises?: boolean
}

/** What the calls of apps use. */
export interface CallServices {
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
  settings: DeliverySettings
  fileUrl: (name: string) => string
  snapshot: Snapshot
  offers: OfferTokens
  clicks: OfferTokens
  receipts: Receipts
  eventLog: EventLog
  adOwners: AdOwners
  intake: Intake
  caps: FrequencyCaps
  shown: ShownImpressions
  sharing: Sharing
  visits: DeviceVisits
  traffic: TrafficCounts
  outcomes: RequestOutcomes
  countries: CountryOfAddress
  hasher: AddressHasher
  places: DevicePlaces
  dataCenters: DataCenters
  deviceCounts: DeviceCounts
  rules: RuleFollower
  /** Only where traces are exported. */
  tracer?: Tracer | undefined
  /** Only with demo data: explains the decisions of the playground's requests. */
  explanations: Explanations | undefined
}

/** The database cannot be reached; the caller's input is not at fault. */
export class DatabaseUnreachable extends Error {}

const warnMsMin = 1_000
let warnedAtMs = Number.NEGATIVE_INFINITY

/** While the database is away every report fails; it is logged at most once a second. */
export function warnUnreachable(log: Log, fault: unknown): void {
  if (performance.now() - warnedAtMs < warnMsMin) return
  warnedAtMs = performance.now()
  log.warn({ err: fault }, 'reports are not accepted: the database cannot be reached')
}

/** Turns every fault of the work into `DatabaseUnreachable`. */
export async function orUnreachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new DatabaseUnreachable('The database cannot be reached.', { cause })
  }
}
