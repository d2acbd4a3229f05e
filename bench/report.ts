import { adReport, adReportView, apiPrefix } from '@voltline/contract'
import { addDays, type CampaignId, type CustomerId, type Day, instant, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../server/src/domain/account/customer-store.ts'
import { type OpenedSession, openSession } from '../server/src/domain/account/session/store.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { median } from './lib/statistics.ts'
import { measureWeb } from './web/program.ts'

const ads = 10
const countries = ['KR', 'US', 'JP', 'DE', 'FR', 'GB', 'BR', 'IN', 'VN', 'TH']
const days = 180
const warmUps = 10
const rounds = 30
const ratioMax = 3
const last = '2026-11-03' as Day

interface Advertiser extends OpenedSession {
  id: CustomerId
  campaignId: CampaignId
}

/** One campaign of ten ads with impressions from ten countries in every quarter-hour of every day. */
function makeAdvertiser(db: Database): Promise<Advertiser> {
  const now = instant(Date.parse(`${last}T12:00:00+09:00`))
  return db.transaction(async (tx) => {
    const person = { firstName: 'Bench', lastName: 'Mark', company: 'Bench', zone: 'Asia/Seoul' as Zone }
    const id = await insertCustomer(
      tx,
      {
        ...{ type: 'ADVERTISER', email: 'bench@company.test', passwordHash: 'none' },
        ...{ ...person, postbackSecret: Buffer.alloc(1) },
      },
      now,
    )
    const campaignId = await tx.one(
      (row) => row.campaign_id,
      sql<{ campaign_id: CampaignId }>`
      insert into campaign (customer_id, name, camp_type, countries, budget_micros, registered_at, updated_at)
      values (${id}, 'Bench', 'AOS', '{Global}', 1000000000000, ${new Date(now)}, ${new Date(now)})
      returning campaign_id`,
    )
    await tx.run(sql`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                      day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at,
                      updated_at)
      select ${campaignId}, ${id}, 'BANNER', 'CPM', 'Ad ' || n, 'AOS', '{}', '{Global}', '{1,1,1,1,1,1,1}',
             1000000000, 1000000000, 1000, 1000, 'WAITING', ${new Date(now)}, ${new Date(now)}
        from generate_series(1, ${ads}) as n`)
    const each = sql`ad, generate_series(${addDays(last, -days)}::date, ${last}::date, interval '1 day') as day`
    await tx.run(sql`
      with sums as (select array_agg((n * ${countries.length})::int order by n) as counts,
                           array_agg(n * ${countries.length} * 1700::bigint order by n) as money,
                           array_fill(0, array[96]) as none
                      from generate_series(1, 96) as n)
      insert into ad_rollup (ad_id, utc_day, impressions, clicks, watches, installs, actions, unpaid, cost_micros)
      select ad_id, day::date, counts, none, none, none, none, none, money from sums, ${each}`)
    await tx.run(sql`
      insert into ad_country_day (ad_id, utc_day, country, impressions, cost_micros)
      select ad_id, day::date, country, 96, 96 * 1700 from ${each}, unnest(${countries}::text[]) as country`)
    await tx.run(sql`
      insert into ad_country_quarter (ad_id, utc_day, quarter, country, impressions, cost_micros)
      select ad_id, day::date, quarter, country, 1, 1700
        from ${each}, generate_series(1, 96) as quarter, unnest(${countries}::text[]) as country`)
    return { id, campaignId, ...(await openSession(tx, { customerId: id }, now)) }
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
  return median(times)
}

async function measure(url: string, advertiser: Advertiser): Promise<boolean> {
  const request = async (path: string, field: string, more: Record<string, string>): Promise<object[]> => {
    const range = { startDate: addDays(last, 1 - days), endDate: last }
    const query = new URLSearchParams({ campID: String(advertiser.campaignId), ...range, ...more })
    const response = await fetch(`${url}${apiPrefix}${path}?${query}`, {
      headers: {
        authorization: `Bearer ${advertiser.accessToken}`,
        custid: String(advertiser.id),
        sessionkey: advertiser.sessionKey,
      },
    })
    const body = (await response.json()) as Record<string, object[]> & { error: string }
    if (body.error !== 'SUCCESS') throw new Error(`The report returned ${body.error}.`)
    return body[field] ?? []
  }
  const expectRows = (rows: object[], count: number): void => {
    if (rows.length !== count) throw new Error(`The report has ${rows.length} rows instead of ${count}.`)
  }
  const plain = await medianMs(async () => expectRows(await request(adReport.path, 'ads', {}), ads))
  const byCountry = await medianMs(async () => {
    expectRows(await request(adReportView.path, 'rows', { by: 'country' }), countries.length)
  })
  const byDay = await medianMs(async () => {
    expectRows(await request(adReportView.path, 'rows', { by: 'day' }), days)
  })
  const ratio = byCountry / plain
  console.log(
    `${days} days of a campaign with ${ads} ads and ${countries.length} countries, median of ${rounds}`,
  )
  console.log(
    `plain ${plain.toFixed(2)} ms, by country ${byCountry.toFixed(2)} ms, by day ${byDay.toFixed(2)} ms`,
  )
  console.log(`by country : plain ${ratio.toFixed(2)} (at most ${ratioMax})`)
  return ratio <= ratioMax
}

/** The report of a campaign by country takes at most three times as long as the plain report. */
export async function bench(): Promise<void> {
  const settings = { VOLTLINE_NOW: `${last}T23:00:00+09:00` }
  const isMet = await measureWeb({ settings, fill: makeAdvertiser, measure })
  if (!isMet) throw new Error('The report by country takes too long.')
}
