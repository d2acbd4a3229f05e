import type { Day, Instant } from '@voltline/kernel'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { EventRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'
import type { EventKey, EventLog, OfferEvent } from './event-log.ts'
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
const insert = {
  name: 'event-append',
  text: `
    with sent as materialized (
      select * from unnest($1::date[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::bigint[])
        with ordinality as sent(issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, number)),
    written as (
      insert into event (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros)
      select issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros
        from sent order by issue_day, offer_id, action
          on conflict do nothing
      returning issue_day, offer_id, action)
    select number::int from sent
     where not exists (select from written w
                        where w.issue_day = sent.issue_day and w.offer_id = sent.offer_id and w.action = sent.action)`,
}

const keyOf = (event: OfferEvent): string => `${event.offerId}${event.action}${event.issueDay}`

/** Inserts a batch with one statement. Returns for each event whether it is new. */
export async function insertEvents(tx: Pick<Tx, 'rows'>, events: readonly OfferEvent[]): Promise<boolean[]> {
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
  readonly #db: Database
  readonly #onClose: () => Promise<void>
  readonly #made = new Set<Day>()

  constructor(db: Database, options: { onClose?: () => Promise<void> } = {}) {
    this.#db = db
    this.#onClose = options.onClose ?? (() => Promise.resolve())
  }

  async append(events: readonly OfferEvent[]): Promise<boolean[]> {
    const days = new Set<Day>()
    for (const event of events) if (!this.#made.has(event.issueDay)) days.add(event.issueDay)
    if (days.size > 0) await this.prepareDays([...days])
    try {
      return await this.#insert(events)
    } catch (fault) {
      if (codeOf(fault) !== noPartition) throw fault
      // Dropped meanwhile: the clock was set back, or an old offer arrived late.
      this.#made.clear()
      await this.prepareDays([...new Set(events.map((event) => event.issueDay))])
      return this.#insert(events)
    }
  }

  /** One commit for all is the cheapest. */
  laneOf(): number {
    return 0
  }

  #insert(events: readonly OfferEvent[]): Promise<boolean[]> {
    return insertEvents({ rows: (query) => this.#db.statement(query, appendReplyMsMax) }, events)
  }

  async prepareDays(days: readonly Day[]): Promise<void> {
    await this.#db.asOwner((tx) => makeEventPartitions(tx, days))
    for (const day of days) this.#made.add(day)
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

  close(): Promise<void> {
    return this.#onClose()
  }
}
