import { setTimeout as wait } from 'node:timers/promises'
import { instant, second } from '@voltline/kernel'
import type { Database } from '../../server/src/platform/database/database.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import type { Cluster } from './cluster.ts'
import type { Journal } from './journal.ts'
import type { World } from './world.ts'

const pollMs = 50
const answerMsMax = 1_000
/** What the billing processes post in this time after a fault must be folded by a worker that is back. */
const foldedMs = second

export interface ServiceProbe {
  cluster: Cluster
  world: World
  db: Database
  journal: Journal
}

/** Seconds after the fault; undefined for what was not back in time. */
export interface BackAfter {
  /** Ads are served and their events are acknowledged, for every advertiser. */
  events: number | undefined
  /** Such events of every advertiser are billed. */
  billed: number | undefined
  /** A sign-in is answered by one of the web processes. */
  web: number | undefined
  /** What is credited is folded; 0 where no worker was harmed. */
  folded: number | undefined
}

/** The time at which a condition first holds, in seconds since the fault. */
async function firstTime(sinceMs: number, msMax: number, holds: () => Promise<boolean> | boolean) {
  while (performance.now() - sinceMs < msMax) {
    if (await Promise.resolve(holds()).catch(() => false)) return (performance.now() - sinceMs) / second
    await wait(pollMs)
  }
  return undefined
}

const isCharged = (db: Database, devices: readonly string[]): Promise<boolean> =>
  db.read((session) =>
    session.one(
      (row) => Number(row.charged) === devices.length,
      sql<{ charged: bigint }>`
      select count(distinct device_id) as charged from charge where device_id = any(${devices})`,
    ),
  )

const isFolded = (db: Database, untilMs: number): Promise<boolean> =>
  db.read((session) =>
    session.one(
      (row) => row.folded,
      sql<{ folded: boolean }>`
      select not exists (select from ledger_unfolded where posted_at <= ${at(instant(untilMs))}) as folded`,
    ),
  )

/** The account is unknown, which only the database knows. */
async function answersSignIn(cluster: Cluster): Promise<boolean> {
  for (const { url } of cluster.of('web')) {
    const answered = await fetch(`${url}/api/v1/account/signin`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@company.test', pw: 'Wrong-password-1' }),
      signal: AbortSignal.timeout(answerMsMax),
    }).then(
      ({ status }) => status < 500 && status !== 404,
      () => false,
    )
    if (answered) return true
  }
  return false
}

/** Waits until everything works that customers and apps use. Only what was requested after the fault proves it. */
export async function untilBack(
  probe: ServiceProbe,
  fault: { sinceMs: number; msMax: number; needsWorker: boolean },
): Promise<BackAfter> {
  const { cluster, world, db, journal } = probe
  const { sinceMs, msMax } = fault
  const strickenAt = Date.now() - (performance.now() - sinceMs)
  const newEvents = () => world.ads.map(({ id, paidAction }) => journal.firstSince(sinceMs, id, paidAction))
  const hasEvents = () => newEvents().every((event) => event !== undefined)
  const isBilled = async () => {
    const devices = newEvents().flatMap((event) => (event ? [event.device] : []))
    return devices.length === world.ads.length && isCharged(db, devices)
  }
  const hasFolded = async () => Date.now() >= strickenAt + foldedMs && isFolded(db, strickenAt + foldedMs)
  const [events, billed, web, folded] = await Promise.all([
    firstTime(sinceMs, msMax, hasEvents),
    firstTime(sinceMs, msMax, isBilled),
    firstTime(sinceMs, msMax, () => answersSignIn(cluster)),
    fault.needsWorker ? firstTime(sinceMs, msMax, hasFolded) : 0,
  ])
  return { events, billed, web, folded }
}

/** When the last of them was back; undefined if one was not. */
export function secondsOf({ events, billed, web, folded }: BackAfter): number | undefined {
  const all = [events, billed, web, folded]
  return all.reduce<number | undefined>(
    (last, each) => (last === undefined || each === undefined ? undefined : Math.max(last, each)),
    0,
  )
}
