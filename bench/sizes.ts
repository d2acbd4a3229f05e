import { type CustomerId, instant, type Millionths, micros } from '@voltline/kernel'
import pg from 'pg'
import { createBilling } from '../server/src/billing/billing.ts'
import { Random } from '../server/src/demo/random.ts'
import { encodeEvents } from '../server/src/domain/events/jetstream/encoding.ts'
import { openEventLog } from '../server/src/domain/events/open-event-log.ts'
import { cashOf, outside } from '../server/src/domain/ledger/account.ts'
import { post } from '../server/src/domain/ledger/ledger.ts'
import { Database } from '../server/src/platform/database/database.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { onOwnServer } from './billing/rounds.ts'
import { buildNetwork, someEvents } from './billing/world.ts'

const eventCount = 50_000
const start = instant(Date.parse('2026-11-10T03:00:00Z'))
const settings = { networkShare: 200_000 as Millionths }

interface Sizes {
  wal: string
  log: string
  books: string
  charges: string
}

/** Bytes with indexes. The log is what retention deletes; the books are everything else and stay. */
async function readSizes(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<Sizes>(`
    select pg_current_wal_lsn() - '0/0'::pg_lsn as wal,
           sum(pg_total_relation_size(oid)) filter (where relname like 'event%') as log,
           sum(pg_total_relation_size(oid)) filter (where relname not like 'event%') as books,
           (select count(*) from charge) as charges
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const [sizes] = rows
  if (!sizes) throw new Error('The database reports no sizes.')
  return sizes
}

async function measure(url: string): Promise<void> {
  const db = new Database({ url, connectionsMax: 6, statementMsMax: 120_000, onLost: () => {} })
  const client = new pg.Client(url)
  await client.connect()
  const services = { db, clock: { now: () => start }, log: makeLog('error') }
  const { log, reader: eventReader } = await openEventLog({ ...services, settings: { eventPartitions: 16 } })
  const billing = createBilling({ ...services, eventReader, settings })
  await buildNetwork(db)
  await db.transaction((tx) =>
    post(
      tx,
      Array.from({ length: 50 }, (_, number) => ({
        ...{ key: `cash ${number}`, kind: 'CREDIT' as const, from: outside, at: start },
        to: [[cashOf((number + 1) as CustomerId), micros(10n ** 15n)]],
      })),
    ),
  )
  const events = someEvents(new Random(1), eventCount, start)
  const before = await readSizes(client)
  for (let first = 0; first < eventCount; first += 1_000) await log.append(events.slice(first, first + 1_000))
  const appended = await readSizes(client)
  const usedBefore = process.cpuUsage()
  await billing.drain()
  const used = process.cpuUsage(usedBefore)
  await billing.stop()
  const billed = await readSizes(client)
  const each = (from: string, to: string) => Math.round((Number(to) - Number(from)) / eventCount)
  const messageBytes = encodeEvents(events).reduce((sum, { length }) => sum + length, 0)
  const lines = [
    `${eventCount} events, ${billed.charges} of them charged; bytes for each event:`,
    `  log on JetStream, for each replica: ${Math.round(messageBytes / eventCount)}`,
    `  log in PostgreSQL, with indexes: ${each(before.log, appended.log)}`,
    `  write-ahead log of the append in PostgreSQL: ${each(before.wal, appended.wal)}`,
    `  books, with indexes: ${each(appended.books, billed.books)}`,
    `  write-ahead log of billing: ${each(appended.wal, billed.wal)}`,
    `Processor time of the billing process for each event: ${((used.user + used.system) / eventCount).toFixed(1)} µs`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  await log.close()
  await db.close()
  await client.end()
}

/** npm run bench -- sizes: what an event takes on disk and in the write-ahead log. */
export const bench = (): Promise<void> => onOwnServer(measure)
