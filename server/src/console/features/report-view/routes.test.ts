import { adReport, adReportView, campaignReport, publisherReportView } from '@voltline/contract'
import { type AdId, instant, micros, minute, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { giveAd, giveCampaign, giveTraffic } from '../../../../testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../../../testing/test-server.ts'
import { Random } from '../../../demo/random.ts'
import { RollupAdditions, writeAdRollups } from '../../../domain/reports/rollup/write-rollups.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-15T03:00:00Z' })

const dates = { startDate: '2026-11-01', endDate: '2026-11-15' }

/** Two campaigns of two ads with events of random amounts, times and countries, also outside the range. */
async function generate(client: CustomerClient, seed: number): Promise<void> {
  const random = new Random(seed)
  const ads: AdId[] = []
  for (const name of ['First', 'Second']) {
    const campID = await giveCampaign(client, { name })
    for (const ad of ['one', 'two']) ads.push((await giveAd(server, client, { campID, name: ad })) as AdId)
  }
  const additions = new RollupAdditions<AdId>()
  const first = Date.parse('2026-10-10T00:00:00Z')
  for (let count = 0; count < 500; count++) {
    const receivedAt = instant(first + random.whole(0, 36 * 24 * 60) * minute)
    const when = { receivedAt, country: random.pick(['KR', 'US', 'JP', '']) }
    const ad = random.pick(ads)
    additions.count(
      ad,
      when,
      random.pick(['impressions', 'clicks', 'watches', 'installs', 'actions'] as const),
    )
    additions.pay(ad, when, micros(BigInt(random.whole(1, 3_000_000))))
  }
  await server.db.transaction((tx) => writeAdRollups(tx, additions))
}

const breakdowns = [
  ...['', 'day', 'hour', 'campaign', 'ad', 'country', 'platform', 'format', 'billing'],
  ...['day,hour', 'day,country', 'country,campaign', 'hour,country', 'ad,day', 'country,platform'],
]

test.each(['Asia/Seoul', 'America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'every breakdown adds up to the same total to the micro-won, in %s',
  async (zone) => {
    const client = await server.customer('ADVERTISER', { zone })
    await generate(client, 7)
    const { campaigns } = await client.ok(campaignReport, dates)
    const spend = campaigns.reduce((sum, row) => sum + row.Execute, 0n)
    const impressions = campaigns.reduce((sum, row) => sum + row.Impression, 0)
    expect(spend).toBeGreaterThan(0n)
    for (const by of breakdowns) {
      const { rows, total, others } = await client.ok(adReportView, { ...dates, by, compare: 'previous' })
      expect(others).toBeNull()
      expect([by, total.Spend, total.Impressions]).toEqual([by, spend, impressions])
      for (const figure of ['Impressions', 'Clicks', 'Watches', 'Installs', 'Actions', 'Unpaid'] as const) {
        const sum = rows.reduce((all, row) => all + row[figure], 0)
        const before = rows.reduce((all, row) => all + (row.Before?.[figure] ?? 0), 0)
        expect([by, figure, sum, before]).toEqual([by, figure, total[figure], total.Before?.[figure]])
      }
      expect([by, rows.reduce((all, row) => all + row.Spend, 0n)]).toEqual([by, spend])
      expect(rows.every((row) => row.Keys.length === (by === '' ? 0 : by.split(',').length))).toBe(true)
    }
  },
)

test('a campaign’s rows by ad are those of the specified report', async () => {
  const client = await server.customer('ADVERTISER')
  await generate(client, 8)
  const campID = String((await client.ok(campaignReport, dates)).campaigns[0]?.CampID)
  const { ads } = await client.ok(adReport, { campID, ...dates })
  const { rows } = await client.ok(adReportView, { campID, by: 'ad', ...dates })
  expect(rows.map((row) => [row.Keys[0], row.Names[0], row.Impressions, row.Spend]).sort()).toEqual(
    ads.map((ad) => [String(ad.ProID), ad.PromotionName, ad.Impression, ad.Cost]).sort(),
  )
})

test('hour alone is the hour of the day, and with day each hour of each day', async () => {
  const client = await server.customer('ADVERTISER')
  const campID = await giveCampaign(client, { name: 'Busy' })
  const ad = await giveAd(server, client, { campID, name: 'First' })
  await giveTraffic(server, ad, { at: '2026-11-10T03:20:00Z', impressions: 2, cost: won(2) })
  await giveTraffic(server, ad, { at: '2026-11-11T03:50:00Z', impressions: 3, cost: won(3) })
  const hours = await client.ok(adReportView, { ...dates, by: 'hour' })
  expect(hours.rows).toHaveLength(24)
  expect(hours.rows.find((row) => row.Impressions > 0)).toMatchObject({ Keys: ['12'], Impressions: 5 })
  const both = await client.ok(adReportView, { ...dates, by: 'day,hour' })
  expect(both.rows).toHaveLength(15 * 24)
  expect(both.rows.filter((row) => row.Impressions > 0).map((row) => row.Keys)).toEqual([
    ['2026-11-10', '12'],
    ['2026-11-11', '12'],
  ])
})

test('a comparison puts each day beside the same day of the period before, or a year ago', async () => {
  const client = await server.customer('ADVERTISER')
  const campID = await giveCampaign(client, { name: 'Busy' })
  const ad = await giveAd(server, client, { campID, name: 'First' })
  await giveTraffic(server, ad, { at: '2026-11-14T03:00:00Z', impressions: 9, cost: won(9) })
  await giveTraffic(server, ad, { at: '2026-11-07T03:00:00Z', impressions: 4, cost: won(4) })
  await giveTraffic(server, ad, { at: '2025-11-14T03:00:00Z', impressions: 2, cost: won(2) })
  const week = { startDate: '2026-11-09', endDate: '2026-11-15', by: 'day' }
  const previous = await client.ok(adReportView, { ...week, compare: 'previous' })
  expect(previous.before).toEqual({ start: '2026-11-02', end: '2026-11-08' })
  expect(previous.rows.find((row) => row.Keys[0] === '2026-11-14')).toMatchObject({
    Impressions: 9,
    Before: { Impressions: 4, Spend: won(4) },
  })
  const year = await client.ok(adReportView, { ...week, compare: 'year' })
  expect(year.before).toEqual({ start: '2025-11-09', end: '2025-11-15' })
  expect(year.rows.find((row) => row.Keys[0] === '2026-11-14')?.Before?.Impressions).toBe(2)
})

test('unknown dimensions are ignored, and a range that is too long is refused', async () => {
  const client = await server.customer('ADVERTISER')
  const { rows } = await client.ok(adReportView, { ...dates, by: 'shoe-size,day' })
  expect(rows).toHaveLength(15)
  const tooLong = { startDate: '2020-01-01', endDate: '2026-11-15' }
  expect((await client.call(adReportView, tooLong)).error).toBe('UNKNOWN')
  const publisher = await server.customer('PUBLISHER')
  expect((await publisher.call(publisherReportView, tooLong)).error).toBe('UNKNOWN')
})

test('a publisher sees requests and users in days of their zone, and nothing where they are not known', async () => {
  const publisher = await server.customer('PUBLISHER')
  await server.db.transaction(async (tx) => {
    await tx.run(sql`
      with new_app as (
        insert into app (customer_id, name, platform, store_url, adult, registered_at, updated_at)
        values (${publisher.id}, 'Weather', 'AOS', 'https://example.com/w', false, ${new Date(server.now)}, ${new Date(server.now)})
        returning app_id),
      unit as (
        insert into medium (app_id, name, product, registered_at, updated_at)
        select app_id, 'Top', 'BANNER', ${new Date(server.now)}, ${new Date(server.now)} from new_app returning medium_id),
      users as (
        insert into device_day (app_id, utc_day, device_id, quarters)
        select app_id, '2026-11-10', 'phone', repeat('1', 96)::bit(96) from new_app)
      insert into request_rollup (medium_id, utc_day, answer, count, quarters)
      select medium_id, '2026-11-10', answer, 96 * n, array_fill(n, array[96])
        from unit, (values ('SUCCESS', 2), ('AD_NOTFOUND', 1), ('ADSERVER_TEST', 5)) as d(answer, n)`)
  })
  const days = await publisher.ok(publisherReportView, { ...dates, by: 'day' })
  const busy = days.rows.filter((row) => row.Requests)
  // 2026-11-10 UTC is 9:00 on the 10th to 9:00 on the 11th in Seoul.
  expect(busy).toMatchObject([
    { Keys: ['2026-11-10'], Requests: 60 * 3, Filled: 60 * 2, ActiveDays: 1 },
    { Keys: ['2026-11-11'], Requests: 36 * 3, Filled: 36 * 2, ActiveDays: 1 },
  ])
  expect(days.total).toMatchObject({ Requests: 288, Filled: 192, ActiveDays: 2 })
  const apps = await publisher.ok(publisherReportView, { ...dates, by: 'app' })
  expect(apps.rows).toMatchObject([{ Names: ['Weather'], Requests: 288, ActiveDays: 2 }])
  const units = await publisher.ok(publisherReportView, { ...dates, by: 'unit' })
  expect(units.rows).toMatchObject([{ Names: ['Top'], Requests: 288, ActiveDays: null }])
  const countries = await publisher.ok(publisherReportView, { ...dates, by: 'country' })
  expect(countries.total).toMatchObject({ Requests: null, ActiveDays: null })
})
