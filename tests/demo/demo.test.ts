import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { adStatuses, limits, soldBillingTypes } from '@voltline/contract'
import {
  addDays,
  type CustomerId,
  type Day,
  instant,
  type Micros,
  type Millionths,
  seoul,
  split,
  won,
} from '@voltline/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../server/src/demo/accounts.ts'
import { findPlayground } from '../../server/src/demo/playground.ts'
import { seedDemo } from '../../server/src/demo/seed.ts'
import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { payableRevenue } from '../../server/src/domain/payout/payable.ts'
import { readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { readPublisherDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import type { AdRow, AppRow, CustomerRow, LedgerAccountRow } from '../../server/src/platform/database/rows.ts'
import { type Query, sql } from '../../server/src/platform/database/sql.ts'
import { diskStore } from '../../server/src/platform/files/disk-store.ts'
import { WorkFolders } from '../../server/src/platform/files/work-folder.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { VideoEncoding } from '../../server/src/platform/media/video/find-encoder.ts'
import { isPasswordOf } from '../../server/src/platform/passwords/passwords.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'

const seedMsMax = 170_000
const folder = mkdtempSync(join(tmpdir(), 'voltline-demo-'))
const opened: { db: Database; database: FreshDatabase }[] = []

async function openEmpty(): Promise<Database> {
  const database = await freshDatabase()
  const db = new Database({ url: database.url, connectionsMax: 6, statementMsMax: 30_000, onLost: () => {} })
  opened.push({ db, database })
  return db
}

const seed = (db: Database, historyDays?: number, at = '2026-11-15T03:20:00Z') =>
  seedDemo({
    db,
    clock: { now: () => instant(Date.parse(at)) },
    log: makeLog('silent'),
    secrets: new Secrets('a secret key that is only for tests and never elsewhere'),
    files: {
      store: diskStore(join(folder, 'files')),
      work: new WorkFolders(folder),
      videoEncoding: new VideoEncoding([], makeLog('silent')),
    },
    settings: { eventPartitions: 16, networkShare: 200_000 as Millionths },
    ...(historyDays === undefined ? {} : { historyDays }),
  })

afterAll(async () => {
  for (const { db, database } of opened) {
    await db.close()
    await database.drop()
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('the demo data', () => {
  let db: Database
  const rows = <R extends object>(query: Query<R>): Promise<R[]> => db.read((session) => session.rows(query))
  const customer = async (email: string) =>
    (await rows(sql<CustomerRow>`select * from customer where email = ${email}`))[0]

  beforeAll(async () => {
    db = await openEmpty()
    expect(await seed(db)).toBe(true)
  }, seedMsMax)

  test('all accounts exist with the demo password and are marked as demo', async () => {
    const names = ['advertiser', 'publisher', 'rival1', 'rival2', 'rival3']
    for (const name of names) {
      const found = await customer(`${name}@voltline.test`)
      expect(found?.is_demo).toBe(true)
      expect(await isPasswordOf(String(found?.password_hash), demoPassword)).toBe(true)
    }
    const operators = await rows(sql`select email, admin_group from operator`)
    expect(operators).toEqual([{ email: 'admin@voltline.test', admin_group: 'ADMINISTRATORS' }])
  })

  test('the advertiser has cash, and ads of every product and billing type in every status', async () => {
    const owner = (await customer('advertiser@voltline.test'))?.customer_id
    const [cash] = await rows(
      sql<
        Pick<LedgerAccountRow, 'balance_micros'>
      >`select balance_micros from ledger_account where kind = 'CASH' and customer_id = ${owner}`,
    )
    expect(cash?.balance_micros).toBeGreaterThanOrEqual(won(10_000_000))
    const ads = await rows(
      sql<
        Pick<AdRow, 'product' | 'billing_type' | 'status'>
      >`select distinct product, billing_type, status from ad where customer_id = ${owner}`,
    )
    const found = new Set(ads.map((row) => `${row.product} ${row.billing_type} ${row.status}`))
    const wanted = Object.entries(soldBillingTypes).flatMap(([product, types]) =>
      types.flatMap((type) => adStatuses.map((status) => `${product} ${type} ${status}`)),
    )
    expect([...found].sort()).toEqual(wanted.sort())
  })

  test('the publisher has apps in every state, open and closed units of every product, rewards and documents', async () => {
    const owner = (await customer('publisher@voltline.test'))?.customer_id
    const apps = await rows(
      sql<
        Pick<AppRow, 'platform' | 'approval' | 'api_key_status'>
      >`select platform, approval, api_key_status from app where customer_id = ${owner}`,
    )
    const states = apps.map((row) => `${row.platform} ${row.approval} ${row.api_key_status}`)
    expect(states.sort()).toEqual(['AOS false 0', 'AOS true -1', 'AOS true 1', 'IOS false -1', 'IOS true 1'])
    const units = await rows(sql`
      select distinct product, active from medium join app using (app_id) where customer_id = ${owner}`)
    expect(units).toHaveLength(6)
    expect(
      await rows(sql`select 1 from app_reward join app using (app_id) where customer_id = ${owner}`),
    ).not.toEqual([])
    expect(await rows(sql`select 1 from payout_account where customer_id = ${owner}`)).toHaveLength(1)
  })

  test('months above the minimum are closed, and enough revenue is still payable', async () => {
    const owner = (await customer('publisher@voltline.test'))?.customer_id as CustomerId
    const months = await rows(sql`
      select month from revenue_month where customer_id = ${owner} and revenue_micros >= ${won(limits.payoutMinimum)}`)
    expect(months.length).toBeGreaterThanOrEqual(1)
    const payable = await db.read((session) => payableRevenue(session, owner))
    expect(payable).toBeGreaterThanOrEqual(won(limits.payoutMinimum))
  })

  test('200 days have traffic, users and requests, and the reports agree with the books to the micro-won', async () => {
    const [figures] = await rows(sql<{ days: bigint; revenue: Micros; impressions: bigint }>`
      select count(distinct utc_day) as days, sum(revenue_micros[96]) as revenue, sum(impressions[96]) as impressions
        from medium_rollup_now`)
    expect(Number(figures?.days)).toBeGreaterThanOrEqual(200)
    const [books] = await rows(sql<{ revenue: Micros }>`
      select sum(e.amount_micros) as revenue
        from ledger_entry e join ledger_account a using (account_id) join ledger_transfer t using (transfer_id)
       where a.kind = 'REVENUE' and t.kind = 'CHARGE'`)
    expect(figures?.revenue).toBe(books?.revenue)
    const [spent] = await rows(sql`
      select (select sum(cost_micros[96]) from ad_rollup) as rollup, (select sum(spent_micros) from ad) as ads,
             (select sum(spent_micros) from campaign) as campaigns, (select sum(spent_micros) from ad_day) as days`)
    expect(new Set(Object.values(spent ?? {}).map(String)).size).toBe(1)
    const [users] = await rows(sql<{ days: bigint; fresh: bigint }>`
      select count(distinct utc_day) as days, (select count(*) from device_first_seen) as fresh from device_day`)
    expect(Number(users?.days)).toBeGreaterThanOrEqual(200)
    expect(Number(users?.fresh)).toBeGreaterThan(500)
    const proof = await db.transaction(proveBooks)
    expect(isGood(proof), inspect(proof)).toBe(true)
  })

  test('every customer’s report, books and balance agree to the micro-won', async () => {
    const range = { zone: seoul, start: addDays('2026-11-15' as Day, -230), end: '2026-11-15' as Day }
    const customers = await rows(sql<
      Pick<CustomerRow, 'customer_id' | 'type' | 'email'> & { cash: Micros; earned: Micros; outside: Micros }
    >`
      select c.customer_id, c.type, c.email,
             coalesce(sum(a.balance_micros) filter (where a.kind = 'CASH'), 0)::bigint as cash,
             coalesce(sum(a.balance_micros) filter (where a.kind in ('REVENUE', 'RESERVED')), 0)::bigint as earned,
             (select coalesce(sum(e.amount_micros), 0)::bigint
                from ledger_entry e join ledger_account own using (account_id) join ledger_transfer t using (transfer_id)
               where own.customer_id = c.customer_id and t.kind in ('CREDIT', 'PAYOUT_PAID')) as outside
        from customer c left join ledger_balance a using (customer_id)
       group by c.customer_id order by c.customer_id`)
    const sum = (amounts: readonly Micros[]) => amounts.reduce<bigint>((total, amount) => total + amount, 0n)
    let spent = 0n
    let earned = 0n
    for (const customer of customers) {
      const owner = customer.customer_id
      const reported = await db.read(async (session) =>
        sum(
          customer.type === 'ADVERTISER'
            ? (await readAdDays(session, { owner }, range)).map((day) => day.costMicros)
            : (await readPublisherDays(session, { owner }, range)).map((day) => day.revenueMicros),
        ),
      )
      // Cash is the credits less the reported cost; earnings are the reported revenue less the payouts.
      const expected = customer.type === 'ADVERTISER' ? -reported : reported
      const balance = customer.type === 'ADVERTISER' ? customer.cash : customer.earned
      expect([customer.email, balance]).toEqual([customer.email, customer.outside + expected])
      if (customer.type === 'ADVERTISER') spent += reported
      else earned += reported
    }
    const [rest] = await rows(sql<{ network: Micros; volts: Micros }>`
      select sum(balance_micros) filter (where kind = 'NETWORK') as network,
             sum(balance_micros) filter (where kind = 'VOLTS') as volts from ledger_balance`)
    const shares = [earned, BigInt(String(rest?.network)), BigInt(String(rest?.volts))]
    expect(shares.reduce((total, share) => total + share, 0n)).toBe(spent)
    expect(spent).toBeGreaterThan(won(1_000_000))
  })

  test('every charge is split as the terms say, and its transfer’s entries add up to 0', async () => {
    const charges = await rows(sql<Record<'price' | 'publisher' | 'device' | 'network', Micros>>`
      select price_micros as price, publisher_micros as publisher, user_micros as device,
             price_micros - publisher_micros - user_micros as network
        from charge`)
    expect(charges.length).toBeGreaterThan(1_000)
    const wrong = charges.filter((row) => {
      const shares = split(BigInt(String(row.price)) as Micros, 200_000 as Millionths)
      const isRight =
        row.publisher === shares.publisher && row.device === shares.user && row.network === shares.network
      return !isRight
    })
    expect(wrong).toEqual([])
  })

  test('the playground has its own app, money and ads, and each product has some ads that do not bid', async () => {
    const found = await findPlayground(db)
    expect(found?.customers).toHaveLength(9)
    const [own] = await rows(sql`
      select count(*) filter (where status = 'INPROGRESS') as running,
             count(*) filter (where status = 'WAITING') as stopped, count(distinct customer_id) as advertisers
        from ad where customer_id = any(${found?.customers ?? []}::int[])`)
    expect(own).toMatchObject({ running: 18n, stopped: 1n, advertisers: 8n })
    const [limited] = await rows(sql`
      select a.day_limit_micros = d.spent_micros as is_reached
        from ad a join ad_day d using (ad_id) where a.name = 'Quick ramen'`)
    expect(limited).toEqual({ is_reached: true })
    const [shown] = await rows(sql`
      select count(*) as count from medium m join app p using (app_id) join event e using (medium_id)
        join ad a on a.ad_id = e.ad_id
       where (p.customer_id = any(${found?.customers ?? []}::int[])) <> (a.customer_id = any(${found?.customers ?? []}::int[]))`)
    expect(shown).toEqual({ count: 0n })
  })

  test('materials are real files, and a second start adds nothing', async () => {
    const [missing] = await rows(sql<{ count: bigint }>`
      select count(*) as count from ad, unnest(materials) as name
       where not exists (select from file f where f.name = name and f.state = 'STORED' and f.bytes > 0)`)
    expect(Number(missing?.count)).toBe(0)
    expect(await seed(db)).toBe(false)
  })
})

test(
  'the same day has the same history at any hour, and an interrupted seed starts over',
  async () => {
    const figures = async (db: Database) =>
      db.read((session) =>
        session.rows(sql`
        select ad_id, status, spent_micros, impressions, clicks, billed_events from ad order by ad_id`),
      )
    const first = await openEmpty()
    await seed(first, 14)
    const second = await openEmpty()
    await second.transaction((session) =>
      session.run(sql`insert into setting values ('demo', '"making"', '2026-11-15')`),
    )
    await second.transaction((session) =>
      session.run(sql`insert into throttle values ('left behind', 1, '2026-11-15', '2026-11-15')`),
    )
    expect(await seed(second, 14, '2026-11-15T14:59:00Z')).toBe(true)
    expect(await figures(second)).toEqual(await figures(first))
    expect(await second.read((session) => session.rows(sql`select 1 from throttle`))).toEqual([])
    const [sum] = await first.read((session) =>
      session.rows(sql<{ sum: bigint }>`select sum(impressions) as sum from ad`),
    )
    expect(Number(sum?.sum)).toBeGreaterThan(100)
  },
  seedMsMax,
)
