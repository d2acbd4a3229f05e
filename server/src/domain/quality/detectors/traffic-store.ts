import { type AppId, after, hour, type Instant, type MediumId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { MediumRow, TrafficBatchRow } from '../../../platform/database/rows.ts'
import { at, prepared, sql } from '../../../platform/database/sql.ts'
import type { CountedEvent, InvalidEvent } from '../../events/counting.ts'
import type { LoggedEvent } from '../../events/event-reader.ts'
import { type DecidedEvent, pack } from './packed-events.ts'

/** Every event that a batch of billing has decided, once. Only installs need the time of their click. */
export function decidedEvents(batch: {
  counted: readonly CountedEvent[]
  invalid: readonly InvalidEvent[]
  requiredAt: (event: LoggedEvent) => Instant | undefined
}): DecidedEvent[] {
  const toDecided = (event: LoggedEvent, isInvalid: boolean): DecidedEvent => ({
    action: event.action,
    receivedAt: event.receivedAt,
    mediumId: event.mediumId,
    deviceId: event.deviceId,
    evidence: event.evidence,
    isInvalid,
    requiredAt: event.action === 'INSTALL' && !isInvalid ? batch.requiredAt(event) : undefined,
  })
  return [
    ...batch.counted.map(({ event }) => toDecided(event, false)),
    ...batch.invalid.map(({ event }) => toDecided(event, true)),
  ]
}

/** One row for each hour of the events, nearly always one: billing only inserts, so batches never wait for each other. */
export async function saveTraffic(tx: Tx, events: readonly DecidedEvent[]): Promise<void> {
  for (const [hourAt, bytes] of pack(events)) {
    await tx.run(
      prepared(
        'save-traffic',
        sql`insert into traffic_batch (hour_at, events) values (${at(hourAt)}, ${bytes})`,
      ),
    )
  }
}

/** Hours that are over and of which there is traffic that is not summed up, oldest first. */
export const hoursToSumUp = (session: ReadSession, before: Instant): Promise<Instant[]> =>
  session.many(
    (row) => row.hour_at,
    sql<Pick<TrafficBatchRow, 'hour_at'>>`
    select distinct hour_at from traffic_batch where hour_at < ${at(before)} order by hour_at`,
  )

export interface TrafficBatch {
  id: bigint
  bytes: number
}

export const batchesOf = (session: ReadSession, hourAt: Instant): Promise<TrafficBatch[]> =>
  session.many(
    (row) => ({ id: row.traffic_batch_id, bytes: row.bytes }),
    sql<Pick<TrafficBatchRow, 'traffic_batch_id'> & { bytes: number }>`
    select traffic_batch_id, octet_length(events) as bytes from traffic_batch where hour_at = ${at(hourAt)}`,
  )

export const readTraffic = (session: ReadSession, ids: readonly bigint[]): Promise<Buffer[]> =>
  session.many(
    (row) => row.events,
    sql<Pick<TrafficBatchRow, 'events'>>`
    select events from traffic_batch where traffic_batch_id = any(${ids}::bigint[])`,
  )

export const deleteTraffic = (tx: Tx, ids: readonly bigint[]): Promise<number> =>
  tx.run(sql`delete from traffic_batch where traffic_batch_id = any(${ids}::bigint[])`)

/** The apps of units that exist; an event may name one that does not. */
export async function appsOfUnits(
  session: ReadSession,
  ids: readonly MediumId[],
): Promise<ReadonlyMap<MediumId, AppId>> {
  const rows = await session.many(
    (row): [MediumId, AppId] => [row.medium_id, row.app_id],
    sql<Pick<MediumRow, 'medium_id' | 'app_id'>>`
    select medium_id, app_id from medium where medium_id = any(${ids}::int[])`,
  )
  return new Map(rows)
}

/** Devices first seen in the hour, by app and by the hash that packed events have. */
export async function newDevicesOf(
  session: ReadSession,
  apps: readonly AppId[],
  hourAt: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await session.many(
    (row) => newDeviceKey(row.app_id, row.device.toString('hex')),
    sql<{ app_id: AppId; device: Buffer }>`
    select app_id, substr(sha256(convert_to(device_id, 'UTF8')), 1, 8) as device
      from device_first_seen
     where app_id = any(${apps}::int[]) and seen_at >= ${at(hourAt)} and seen_at < ${at(after(hourAt, hour))}`,
  )
  return new Set(rows)
}

export const newDeviceKey = (appId: AppId, device: string): string => `${appId} ${device}`
