import { type AppId, after, day, hour, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { DevicePlaceRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'

/** A device that asks for one of the places for new devices of an address in an app. */
export interface PlaceRequest {
  appId: AppId
  deviceId: string
  /** The hash of the address under the current key, and under the former one while places of then still count. */
  ipHashes: readonly string[]
  now: Instant
}

const placeMs = 1 * hour

/** Unique among the advisory locks of the program; the second number is a hash of app and address. */
const placeLock = 730_581

/** True if the device has had a place, at any address. */
export const hasPlace = async (
  session: ReadSession,
  { appId, deviceId }: Pick<PlaceRequest, 'appId' | 'deviceId'>,
): Promise<boolean> => {
  const rows = await session.rows(sql<Pick<DevicePlaceRow, 'app_id'>>`
    select app_id from device_place where app_id = ${appId} and device_id = ${deviceId}`)
  return rows.length > 0
}

/** Returns whether the device has a place now. Of two requests of an address at once, one waits for the other. */
export async function takePlace(tx: Tx, request: PlaceRequest, placesMax: number): Promise<boolean> {
  if (await hasPlace(tx, request)) return true
  const { appId, deviceId, ipHashes, now } = request
  const [ipHash = ''] = ipHashes
  await tx.run(sql`select pg_advisory_xact_lock(${placeLock}, hashtext(${`${appId} ${ipHash}`}))`)
  await tx.run(sql`
    insert into device_place (app_id, device_id, ip_hash, placed_at)
    select ${appId}::int, ${deviceId}, decode(${ipHash}, 'hex'), ${at(now)}::timestamptz
     where (select count(*) from device_place
             where app_id = ${appId} and placed_at > ${at(after(now, -placeMs))}
               and ip_hash in (select decode(hash, 'hex') from unnest(${ipHashes}::text[]) as hash)) < ${placesMax}
        on conflict do nothing`)
  return hasPlace(tx, request)
}

/** The places of the last hour are all that is ever counted. */
export const forgetPlaceAddresses = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`
    update device_place set ip_hash = null
     where ip_hash is not null and placed_at < ${at(after(now, -day))}`)
