import { after, day, hour, type Instant, instant, type MediumId } from '@voltline/kernel'
import { z } from 'zod'
import type { Database, ReadSession, Tx } from '../../../platform/database/database.ts'
import { readSetting, saveSetting } from '../../../platform/database/setting.ts'
import { audit } from '../../audit/audit.ts'
import { lockPublisher } from '../../payout/store.ts'
import type { SignalFound } from '../cases/case.ts'
import { strongest } from '../cases/case.ts'
import {
  addToLog,
  extendCase,
  findDetectorCase,
  openDetectorCases,
  publisherOf,
} from '../cases/case-store.ts'
import { type CaseServices, openAndTell } from '../cases/decide-case.ts'
import type { Period, Span } from '../cases/period.ts'
import { signalsOf, type Thresholds } from './signals.ts'
import { hoursSince } from './unit-hour-store.ts'
import { readWindow, type SeenWindow } from './window-store.ts'

/** The longest first: a case covers the longest window in which its unit is unusual. */
const windowMs = [7 * day, day, hour]
const signalsMin = 2
/** A unit that is under suspicion already needs less to stay so. */
const extendingSignalsMin = 1
const extendingEventsMin = 50

export interface Suspicion {
  mediumId: MediumId
  period: Period
  signals: readonly SignalFound[]
}

const spanBefore = (end: Instant, ms: number): Span => ({ from: instant(end - ms), to: end })

/** The units that are unusual at the end of an hour. `open` have an open case of the detectors. */
async function findSuspicions(
  session: ReadSession,
  end: Instant,
  { thresholds, open }: { thresholds: Thresholds; open: ReadonlySet<MediumId> },
): Promise<Suspicion[]> {
  const found = new Map<MediumId, Suspicion>()
  for (const ms of windowMs) {
    const units = await readWindow(session, spanBefore(end, ms))
    const byId = new Map(units.map((unit): [MediumId, SeenWindow] => [unit.mediumId, unit]))
    const signals = signalsOf(units, {
      zMin: thresholds.zMin,
      eventsMin: ({ mediumId }) =>
        open.has(mediumId) ? Math.min(extendingEventsMin, thresholds.eventsMin) : thresholds.eventsMin,
    })
    for (const [mediumId, ofUnit] of signals) {
      const enough = ofUnit.length >= (open.has(mediumId) ? extendingSignalsMin : signalsMin)
      const from = byId.get(mediumId)?.firstHourAt
      if (!enough || from === undefined || found.has(mediumId)) continue
      found.set(mediumId, { mediumId, period: { from, to: instant(end - 1) }, signals: ofUnit })
    }
  }
  return [...found.values()]
}

const jobName = 'detectors'

/** A unit has at most one open case from the detectors: it is opened, or extended. */
async function raise(
  tx: Tx,
  services: CaseServices,
  { mediumId, period, signals }: Suspicion,
  now: Instant,
): Promise<void> {
  const unit = await publisherOf(tx, mediumId)
  if (!unit) return
  await lockPublisher(tx, unit.publisher)
  const known = await findDetectorCase(tx, mediumId)
  if (!known) {
    const opening = { ...unit, ...period, signals, reason: '', by: undefined, now }
    const { id } = await openAndTell(tx, services, opening)
    const row = { actor: 'SYSTEM' as const, action: jobName, entity: 'case', entityId: id, at: now }
    await audit(tx, { ...row, became: { medID: mediumId, ...period, signals } })
    return
  }
  const all = strongest(known.signals, signals)
  const extended = {
    from: instant(Math.min(known.from, period.from)),
    to: instant(Math.max(known.to, period.to)),
  }
  await extendCase(tx, known.id, { ...extended, signals: all })
  // Hour after hour of the same says nothing new.
  if (all.length > known.signals.length) {
    await addToLog(tx, known.id, { action: 'EXTENDED', by: undefined, text: '', now })
  }
}

const detectedKey = 'detected_until'
const storedInstant = z.number().transform(instant)

/** The hours whose end has not been looked at, oldest first. */
export async function hoursToDetect(session: ReadSession, now: Instant): Promise<Instant[]> {
  const stored = await readSetting(session, detectedKey)
  const until = stored === undefined ? instant(0) : storedInstant.parse(stored)
  // After the clock was set back, hours that were looked at may come again.
  const from = until > now ? after(now, -windowMs.reduce((sum, ms) => Math.max(sum, ms), 0)) : until
  return (await hoursSince(session, from)).filter((hourAt) => after(hourAt, hour) <= now)
}

/** Looks at every unit at the end of an hour, and opens or extends cases. */
export async function detectHour(
  { db, ...services }: CaseServices & { db: Database },
  hourAt: Instant,
  { thresholds, now }: { thresholds: Thresholds; now: Instant },
): Promise<number> {
  const end = after(hourAt, hour)
  const suspicions = await db.snapshot(async (session) =>
    findSuspicions(session, end, { thresholds, open: await openDetectorCases(session) }),
  )
  for (const suspicion of suspicions) {
    await db.transaction((tx) => raise(tx, services, suspicion, now))
  }
  await db.transaction((tx) => saveSetting(tx, detectedKey, end, now))
  return suspicions.length
}
