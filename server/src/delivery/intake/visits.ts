import { type AppId, type Instant, instant, minute, utcDay } from '@voltline/kernel'
import { quarterMs, quarterOf } from '../../domain/reports/rollup/quarter.ts'
import { quarterMask } from '../../domain/reports/rollup/read-users.ts'
import type { Database } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'

interface Visitor {
  /** The quarter-hour, counted from 1970, that was last written down. */
  quarter: number
  /** Of the minute in which requests are counted. */
  startsAt: Instant
  asked: number
}

interface Visit {
  appId: AppId
  deviceId: string
  at: Instant
}

const visitorsMax = 200_000
const pendingMax = 200_000
const rowsMax = 5_000

/** Which devices were there, for the daily users, and how often each asks. */
export class Visits {
  /** Two generations: when the young one is full it becomes the old one, and what nobody asked for since is forgotten. */
  #young = new Map<AppId, Map<string, Visitor>>()
  #old = new Map<AppId, Map<string, Visitor>>()
  #youngSize = 0
  #pending: Visit[] = []
  /** Visits for which there was no room. */
  lost = 0

  get waiting(): number {
    return this.#pending.length
  }

  /**
   * Notes that the device is there, unless it only tries things out. Answers how many ads it has asked for within a
   * minute, this time included.
   */
  note(visit: Visit & { asks: boolean; isTest?: boolean }): number {
    const { at: now } = visit
    const visitor = this.#visitor(visit.appId, visit.deviceId)
    const quarter = Math.floor(now / quarterMs)
    if (visitor.quarter !== quarter && !visit.isTest) {
      visitor.quarter = quarter
      this.#write(visit)
    }
    if (!visit.asks) return visitor.asked
    if (now - visitor.startsAt >= minute || now < visitor.startsAt) {
      visitor.startsAt = now
      visitor.asked = 0
    }
    visitor.asked++
    return visitor.asked
  }

  #visitor(appId: AppId, deviceId: string): Visitor {
    const known = this.#young.get(appId)?.get(deviceId)
    if (known) return known
    const visitor = this.#old.get(appId)?.get(deviceId) ?? { quarter: -1, startsAt: instant(0), asked: 0 }
    if (this.#youngSize >= visitorsMax) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngSize = 0
    }
    const ofApp = this.#young.get(appId)
    if (ofApp) ofApp.set(deviceId, visitor)
    else this.#young.set(appId, new Map([[deviceId, visitor]]))
    this.#youngSize++
    return visitor
  }

  #write({ appId, deviceId, at: seenAt }: Visit): void {
    if (this.#pending.length < pendingMax) this.#pending.push({ appId, deviceId, at: seenAt })
    else this.lost++
  }

  /** Writes what has gathered; what cannot be written is kept for the next time. */
  async flush(db: Database): Promise<void> {
    while (this.#pending.length > 0) {
      const taken = this.#pending.splice(0, rowsMax)
      try {
        await writeVisits(db, taken)
      } catch (fault) {
        this.lost += Math.max(0, this.#pending.length + taken.length - pendingMax)
        this.#pending.unshift(...taken.slice(0, pendingMax - this.#pending.length))
        throw fault
      }
    }
  }
}

/** In key order, so that two processes never wait for each other in a ring. */
async function writeVisits(db: Database, visits: readonly Visit[]): Promise<void> {
  const apps = visits.map((one) => one.appId)
  const devices = visits.map((one) => one.deviceId)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into device_day as known (app_id, utc_day, device_id, quarters)
      select app_id, utc_day, device_id, bit_or(mask::bit(96))
        from unnest(${apps}::int[], ${visits.map((one) => utcDay(one.at))}::date[], ${devices}::text[],
                    ${visits.map((one) => quarterMask(quarterOf(one.at)))}::varbit[]) as seen(app_id, utc_day, device_id, mask)
       group by 1, 2, 3 order by 1, 2, 3
          on conflict (app_id, utc_day, device_id) do update set quarters = known.quarters | excluded.quarters`)
    await tx.run(sql`
      insert into device_first_seen (app_id, device_id, seen_at)
      select app_id, device_id, min(seen_at)
        from unnest(${apps}::int[], ${devices}::text[], ${visits.map((one) => at(one.at))}::timestamptz[])
             as seen(app_id, device_id, seen_at)
       group by 1, 2 order by 1, 2
          on conflict do nothing`)
  })
}
