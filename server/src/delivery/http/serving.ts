import type { Clock } from '@voltline/kernel'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { CountryOfAddress } from '../country.ts'
import type { FrequencyCaps } from '../intake/frequency-caps.ts'
import type { Intake } from '../intake/intake.ts'
import type { Tallies } from '../intake/tallies.ts'
import type { Visits } from '../intake/visits.ts'
import type { OfferTokens } from '../offer-token.ts'
import type { Explanations } from '../playground/explanations.ts'
import type { Receipts } from '../receipts.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

export interface DeliverySettings {
  publicUrl: string
  frequencyCap: number
  /** False lifts the limit of requests by one device. */
  rateLimits: boolean
  /** How many proxies are believed about the caller's address. */
  trustedProxies: number
}

/** What the calls work with. */
export interface Serving {
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
  intake: Intake
  caps: FrequencyCaps
  visits: Visits
  tallies: Tallies
  countries: CountryOfAddress
  /** Only with demo data: why the playground's requests were answered as they were. */
  explanations: Explanations | undefined
}

/** The database did not answer. Nothing that the caller sent is to blame. */
export class Unreachable extends Error {}

const complaintMs = 1_000
let complainedAtMs = Number.NEGATIVE_INFINITY

/** While the database is away every report fails: one line a second says so. */
export function complain(log: Log, fault: unknown): void {
  if (performance.now() - complainedAtMs < complaintMs) return
  complainedAtMs = performance.now()
  log.warn({ err: fault }, 'reports are not accepted: the database did not answer')
}

/** What goes wrong in here is the database's fault. */
export async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Unreachable('The database did not answer.', { cause })
  }
}
