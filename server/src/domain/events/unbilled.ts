import { type Instant, instant } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { type EventReader, type LoggedEvent, type LogPosition, logStart } from './event-reader.ts'
import { readPartitions } from './partitions/partition-store.ts'

/** How far billing is, as other roles need it. */
export interface BillingProgress {
  /** The last billed event of each partition. */
  positions: ReadonlyMap<number, LogPosition>
  /** Everything that arrived before this instant has been billed, in every partition. */
  billedUntil: Instant
}

/** As of the session's snapshot, so that it agrees with the spent amounts read in it. */
export async function readBillingProgress(session: ReadSession): Promise<BillingProgress> {
  const states = await readPartitions(session)
  return {
    positions: new Map(states.map((state) => [state.partition, state])),
    billedUntil:
      states.length > 0 ? instant(Math.min(...states.map((state) => state.billedUntil))) : instant(0),
  }
}

const pageRowsMax = 5_000
/** Of each partition. A process that starts must not read for minutes because billing is hours behind. */
const unbilledRowsMax = 500_000

/** The durable events that billing has not read, oldest first, page by page. */
export async function* readUnbilled(
  reader: EventReader,
  positions: BillingProgress['positions'],
): AsyncGenerator<readonly LoggedEvent[]> {
  for (let partition = 0; partition < reader.partitions; partition++) {
    let position = positions.get(partition) ?? logStart
    let rows = 0
    for (let hasMore = true; hasMore && rows < unbilledRowsMax; ) {
      const page = await reader.read(partition, position, pageRowsMax)
      yield page.events
      rows += page.events.length
      position = page.events.at(-1) ?? position
      hasMore = page.hasMore
    }
  }
}
