import { type Clock, second } from '@voltline/kernel'
import type { Database } from '../../../platform/database/database.ts'
import type { EventReader } from '../event-reader.ts'
import { readPartitions } from './partition-store.ts'

interface LagServices {
  db: Database
  eventReader: EventReader
  clock: Clock
}

/** The age in seconds of the oldest unbilled event of each partition; 0 if there is none. */
export async function partitionLags({ db, eventReader, clock }: LagServices): Promise<number[]> {
  const lags: number[] = []
  for (const state of await db.read(readPartitions)) {
    const oldest = await eventReader.oldestAfter(state.partition, state)
    lags.push(oldest === undefined ? 0 : Math.max(0, (clock.now() - oldest) / second))
  }
  return lags
}

/** The age in seconds of the oldest unbilled event. */
export const billingLag = async (services: LagServices): Promise<number> =>
  Math.max(0, ...(await partitionLags(services)))
