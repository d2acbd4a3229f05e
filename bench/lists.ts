import { apiPrefix, listAds } from '@voltline/contract'
import { type CustomerId, instant, won, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../server/src/domain/account/customer-store.ts'
import { type OpenedSession, openSession } from '../server/src/domain/account/session/store.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { median } from './lib/statistics.ts'
import { measureWeb } from './web/program.ts'

const few = 100
const many = 100_000
const warmUps = 20
const rounds = 100

interface Advertiser extends OpenedSession {
  id: CustomerId
}

/** An advertiser with all ads in one campaign: the longest possible list. */
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
      with bench_campaign as (
        insert into campaign (customer_id, name, camp_type, budget_micros, url_aos, countries, registered_at, updated_at)
        values (${id}, 'Bench', 'BOTH', ${won(2_000_000_000)}, 'https://example.com', '{KR}', ${new Date(now)},
                ${new Date(now)})
        returning campaign_id)
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_aos, materials, countries,
                      week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
      select campaign_id, ${id}, (array['BANNER', 'INTERSTITIAL'])[1 + n % 2],
             (array['CPM', 'CPC'])[1 + n % 2], 'Promotion number ' || n, (array['AOS', 'IOS', 'BOTH'])[1 + n % 3],
             'https://example.com/app', array[md5(n::text) || '.png'], '{KR,JP,US}', array_fill(16777215, array[7]),
             100000000000, 100000000000, 1000, 2000,
             (array['FIRST', 'WAITING', 'INPROGRESS', 'COMPLETE'])[1 + n % 4], ${new Date(now)}, ${new Date(now)}
        from bench_campaign, generate_series(1, ${ads}) as n`)
    const opened = await openSession(tx, { customerId: id }, now)
    return { id, ...opened }
  })
}

async function timeMs(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

type Work = () => Promise<void>

/** Measures both alternately, so that other load on the machine affects both. */
async function compare(small: Work, large: Work): Promise<{ small: number; large: number }> {
  for (let round = 0; round < warmUps; round++) {
    await small()
    await large()
  }
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.small.push(await timeMs(small))
    times.large.push(await timeMs(large))
  }
  return { small: median(times.small), large: median(times.large) }
}

interface ListRequest {
  name: string
  query: (ads: number) => Record<string, string>
}
const ratioMax = 10

/** What users do with the list. The page numbers depend on the number of ads. */
const listRequests: readonly ListRequest[] = [
  { name: 'first page', query: () => ({}) },
  { name: 'last page', query: (ads) => ({ pageNo: String(ads / 10) }) },
  { name: 'in progress', query: () => ({ status: 'INPROGRESS' }) },
  {
    name: 'all filters',
    query: () => ({ status: 'STOPPED', campType: 'AOS', product: 'BANNER', billingType: 'CPM' }),
  },
  { name: 'middle page', query: (ads) => ({ pageNo: String(ads / 20) }) },
  { name: 'name, none found', query: () => ({ name: 'nowhere' }) },
  { name: 'name, some found', query: () => ({ name: 'number 1' }) },
  { name: 'name, all found', query: () => ({ name: 'promotion' }) },
  { name: 'name and status', query: () => ({ name: 'number 77', status: 'INPROGRESS' }) },
]

async function measure(url: string, advertisers: { few: Advertiser; many: Advertiser }): Promise<boolean> {
  const request = async (advertiser: Advertiser, query: Record<string, string>) => {
    const response = await fetch(`${url}${apiPrefix}${listAds.path}?${new URLSearchParams(query)}`, {
      headers: {
        authorization: `Bearer ${advertiser.accessToken}`,
        custid: String(advertiser.id),
        sessionkey: advertiser.sessionKey,
      },
    })
    const { error } = (await response.json()) as { error: string }
    if (error !== 'SUCCESS') throw new Error(`The list returned ${error}.`)
  }
  let isMet = true
  console.log(`ad list, median of ${rounds} requests: ${few} ads, ${many} ads, ratio (at most ${ratioMax})`)
  const print = (name: string, { small, large }: { small: number; large: number }, note = '') => {
    const times = [small, large].map((ms) => `${ms.toFixed(2).padStart(8)} ms`).join(' ')
    console.log(`${name.padEnd(18)} ${times} ${(large / small).toFixed(1).padStart(6)}${note}`)
  }
  const search = { name: 'number' }
  for (let round = 0; round < warmUps; round++) await request(advertisers.few, {})
  const first = {
    small: await timeMs(() => request(advertisers.few, search)),
    large: await timeMs(() => request(advertisers.many, search)),
  }
  for (const { name, query } of listRequests) {
    const times = await compare(
      () => request(advertisers.few, query(few)),
      () => request(advertisers.many, query(many)),
    )
    isMet &&= times.large / times.small <= ratioMax
    print(name, times)
  }
  print('name, first time', first, '  (no limit: the names are loaded once)')
  return isMet
}

/** The ad list of an advertiser with 100,000 ads takes at most 10 times as long as with 100 ads. */
export async function bench(): Promise<void> {
  const isMet = await measureWeb({
    fill: async (db) => ({ few: await makeAdvertiser(db, few), many: await makeAdvertiser(db, many) }),
    measure,
  })
  if (!isMet)
    throw new Error(`A list of ${many} ads takes more than ${ratioMax} times as long as one of ${few}.`)
}
