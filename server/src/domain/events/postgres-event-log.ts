import type { Day } from '@voltline/kernel'
import { type Database, Tx } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/database/sql.ts'
import { type EventLog, type OfferEvent, partitionName } from './event-log.ts'

/** Any number that no other lock of the program takes. */
const partitionLock = 7_305_811_121
const noPartition = '23514'

const codeOf = (fault: unknown) =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined

/** Quoted, because a device's id is the app's own text. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

// Written by hand: this runs for every event, and the driver's own way costs ten times as much.
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

// In key order, so that two writers with the same events never wait for each other in a ring. Answers the repeats only:
// nearly always nothing.
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

/** Inserts a batch in the session's transaction, or in one of its own. For each event: whether it is new. */
export async function insertEvents(tx: Tx, events: readonly OfferEvent[]): Promise<boolean[]> {
  const fresh = new Array<boolean>(events.length).fill(true)
  const seen = new Set<string>()
  const sent: OfferEvent[] = []
  const places: number[] = []
  events.forEach((event, place) => {
    const key = keyOf(event)
    if (seen.has(key)) {
      fresh[place] = false
      return
    }
    seen.add(key)
    sent.push(event)
    places.push(place)
  })
  if (sent.length === 0) return fresh
  const repeats = await tx.rows<{ number: bigint }>({
    ...insert,
    values: [
      arrayOf(sent, (event) => event.issueDay),
      arrayOf(sent, (event) => event.offerId),
      arrayOf(sent, (event) => event.action),
      arrayOf(sent, timeTexts()),
      arrayOf(sent, (event) => event.adId),
      arrayOf(sent, (event) => event.mediumId),
      arrayOf(sent, (event) => quoted(event.deviceId)),
      arrayOf(sent, (event) => event.price),
    ],
  })
  for (const row of repeats) {
    const place = places[Number(row.number) - 1]
    if (place !== undefined) fresh[place] = false
  }
  return fresh
}

/**
 * Made apart and then attached: that waits for no writer, where making it in place would wait for all of them and hold
 * up the rest.
 */
async function makePartition(tx: Tx, table: 'event' | 'counted_event', day: Day): Promise<void> {
  const name = partitionName(table, day)
  const [known] = await tx.rows(sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`)
  if (known?.there) return
  await tx.run(raw(`create table ${name} (like ${table} including all)`))
  await tx.run(
    raw(`alter table ${table} attach partition ${name} for values from ('${day}') to (date '${day}' + 1)`),
  )
}

/** An answer that takes longer is given up, connection and all: a dead one would hold its place for hours. */
const answerMsMax = 5_000

/** The log in the `event` table. */
export class PostgresEventLog implements EventLog {
  readonly #db: Database
  readonly #made = new Set<Day>()

  constructor(db: Database) {
    this.#db = db
  }

  async append(events: readonly OfferEvent[]): Promise<boolean[]> {
    const days = new Set<Day>()
    for (const event of events) if (!this.#made.has(event.issueDay)) days.add(event.issueDay)
    if (days.size > 0) await this.makePartitions([...days])
    try {
      return await this.#insert(events)
    } catch (fault) {
      if (codeOf(fault) !== noPartition) throw fault
      // Dropped since: the clock was set back, or an old offer came late.
      this.#made.clear()
      await this.makePartitions([...new Set(events.map((event) => event.issueDay))])
      return this.#insert(events)
    }
  }

  async #insert(events: readonly OfferEvent[]): Promise<boolean[]> {
    const client = await this.#db.writers.connect()
    let isHeld = true
    const release = (fault?: Error) => {
      if (isHeld) client.release(fault)
      isHeld = false
    }
    const late = setTimeout(() => release(new Error('The event log did not answer in time.')), answerMsMax)
    try {
      return await insertEvents(new Tx(client), events)
    } finally {
      clearTimeout(late)
      release()
    }
  }

  async makePartitions(days: readonly Day[]): Promise<void> {
    await this.#db.asOwner(async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(${partitionLock})`)
      for (const day of days) {
        await makePartition(tx, 'event', day)
        await makePartition(tx, 'counted_event', day)
      }
    })
    for (const day of days) this.#made.add(day)
  }
}
