import { type AppId, type Instant, utcDay } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { quarterOf } from '../reports/rollup/quarter.ts'
import { quarterMask } from '../reports/rollup/read-users.ts'

/** A device was active in an app. */
export interface DeviceVisit {
  appId: AppId
  deviceId: string
  at: Instant
}

/** Adds to the daily users of each app, in key order to avoid deadlocks between processes. */
export async function saveDeviceVisits(tx: Tx, visits: readonly DeviceVisit[]): Promise<void> {
  const apps = visits.map((visit) => visit.appId)
  const devices = visits.map((visit) => visit.deviceId)
  const days = visits.map((visit) => utcDay(visit.at))
  const masks = visits.map((visit) => quarterMask(quarterOf(visit.at)))
  await tx.run(sql`
    insert into device_day as known (app_id, utc_day, device_id, quarters)
    select app_id, utc_day, device_id, bit_or(mask::bit(96))
      from unnest(${apps}::int[], ${days}::date[], ${devices}::text[], ${masks}::varbit[])
           as seen(app_id, utc_day, device_id, mask)
     group by 1, 2, 3 order by 1, 2, 3
        on conflict (app_id, utc_day, device_id) do update set quarters = known.quarters | excluded.quarters`)
  await tx.run(sql`
    insert into device_first_seen (app_id, device_id, seen_at)
    select app_id, device_id, min(seen_at)
      from unnest(${apps}::int[], ${devices}::text[], ${visits.map((visit) => at(visit.at))}::timestamptz[])
           as seen(app_id, device_id, seen_at)
     group by 1, 2 order by 1, 2
        on conflict do nothing`)
}
