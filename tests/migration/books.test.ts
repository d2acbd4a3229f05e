// A database of the version before lean books, migrated: books-before/ holds its rows and what that version reported.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CustomerId, Day, Instant, Millionths } from '@voltline/kernel'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBilling } from '../../server/src/billing/billing.ts'
import { type MonthTotals, totalsByMonth } from '../../server/src/domain/account/statement.ts'
import { readEventOutcomes } from '../../server/src/domain/events/event-outcome.ts'
import { appendMsMax } from '../../server/src/domain/events/event-reader.ts'
import { PostgresEventLog } from '../../server/src/domain/events/postgres/postgres-event-log.ts'
import { PostgresEventReader } from '../../server/src/domain/events/postgres/postgres-event-reader.ts'
import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { payableRevenue } from '../../server/src/domain/payout/payable.ts'
import type { DayRange } from '../../server/src/domain/reports/rollup/quarter.ts'
import { readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { readMediumDays, readPublisherDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import { networkDays } from '../../server/src/domain/reports/today-store.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { failedChecks, migrate } from '../../server/src/platform/database/migrate.ts'
import type { BillingPartitionRow, EventRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { foldBooks } from '../../server/src/worker/fold.ts'
import { closeMonths } from '../../server/src/worker/month-close.ts'
import { withDatabase, workerServerUrl } from '../../server/testing/database.ts'
import { eventually } from '../../server/testing/eventually.ts'

const before = join(import.meta.dirname, 'books-before')
const migrations = join(import.meta.dirname, '../../server/src/platform/database/migrations')
const lastOldMigration = '0007_units'
const minute = 60_000
/** The migration makes as many. */
const partitions = 16

interface Fixture {
  /** The last time of the old version's clock. */
  now: number
  range: DayRange
  owners: CustomerId[]
  offers: { issueDay: Day; offerId: string }[]
}

let url: string
let db: Database
let world: Fixture
let reportsBefore: object
let reportsAfter: object
let now = 0

/** The version that recorded the books had no debits. */
function withoutDebits({ debitMicros, ...month }: MonthTotals): Omit<MonthTotals, 'debitMicros'> {
  expect(debitMicros).toBe(0n)
  return month
}

async function execute(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** As the old version left it. */
async function makeOldDatabase(name: string): Promise<void> {
  await execute(workerServerUrl(), `create database ${name}`)
  const names = (await readdir(migrations)).filter((folder) => folder <= lastOldMigration).sort()
  const table =
    'create table migration (number integer primary key, name text not null, applied_at timestamptz not null)'
  const applied = names.map(
    (folder) => `insert into migration values (${Number(folder.slice(0, 4))}, '${folder}', '2026-08-01')`,
  )
  const ups = await Promise.all(names.map((folder) => readFile(join(migrations, folder, 'up.sql'), 'utf8')))
  await execute(url, table, ...ups, ...applied, await readFile(join(before, 'data.sql'), 'utf8'))
}

const withBigints = (_: string, value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value

beforeAll(async () => {
  const name = `old_${randomBytes(6).toString('hex')}`
  url = withDatabase(workerServerUrl(), name)
  const lines = (await readFile(join(before, 'reports.jsonl'), 'utf8')).trimEnd().split('\n')
  const [first, second, third] = lines.map((line) => JSON.parse(line, withBigints))
  world = first
  reportsBefore = second
  reportsAfter = third
  await makeOldDatabase(name)
  await migrate(url)
  db = new Database({ url, connectionsMax: 6, statementMsMax: 20_000, onLost: () => {} })
})
afterAll(async () => {
  await db.close()
  await execute(workerServerUrl(), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
})

/** Every event of the old version, as the log finds it. */
async function reportedEvents() {
  const found = await new PostgresEventLog(db, { partitions }).findEvents(world.offers)
  const rows = await db.read((session) =>
    session.rows(sql<Pick<EventRow, 'offer_id' | 'ad_id'>>`select distinct offer_id, ad_id from event`),
  )
  const adOf = new Map(rows.map((row) => [row.offer_id, row.ad_id]))
  return found.flatMap((event) => {
    const adId = adOf.get(event.offerId)
    return adId === undefined ? [] : { ...event, adId }
  })
}

/** The same as the old version reported, from the present tables. */
async function reports() {
  const reported = await reportedEvents()
  return db.snapshot(async (session) => {
    const byOwner: Record<number, unknown> = {}
    for (const owner of world.owners) {
      byOwner[owner] = {
        adDays: await readAdDays(session, { owner }, world.range),
        mediumDays: await readMediumDays(session, { owner }, world.range),
        publisherDays: await readPublisherDays(session, { owner }, world.range),
        payable: await payableRevenue(session, owner),
        statement: (await totalsByMonth(session, owner)).map(withoutDebits),
      }
    }
    const accounts = await session.rows(sql<{ name: string; balance_micros: bigint }>`
      select concat_ws('/', kind, customer_id) as name, balance_micros from ledger_balance
       where kind <> 'VOLTS' and balance_micros <> 0
       union all
      select concat_ws('/', 'VOLTS', app_id, device_id), sum(balance_micros)::bigint from device_volts
       group by app_id, device_id`)
    return {
      byOwner,
      accounts: Object.fromEntries(accounts.map((row) => [row.name, row.balance_micros])),
      network: [...(await networkDays(session, world.range)).values()],
      months: await session.rows(
        sql`select customer_id, month, revenue_micros, impressions from revenue_month order by 1, 2`,
      ),
      invalid: await session.rows(sql`
        select reason, medium_id, utc_day, sum(count)::bigint as count from invalid_rollup_now
         group by 1, 2, 3 order by 1, 2, 3`),
      outcomes: await readEventOutcomes(session, reported),
    }
  })
}

const booksAreGood = async () => isGood(await db.transaction(proveBooks))

const clock = { now: () => now as Instant }

const billing = () =>
  createBilling({
    ...{ db, clock, eventReader: new PostgresEventReader({ db, clock, partitions }), log: makeLog('silent') },
    settings: { networkShare: 200_000 as Millionths },
  })

/** Bills until everything that has arrived by now is known to be billed. */
async function pass(process: ReturnType<typeof billing>): Promise<void> {
  await process.drain()
  await eventually(async () => {
    await process.runBatch()
    const states = await db.read((session) =>
      session.rows(sql<BillingPartitionRow>`select billed_until from billing_partition`),
    )
    return states.every((state) => state.billed_until === now - appendMsMax)
  })
}

test('a migrated database has the same balances, reports, closed months and payable sums', async () => {
  expect(await failedChecks(url)).toEqual([])
  expect(await booksAreGood()).toBe(true)
  expect(await reports()).toEqual(reportsBefore)
})

test('every charge of the old books is a row with its transfer, and its event where that is kept', async () => {
  const [found] = await db.read((session) =>
    session.rows(sql<Record<'transfers' | 'charges' | 'named' | 'without_device', bigint>>`
      select (select count(*) from ledger_transfer where kind = 'CHARGE') as transfers, count(*) as charges,
             count(distinct transfer_id) as named, count(*) filter (where h.ad_id is null) > 0 as has_old,
             bool_and((h.ad_id, h.medium_id, h.device_id) is not distinct from (e.ad_id, e.medium_id, e.device_id))
               filter (where e.offer_id is not null) as same_as_event,
             count(*) filter (where h.device_id is null and h.user_micros > 0) as without_device
        from charge h left join event e using (issue_day, offer_id, action)`),
  )
  expect(found).toMatchObject({ has_old: true, same_as_event: true, without_device: 0n })
  expect([found?.charges, found?.named]).toEqual([found?.transfers, found?.transfers])
})

test('billing goes on where the old version stopped, and ends where that version ended', async () => {
  now = world.now - 20 * minute
  const process = billing()
  await pass(process)
  now = world.now
  await pass(process)
  expect(await reports()).toEqual(reportsAfter)
  await foldBooks({ db })
  expect(await reports()).toEqual(reportsAfter)
  expect(await closeMonths({ db, clock: { now: () => now as Instant } })).toEqual([])
  await process.stop()
  expect(await booksAreGood()).toBe(true)
})

test('events of the old version that are read again are not charged again', async () => {
  await db.transaction((tx) => tx.run(sql`update billing_partition set major = 0, minor = 0`))
  const process = billing()
  await process.drain()
  await process.stop()
  // What was invalid is not remembered, so it is counted as invalid again; nothing else changes.
  expect({ ...(await reports()), invalid: [] }).toEqual({ ...reportsAfter, invalid: [] })
  expect(await booksAreGood()).toBe(true)
})
