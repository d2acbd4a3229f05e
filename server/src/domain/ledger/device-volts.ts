import { type AppId, type Micros, micros } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { DeviceVoltsRow } from '../../platform/database/rows.ts'
import { prepared, sql } from '../../platform/database/sql.ts'

/** A device in an app. */
export interface AppDevice {
  appId: AppId
  deviceId: string
}

/** What a batch adds to the volts of devices. Together they are the parts of the apps' VOLTS accounts. */
export class VoltsAdditions {
  readonly #apps = new Map<AppId, Map<string, bigint>>()

  add({ appId, deviceId }: AppDevice, amountMicros: Micros): void {
    if (amountMicros === 0n) return
    let devices = this.#apps.get(appId)
    if (!devices) {
      devices = new Map()
      this.#apps.set(appId, devices)
    }
    devices.set(deviceId, (devices.get(deviceId) ?? 0n) + amountMicros)
  }

  get all(): (AppDevice & { amountMicros: Micros })[] {
    return [...this.#apps].flatMap(([appId, devices]) =>
      [...devices].map(([deviceId, amount]) => ({ appId, deviceId, amountMicros: micros(amount) })),
    )
  }
}

/** Batches wait only for corrections, which lock in the same order: by app and device. */
export async function addDeviceVolts(tx: Tx, partition: number, volts: VoltsAdditions): Promise<void> {
  const additions = volts.all
  if (additions.length === 0) return
  await tx.run(
    prepared(
      'device-volts',
      sql`
      insert into device_volts as known (app_id, device_id, partition, balance_micros)
      select app_id, device_id, ${partition}::int, amount
        from unnest(${additions.map(({ appId }) => appId)}::int[],
                    ${additions.map(({ deviceId }) => deviceId)}::text[],
                    ${additions.map(({ amountMicros }) => amountMicros)}::bigint[]) as added(app_id, device_id, amount)
       order by app_id, device_id
          on conflict (app_id, device_id, partition) do update
         set balance_micros = known.balance_micros + excluded.balance_micros`,
    ),
  )
}

/** One volt is one won. */
export const voltsOfDevice = (session: ReadSession, device: AppDevice): Promise<Micros> =>
  session.one(
    (row) => row.balance_micros,
    sql<{ balance_micros: Micros }>`
    select coalesce(sum(balance_micros), 0)::bigint as balance_micros
      from device_volts
     where app_id = ${device.appId} and device_id = ${device.deviceId}`,
  )

interface VoltsRow extends AppDevice {
  partition: number
  balanceMicros: Micros
}

/** Locks the volts of these devices, in the order in which billing adds to them. */
export const lockDeviceVolts = (tx: Tx, devices: readonly AppDevice[]): Promise<VoltsRow[]> =>
  tx.many(
    (row) => ({
      ...{ appId: row.app_id, deviceId: row.device_id },
      ...{ partition: row.partition, balanceMicros: row.balance_micros },
    }),
    sql<DeviceVoltsRow>`
    select app_id, device_id, partition, balance_micros
      from device_volts
     where (app_id, device_id) in (select * from unnest(${devices.map(({ appId }) => appId)}::int[],
                                                        ${devices.map(({ deviceId }) => deviceId)}::text[]))
     order by app_id, device_id, partition
       for update`,
  )

/** Replaces the balances of rows that the caller has locked. */
export const saveDeviceVolts = (tx: Tx, rows: readonly VoltsRow[]): Promise<number> =>
  tx.run(sql`
    update device_volts d
       set balance_micros = r.balance
      from unnest(${rows.map(({ appId }) => appId)}::int[], ${rows.map(({ deviceId }) => deviceId)}::text[],
                  ${rows.map(({ partition }) => partition)}::int[],
                  ${rows.map(({ balanceMicros }) => balanceMicros)}::bigint[])
           as r(app_id, device_id, partition, balance)
     where d.app_id = r.app_id and d.device_id = r.device_id and d.partition = r.partition`)
