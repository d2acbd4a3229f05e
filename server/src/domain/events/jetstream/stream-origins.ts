import { assert } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { BillingPartitionRow, EventStreamRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A stream as its leader describes it. */
export interface SeenStream {
  partition: number
  createdAt: string
  lastSequence: number
}

/** True if what was billed ends within the stream. */
const reaches = ({ lastSequence }: SeenStream, position: bigint, origin: bigint): boolean =>
  position - origin <= BigInt(lastSequence)

async function register(tx: Tx, seen: SeenStream): Promise<bigint> {
  const { partition, createdAt } = seen
  // Locked, so that no batch of the partition moves its position meanwhile.
  const position = await tx.one(
    (row) => row.major,
    sql<Pick<BillingPartitionRow, 'major'>>`
    select major from billing_partition where partition = ${partition} for update`,
  )
  const known = await tx.maybeOne(
    (row) => row,
    sql<EventStreamRow>`
    select partition, stream_created, origin from event_stream where partition = ${partition}`,
  )
  if (known?.stream_created === createdAt && reaches(seen, position, known.origin)) return known.origin
  const [registered] = await tx.rows(sql<Pick<EventStreamRow, 'origin'>>`
    insert into event_stream (partition, stream_created, origin)
    values (${partition}, ${createdAt}, ${position})
        on conflict (partition) do update
       set stream_created = excluded.stream_created, origin = excluded.origin
    returning origin`)
  assert(registered, 'a stream has an origin')
  return registered.origin
}

/**
 * What is added to the sequences of each stream to get positions. A stream that is new to the database, or that has lost
 * its end with the disk of a server, continues after what was billed of its partition. Reading a part of a stream twice
 * does no harm, because an event counts once.
 */
export class StreamOrigins {
  readonly #db: Database
  readonly #known = new Map<number, { createdAt: string; origin: bigint }>()

  constructor(db: Database) {
    this.#db = db
  }

  async of(seen: SeenStream): Promise<bigint> {
    const known = this.#known.get(seen.partition)
    return known?.createdAt === seen.createdAt ? known.origin : this.renew(seen)
  }

  /** For a stream that ends before what was billed of it. */
  async renew(seen: SeenStream): Promise<bigint> {
    const origin = await this.#db.transaction((tx) => register(tx, seen))
    this.#known.set(seen.partition, { createdAt: seen.createdAt, origin })
    return origin
  }
}
