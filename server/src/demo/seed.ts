import {
  addDays,
  addMonths,
  type Clock,
  type CustomerId,
  type Day,
  daysBetween,
  floorWon,
  type Instant,
  instant,
  localDay,
  type Millionths,
  monthOf,
  seoul,
  startOfDay,
  utcDay,
  won,
} from '@voltline/kernel'
import { PostgresEventLog } from '../domain/events/postgres-event-log.ts'
import { cashOf, outside, reservedOf, revenueOf } from '../domain/ledger/account.ts'
import { post } from '../domain/ledger/ledger.ts'
import { payableRevenue } from '../domain/payout/payable.ts'
import { firstDayOf } from '../domain/payout/window.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import type { Files } from '../platform/files/open.ts'
import type { Log } from '../platform/log.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Secrets } from '../platform/secrets.ts'
import {
  addCustomer,
  addOperator,
  advertiser,
  type DemoAccount,
  demoPassword,
  publisher,
  rivals,
} from './accounts.ts'
import { type AddedApp, addApp, publisherApps } from './apps.ts'
import { type AddedCampaign, addCampaign, advertiserCampaigns, rivalCampaigns, stopAds } from './campaigns.ts'
import { makeHistory, withHistoryPartition } from './history.ts'
import { drawSky, makeMaterials, makePayoutDocuments, plainFilm } from './materials.ts'
import type { Size } from './pictures.ts'
import { addPlayground } from './playground.ts'
import { Random } from './random.ts'

const historyDaysDefault = 200
/** Days whose events stay in the log, as long as an install can still follow a click. */
const keptDays = 9
const stoppedDaysAgo = 45
const creditWon = 60_000_000

export interface DemoServices {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  files: Files
  settings: { networkShare: Millionths }
  /** 200 unless a test has less time. */
  historyDays?: number
  /** Called once the database turns out to be empty, before the work. */
  onMaking?: () => void
}

interface Cast {
  advertiser: CustomerId
  publisher: CustomerId
  rivals: CustomerId[]
}

const stateKey = 'demo'
const lockKey = 7_305_811_131

const readState = (db: Database): Promise<string | undefined> =>
  db.read((session) =>
    session.maybeOne((row) => row.value as string, sql`select value from setting where key = ${stateKey}`),
  )

const saveState = (db: Database, state: 'making' | 'ready', now: Instant): Promise<number> =>
  db.transaction((session) =>
    session.run(sql`
      insert into setting (key, value, updated_at) values (${stateKey}, ${JSON.stringify(state)}, ${at(now)})
          on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`),
  )

const isInUse = (db: Database): Promise<boolean> =>
  db.read((session) =>
    session.one(
      (row) => row.used as boolean,
      sql`select exists (select from customer) or exists (select from operator) as used`,
    ),
  )

/** Removes what a start left that was killed while it made the demo data. */
async function clear(db: Database): Promise<void> {
  await db.asOwner(async (session) => {
    const partitions = await session.many(
      (row) => row.name as string,
      sql`select inhrelid::regclass::text as name from pg_inherits
           where inhparent in ('event'::regclass, 'counted_event'::regclass)`,
    )
    for (const name of partitions) await session.run({ text: `drop table ${name}`, values: [] })
    const tables = await session.many(
      (row) => row.name as string,
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration'`,
    )
    await session.run({ text: `truncate ${tables.join(', ')} restart identity cascade`, values: [] })
  })
}

async function addCast(services: DemoServices, startsAt: Instant): Promise<Cast> {
  const passwordHash = await hashPassword(demoPassword)
  return services.db.transaction(async (tx) => {
    const add = (account: DemoAccount) =>
      addCustomer(tx, account, { secrets: services.secrets, passwordHash, at: startsAt })
    await addOperator(tx, passwordHash, startsAt)
    const cast: Cast = {
      advertiser: await add(advertiser),
      publisher: await add(publisher),
      rivals: [],
    }
    for (const rival of rivals) cast.rivals.push(await add(rival))
    for (const id of [cast.advertiser, ...cast.rivals]) {
      await post(tx, [
        {
          key: `demo-credit/${id}`,
          kind: 'CREDIT',
          from: outside,
          to: [[cashOf(id), won(creditWon)]],
          at: startsAt,
          reason: 'Demo data',
        },
      ])
    }
    return cast
  })
}

async function addCampaigns(services: DemoServices, cast: Cast, startsAt: Instant): Promise<AddedCampaign[]> {
  const { db, files } = services
  const fileServices = { db, ...files }
  const hues = [225, 18, 140, 300]
  const added: AddedCampaign[] = []
  for (const [number, owner] of [cast.advertiser, ...cast.rivals].entries()) {
    const hue = hues[number] ?? 0
    const look = { owner, draw: (size: Size) => drawSky(size, hue), film: plainFilm, now: startsAt }
    const materials = await makeMaterials(fileServices, look)
    const campaigns = number === 0 ? advertiserCampaigns : rivalCampaigns.slice(number - 1, number)
    await db.transaction(async (tx) => {
      for (const campaign of campaigns) {
        added.push(await addCampaign(tx, campaign, { owner, materials, at: startsAt }))
      }
    })
  }
  return added
}

async function addApps(services: DemoServices, cast: Cast, startsAt: Instant): Promise<AddedApp[]> {
  const { db, secrets, files } = services
  const documents = await makePayoutDocuments({ db, ...files }, { owner: cast.publisher, now: startsAt })
  return db.transaction(async (tx) => {
    const apps: AddedApp[] = []
    for (const app of publisherApps) {
      apps.push(await addApp(tx, app, { owner: cast.publisher, secrets, at: startsAt }))
    }
    await tx.run(sql`
      insert into payout_account (customer_id, name, bank, number, country_code, mobile_number, bank_book, certificate,
                                  changed_at, updated_at)
      values (${cast.publisher}, 'Jun Park', 'Hana Bank', '12345678901234', 'KR', '1012345678', ${documents.bankBook},
              ${documents.certificate}, ${at(startsAt)}, ${at(startsAt)})`)
    return apps
  })
}

/** The publisher applies for all that is payable. */
async function applyForPayout(tx: Tx, owner: CustomerId, now: Instant): Promise<void> {
  const amount = floorWon(await payableRevenue(tx, owner))
  if (amount === 0) return
  const month = firstDayOf(monthOf(localDay(now, seoul)))
  const id = await tx.one(
    (row) => row.request_id as number,
    sql`
    insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number, account_changed,
                                requested_at)
    select customer_id, ${month}, ${amount}, 'WAITING', name, bank, number, false, ${at(now)}
      from payout_account where customer_id = ${owner}
    returning request_id`,
  )
  await post(tx, [
    {
      ...{ key: `payout-request/${id}`, kind: 'PAYOUT_REQUEST', at: now },
      ...{ from: revenueOf(owner), to: [[reservedOf(owner), won(amount)]] },
    },
  ])
}

/** The operator pays what waits. */
async function pay(tx: Tx, owner: CustomerId, now: Instant): Promise<void> {
  const paid = await tx.many(
    (row) => ({ id: row.request_id as number, amount: Number(row.amount_won) }),
    sql`
    update payout_request
       set status = 'COMPLETE', answered_at = ${at(now)}, answered_by = (select min(operator_id) from operator)
     where customer_id = ${owner} and status = 'WAITING'
    returning request_id, amount_won`,
  )
  for (const { id, amount } of paid) {
    await post(tx, [
      {
        ...{ key: `payout-paid/${id}`, kind: 'PAYOUT_PAID', at: now },
        ...{ from: reservedOf(owner), to: [[outside, won(amount)]] },
      },
    ])
  }
}

/** What customers and operators did in those days besides. */
function diary(db: Database, cast: Cast, campaigns: readonly AddedCampaign[], end: Day) {
  const stopOn = addDays(end, -stoppedDaysAgo)
  const payoutMonth = addMonths(monthOf(end), -3)
  const stopped = campaigns.filter((one) => one.story === 'was stopped').flatMap((one) => one.ads)
  return (date: Day, now: Instant): Promise<void> =>
    db.transaction(async (tx) => {
      if (date === stopOn) await stopAds(tx, stopped, now)
      if (date === `${payoutMonth}-03`) await applyForPayout(tx, cast.publisher, now)
      if (date === `${payoutMonth}-25`) await pay(tx, cast.publisher, now)
    })
}

async function make(services: DemoServices): Promise<void> {
  const { db, clock } = services
  const end = localDay(clock.now(), seoul)
  const start = addDays(end, -(services.historyDays ?? historyDaysDefault))
  const startsAt = startOfDay(start, seoul)
  const cast = await addCast(services, startsAt)
  const campaigns = await addCampaigns(services, cast, startsAt)
  const apps = await addApps(services, cast, startsAt)
  const eventLog = new PostgresEventLog(db)
  const today = utcDay(clock.now())
  const kept = addDays(today, -keptDays)
  await eventLog.makePartitions(
    Array.from({ length: daysBetween({ start: kept, end: today }) + 2 }, (_, days) => addDays(kept, days)),
  )
  const random = new Random(Date.parse(end) / 86_400_000)
  await withHistoryPartition(db, { start: utcDay(instant(startsAt)), end: kept }, () =>
    makeHistory(services, {
      random,
      apps: apps.filter((app) => app.media.length > 0),
      start,
      end,
      onDay: diary(db, cast, campaigns, end),
    }),
  )
  // After the history: its ads are for the playground's visitors alone.
  await addPlayground(services, startsAt)
}

/**
 * Fills an empty database with demo data; the same for the same day. Answers whether it did. Call it before any role is
 * started: it bills the history itself.
 */
export async function seedDemo(services: DemoServices): Promise<boolean> {
  const { db, clock } = services
  // Of several programs that start on one empty database, one makes the data and the others wait for it.
  return db.exclusively(lockKey, async () => {
    const state = await readState(db)
    if (state === 'ready' || (state === undefined && (await isInUse(db)))) return false
    if (state === 'making') await clear(db)
    services.onMaking?.()
    await saveState(db, 'making', clock.now())
    await make(services)
    await saveState(db, 'ready', clock.now())
    return true
  })
}
