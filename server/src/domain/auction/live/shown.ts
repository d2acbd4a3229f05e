import type { AdId, Day, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { ShownBatchRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'

/** The devices that ads were shown on, once for each impression. */
export type ShownDevices = ReadonlyMap<AdId, readonly string[]>

/** Device ids contain neither spaces nor line ends. */
const toText = (shown: ShownDevices): string =>
  [...shown].map(([adId, devices]) => `${adId} ${devices.join(' ')}`).join('\n')

function* fromText(text: string): Generator<{ adId: AdId; deviceId: string }> {
  for (const line of text.split('\n')) {
    const [adId, ...devices] = line.split(' ')
    for (const deviceId of devices) yield { adId: Number(adId) as AdId, deviceId }
  }
}

export interface ShownBatch {
  utcDay: Day
  at: Instant
  process: string
  number: number
  shown: ShownDevices
}

export const saveShown = (tx: Tx, batch: ShownBatch): Promise<number> =>
  tx.run(sql`
    insert into shown_batch (utc_day, written_at, process, number, impressions)
    values (${batch.utcDay}, ${at(batch.at)}, ${batch.process}, ${batch.number}, ${toText(batch.shown)})`)

const pageRowsMax = 200
/** The latest ones. More devices than these fit into no process's memory anyway. */
const impressionsMax = 1_000_000

/** The impressions of a day, from all processes; the latest first. */
export async function* readShown(
  session: ReadSession,
  utcDay: Day,
): AsyncGenerator<{ adId: AdId; deviceId: string }> {
  let count = 0
  for (let offset = 0; count < impressionsMax; offset += pageRowsMax) {
    const rows = await session.rows(sql<Pick<ShownBatchRow, 'impressions'>>`
      select impressions from shown_batch
       where utc_day = ${utcDay} order by written_at desc, process, number
       limit ${pageRowsMax} offset ${offset}`)
    for (const { impressions } of rows) {
      for (const impression of fromText(impressions)) {
        count++
        yield impression
      }
    }
    if (rows.length < pageRowsMax) return
  }
}

export const deleteShownBefore = (tx: Tx, utcDay: Day): Promise<number> =>
  tx.run(sql`delete from shown_batch where utc_day < ${utcDay}`)
