import { after, type Clock, minute } from '@voltline/kernel'
import { appendMsMax } from '../domain/events/event-reader.ts'
import { readBillingProgress } from '../domain/events/unbilled.ts'
import { detectHour, hoursToDetect } from '../domain/quality/detectors/detect.ts'
import { hourOf } from '../domain/quality/detectors/packed-events.ts'
import type { Thresholds } from '../domain/quality/detectors/signals.ts'
import { sumUpHour } from '../domain/quality/detectors/sum-up.ts'
import { hoursToSumUp } from '../domain/quality/detectors/traffic-store.ts'
import { tryLockName } from '../platform/database/advisory-lock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'

const lock = 'detectors'
const statementMsMax = 2 * minute

export interface DetectorServices {
  db: Database
  clock: Clock
  secrets: Secrets
  settings: { publicUrl: string; detectors: Thresholds }
}

/**
 * Sums up the hours that are over and looks at every unit at the end of each. Nothing is done before billing has decided
 * the events of the hour; what it decides later is added to the hour. Idempotent, in one of the workers at a time.
 */
export async function runDetectors(
  services: DetectorServices,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { db, clock, settings } = services
  const now = clock.now()
  const end = hourOf(now)
  const due = await db.read(async (session) => ({
    sumUp: await hoursToSumUp(session, end),
    billedUntil: (await readBillingProgress(session)).billedUntil,
  }))
  if (after(due.billedUntil, appendMsMax) < end) return
  for (const hourAt of due.sumUp) {
    if (isStopping()) return
    await db.transaction(
      async (tx) => {
        if (await tryLockName(tx, lock)) await sumUpHour(tx, hourAt)
      },
      { statementMsMax },
    )
  }
  const hours = await db.read((session) => hoursToDetect(session, now))
  for (const hourAt of hours) {
    if (isStopping()) return
    await detectHour(services, hourAt, { thresholds: settings.detectors, now })
  }
}
