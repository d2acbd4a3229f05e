import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPrefix, listAds } from '@voltline/contract'
import { type CustomerId, instant, won, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../server/src/console/features/account/store.ts'
import { type OpenedSession, openSession } from '../server/src/console/http/open-session.ts'
import { Database } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { start } from '../server/src/program.ts'

const few = 100
const many = 100_000
const warmUps = 20
const rounds = 100

interface Advertiser extends OpenedSession {
  id: CustomerId
}

/** An advertiser with one campaign that holds all of its ads: the longest list there is. */
function makeAdvertiser(db: Database, ads: number): Promise<Advertiser> {
  const now = instant(Date.now())
  return db.transaction(async (tx) => {
    const id = await insertCustomer(
      tx,
      {
        type: 'ADVERTISER',
        email: `bench-${ads}@company.test`,
        passwordHash: 'none',
        firstName: 'Bench',
        lastName: 'Mark',
        company: 'Bench',
        zone: 'Asia/Seoul' as Zone,
        postbackSecret: Buffer.alloc(1),
      },
      now,
    )
    await tx.run(sql`
      with mother as (
        insert into campaign (customer_id, name, camp_type, budget_micros, url_aos, countries, registered_at, updated_at)
        values (${id}, 'Bench', 'BOTH', ${won(2_000_000_000)}, 'https://example.com', '{KR}', ${new Date(now)},
                ${new Date(now)})
        returning campaign_id)
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_aos, materials, countries,
                      week, day_limit_micros, budget_limit_micros, min_cost, max_cost, status, registered_at, updated_at)
      select campaign_id, ${id}, (array['BANNER', 'INTERSTITIAL'])[1 + n % 2],
             (array['CPM', 'CPC'])[1 + n % 2], 'Promotion number ' || n, (array['AOS', 'IOS', 'BOTH'])[1 + n % 3],
             'https://example.com/app', array[md5(n::text) || '.png'], '{KR,JP,US}', array_fill(16777215, array[7]),
             100000000000, 100000000000, 1000, 2000,
             (array['FIRST', 'WAITING', 'INPROGRESS', 'COMPLETE'])[1 + n % 4], ${new Date(now)}, ${new Date(now)}
        from mother, generate_series(1, ${ads}) as n`)
    const opened = await openSession(tx, { customerId: id }, now)
    return { id, ...opened }
  })
}

async function medianMs(work: () => Promise<void>): Promise<number> {
  for (let round = 0; round < warmUps; round++) await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

interface Question {
  name: string
  query: (ads: number) => Record<string, string>
  /** Counts and the pages at both ends come from indexes. The rest is gone through: shown, and no promise. */
  isPromised: boolean
}
const ratioMax = 10

/** What a person does with the list. The last page is asked for by its number, which differs. */
const questions: readonly Question[] = [
  { name: 'first page', query: () => ({}), isPromised: true },
  { name: 'last page', query: (ads) => ({ pageNo: String(ads / 10) }), isPromised: true },
  { name: 'in progress', query: () => ({ status: 'INPROGRESS' }), isPromised: true },
  {
    name: 'all filters',
    query: () => ({ status: 'STOPPED', campType: 'AOS', product: 'BANNER', billingType: 'CPM' }),
    isPromised: true,
  },
  { name: 'middle page', query: (ads) => ({ pageNo: String(ads / 20) }), isPromised: false },
  { name: 'name, many found', query: () => ({ name: 'number 1' }), isPromised: false },
  { name: 'name, none found', query: () => ({ name: 'nowhere' }), isPromised: false },
]

async function measure(url: string, advertisers: { few: Advertiser; many: Advertiser }): Promise<boolean> {
  const ask = async (advertiser: Advertiser, query: Record<string, string>) => {
    const response = await fetch(`${url}${apiPrefix}${listAds.path}?${new URLSearchParams(query)}`, {
      headers: {
        authorization: `Bearer ${advertiser.accessToken}`,
        custid: String(advertiser.id),
        sessionkey: advertiser.sessionKey,
      },
    })
    const { error } = (await response.json()) as { error: string }
    if (error !== 'SUCCESS') throw new Error(`The list answered ${error}.`)
  }
  let good = true
  console.log(`ad list, median of ${rounds} requests: ${few} ads, ${many} ads, ratio (at most ${ratioMax})`)
  for (const { name, query, isPromised } of questions) {
    const small = await medianMs(() => ask(advertisers.few, query(few)))
    const large = await medianMs(() => ask(advertisers.many, query(many)))
    const ratio = large / small
    good &&= !isPromised || ratio <= ratioMax
    console.log(
      `${name.padEnd(18)} ${small.toFixed(2).padStart(8)} ms ${large.toFixed(2).padStart(8)} ms ${ratio.toFixed(1).padStart(6)}${isPromised ? '' : '  (no limit)'}`,
    )
  }
  return good
}

/** The ad list of an advertiser with 100,000 ads takes at most 10 times as long as that of one with 100. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-bench-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    ROLES: 'web',
    DEMO: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
  })
  const program = await start(settings, () => {})
  const db = new Database({
    url: postgres.url,
    connectionsMax: 2,
    statementMsMax: 300_000,
    onLost: (fault) => console.error(fault),
  })
  try {
    const advertisers = { few: await makeAdvertiser(db, few), many: await makeAdvertiser(db, many) }
    // As the database does by itself some time after so many rows came in.
    await db.asOwner((session) => session.run({ text: 'vacuum analyze', values: [] }))
    const good = await measure(`http://127.0.0.1:${new URL(program.url).port}`, advertisers)
    if (!good) throw new Error('A list takes too many times the time.')
  } finally {
    await db.close()
    await program.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
