import { assert } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { BillingPartitionRow, EventStreamRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

async function register(tx: Tx, partition: number, streamCreated: string): Promise<bigint> {
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
  if (known?.stream_created === streamCreated) return known.origin
  const [registered] = await tx.rows(sql<Pick<EventStreamRow, 'origin'>>`
    insert into event_stream (partition, stream_created, origin)
    values (${partition}, ${streamCreated}, ${position})
        on conflict (partition) do update
       set stream_created = excluded.stream_created, origin = excluded.origin
    returning origin`)
  assert(registered, 'a stream has an origin')
  return registered.origin
}

/**
 * What is added to the sequences of each stream to get positions. A stream that is new to the database continues after
 * what was billed of its partition, whatever engine or stream that was in. Reading a part of a stream twice would do no
 * harm, because an event counts once.
 */
export class StreamOrigins {
  readonly #db: Database
  readonly #known = new Map<number, { streamCreated: string; origin: bigint }>()

  constructor(db: Database) {
    this.#db = db
  }

  async of(partition: number, streamCreated: string): Promise<bigint> {
    const known = this.#known.get(partition)
    if (known?.streamCreated === streamCreated) return known.origin
    const origin = await this.#db.transaction((tx) => register(tx, partition, streamCreated))
    this.#known.set(partition, { streamCreated, origin })
    return origin
  }
}
