import { type Micros, won } from '@voltline/kernel'
import pg from 'pg'
import { Database } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { hashToken } from '../../server/src/platform/secrets.ts'

export const apiKey = 'bench-api-key'
export const mediumId = 1
const advertisers = 200
const cash: Micros = won(1_000_000_000)

/**
 * A database with this many ads in progress, all of them candidates for the one unit that is requested: the worst case.
 * Each ad has spent something today; the ineligible share has used up its budget.
 */
export async function makeMarket(
  serverUrl: string,
  market: { name: string; ads: number; eligible: number },
): Promise<string> {
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query(`create database ${market.name}`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${market.name}`
  await migrate(url.href)
  const db = new Database({ url: url.href, connectionsMax: 1, statementMsMax: 120_000, onLost: () => {} })
  const now = new Date()
  const usedUpFrom = Math.round(market.ads * market.eligible)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                            postback_secret, registered_at, updated_at)
      select 'ADVERTISER', 'a' || n, 'a' || n, '', 'B', 'M', 'Bench', 'Asia/Seoul', '\\x00', ${now}, ${now}
        from generate_series(1, ${advertisers}) as n`)
    await tx.run(sql`
      insert into ledger_account (kind, customer_id, balance_micros)
      select 'CASH', customer_id, ${cash} from customer`)
    await tx.run(sql`
      insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
      select customer_id, 'Bench', 'BOTH', 2000000000000000, '{Global}', ${now}, ${now} from customer`)
    await tx.run(sql`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_aos, url_ios, materials,
                      countries, week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, spent_micros,
                      registered_at, updated_at)
      select 1 + n % ${advertisers}, 1 + n % ${advertisers}, 'BANNER', 'CPM', 'Promotion number ' || n, 'AOS',
             'https://example.com/app', 'https://example.com/app', array[md5(n::text) || '.png'],
             case n % 2 when 0 then '{KR}'::text[] else '{Global}'::text[] end, array_fill(16777215, array[7]),
             2000000000000000, 2000000000000000, 1000, 1000 + (n * 7919) % 90000, 'INPROGRESS',
             case when n < ${usedUpFrom} then 0 else 2000000000000000 end, ${now}, ${now}
        from generate_series(0, ${market.ads - 1}) as n`)
    await tx.run(sql`
      insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
      select ad_id, midnight, midnight + interval '1 day', 1000
        from ad, date_trunc('day', now(), 'Asia/Seoul') as midnight`)
    await tx.run(sql`
      insert into app (customer_id, name, platform, store_url, approval, api_key, api_key_hash, api_key_status,
                       registered_at, updated_at)
      values (1, 'Bench', 'AOS', 'https://example.com', true, '\\x00', ${hashToken(apiKey)}, 1, ${now}, ${now})`)
    await tx.run(sql`
      insert into medium (app_id, name, product, registered_at, updated_at)
      values (1, 'Bench', 'BANNER', ${now}, ${now})`)
  })
  await db.transaction((session) => session.run({ text: 'analyze', values: [] })).catch(() => {})
  await db.close()
  return url.href
}

/** Changes the bid of one in a hundred ads every second. Returns a function that stops it. */
export function changePrices(databaseUrl: string): () => Promise<void> {
  const db = new Database({ url: databaseUrl, connectionsMax: 1, statementMsMax: 30_000, onLost: () => {} })
  let second = 0
  let work: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    second++
    work = db.transaction((session) =>
      session.run(sql`
        update ad set max_cost_won = 1000 + (ad_id * 7919 + ${second} * 104729) % 90000 where ad_id % 100 = ${second % 100}`),
    )
  }, 1_000)
  return async () => {
    clearInterval(timer)
    await work
    await db.close()
  }
}
