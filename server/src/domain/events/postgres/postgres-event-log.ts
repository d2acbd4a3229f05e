import type { Day, Instant } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { EventRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type EventKey, type EventLog, type FoundEvent, type OfferEvent, partitionOf } from '../event-log.ts'
import { makeEventPartitions } from './postgres-days.ts'

const noPartition = '23514'

const codeOf = (fault: unknown) =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined

/** Quoted, because a device's id is arbitrary text from the app. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

// Written by hand: this runs for every event, and the driver's own conversion takes ten times as long.
const arrayOf = (
  events: readonly OfferEvent[],
  text: (event: OfferEvent) => string | number | bigint,
): string => `{${events.map(text).join(',')}}`

/** Most events of a batch arrive in the same few milliseconds. */
function timeTexts(): (event: OfferEvent) => string {
  let known = Number.NaN
  let text = ''
  return ({ receivedAt }) => {
    if (receivedAt !== known) {
      known = receivedAt
      text = new Date(receivedAt).toISOString()
    }
    return text
  }
}

// In key order, to avoid deadlocks between writers with the same events. Returns only the repeats: nearly always none.
// While the number of partitions is another than the writer knows, the partition is null, which the table refuses.
const insert = {
  name: 'event-append',
  text: `
    with sent as materialized (
      select * from unnest($1::date[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::bigint[],
                           $9::smallint[], $11::bytea[], $12::text[])
        with ordinality as sent(issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, partition, evidence,
                                  passthrough, number)),
    written as (
      insert into event (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, partition, evidence,
                         passthrough)
      select issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros,
             case when (select count(*) from billing_partition) = $10 then partition end, evidence, passthrough
        from sent order by issue_day, offer_id, action
          on conflict do nothing
      returning issue_day, offer_id, action)
    select number::int from sent
     where not exists (select from written w
                        where w.issue_day = sent.issue_day and w.offer_id = sent.offer_id and w.action = sent.action)`,
}

const keyOf = (event: OfferEvent): string => `${event.offerId}${event.action}${event.issueDay}`

/** Inserts a batch with one statement. Returns for each event whether it is new. */
export async function insertEvents(
  tx: Pick<Tx, 'rows'>,
  events: readonly OfferEvent[],
  partitions: number,
): Promise<boolean[]> {
  const isNew = new Array<boolean>(events.length).fill(true)
  const seen = new Set<string>()
  const sent: OfferEvent[] = []
  const indexes: number[] = []
  events.forEach((event, index) => {
    const key = keyOf(event)
    if (seen.has(key)) {
      isNew[index] = false
      return
    }
    seen.add(key)
    sent.push(event)
    indexes.push(index)
  })
  if (sent.length === 0) return isNew
  const repeats = await tx.rows<{ number: number }>({
    ...insert,
    values: [
      arrayOf(sent, (event) => event.issueDay),
      arrayOf(sent, (event) => event.offerId),
      arrayOf(sent, (event) => event.action),
      arrayOf(sent, timeTexts()),
      arrayOf(sent, (event) => event.adId),
      arrayOf(sent, (event) => event.mediumId),
      arrayOf(sent, (event) => quoted(event.deviceId)),
      arrayOf(sent, (event) => event.priceMicros),
      arrayOf(sent, (event) => partitionOf(event.advertiserId, partitions)),
      partitions,
      arrayOf(sent, ({ evidence }) => (evidence ? `"\\\\x${evidence.toString('hex')}"` : 'NULL')),
      arrayOf(sent, ({ passthrough }) => (passthrough === undefined ? 'NULL' : quoted(passthrough))),
    ],
  })
  for (const { number } of repeats) {
    const index = indexes[number - 1]
    if (index !== undefined) isNew[index] = false
  }
  return isNew
}

/** A connection that takes longer is closed: a dead one would otherwise keep its place in the pool for hours. */
const appendReplyMsMax = 5_000

/** The log in the `event` table. */
export class PostgresEventLog implements EventLog {
  readonly gathering = { ms: 0, appendsMax: 2 }
  readonly #db: Database
  readonly #partitions: number
  readonly #onClose: () => Promise<void>

  constructor(db: Database, options: { partitions: number; onClose?: () => Promise<void> }) {
    this.#db = db
    this.#partitions = options.partitions
    this.#onClose = options.onClose ?? (() => Promise.resolve())
  }

  async append(events: readonly OfferEvent[]): Promise<boolean[]> {
    try {
      return await this.#insert(events)
    } catch (fault) {
      if (codeOf(fault) !== noPartition) throw fault
      // Days are prepared ahead; this one was not, or was dropped: the clock was set, or an old offer arrived late.
      await this.prepareDays([...new Set(events.map((event) => event.issueDay))])
      return this.#insert(events)
    }
  }

  /** One commit for all is the cheapest. */
  laneOf(): number {
    return 0
  }

  #insert(events: readonly OfferEvent[]): Promise<boolean[]> {
    return insertEvents(
      { rows: (query) => this.#db.statement(query, appendReplyMsMax) },
      events,
      this.#partitions,
    )
  }

  async prepareDays(days: readonly Day[]): Promise<void> {
    await this.#db.asOwner((tx) => makeEventPartitions(tx, days))
  }

  findReceivedAt(event: EventKey): Promise<Instant | undefined> {
    return this.#db.read((session) =>
      session.maybeOne(
        (row) => row.received_at,
        sql<Pick<EventRow, 'received_at'>>`
        select received_at from event
         where issue_day = ${event.issueDay} and offer_id = ${event.offerId} and action = ${event.action}`,
      ),
    )
  }

  findEvents(offers: readonly Pick<EventKey, 'issueDay' | 'offerId'>[]): Promise<FoundEvent[]> {
    return this.#db.read((session) =>
      session.many(
        (row) => ({
          issueDay: row.issue_day,
          offerId: row.offer_id,
          action: row.action,
          receivedAt: row.received_at,
          position: { major: BigInt(row.tx), minor: row.seq },
        }),
        sql<Pick<EventRow, 'issue_day' | 'offer_id' | 'action' | 'received_at' | 'tx' | 'seq'>>`
        select e.issue_day, e.offer_id, e.action, e.received_at, e.tx, e.seq
          from unnest(${offers.map((offer) => offer.issueDay)}::date[],
                      ${offers.map((offer) => offer.offerId)}::uuid[]) as wanted(issue_day, offer_id)
          join event e using (issue_day, offer_id)
         order by e.received_at, e.seq`,
      ),
    )
  }

  async check(): Promise<void> {
    await this.#db.read((session) => session.rows(sql`select from event limit 0`))
  }

  close(): Promise<void> {
    return this.#onClose()
  }
}
