import { adDailyReport, adReport, campaignReport } from '@voltline/contract'
import { addDays, type Day, micros, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { giveAd, giveCampaign, giveTraffic } from '../../../../testing/advertiser.ts'
import { useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-15T03:00:00Z' })
const advertiser = (zone = 'Asia/Seoul') => server.customer('ADVERTISER', { zone })

describe('campaign and ad reports', () => {
  test('API-59 API-60 AD-REPORT-02 AD-REPORT-06 AD-REPORT-08 Q-42 campaign, ads and days add up to the micro', async () => {
    const client = await advertiser()
    const quiet = await giveCampaign(client, { name: 'Quiet' })
    const campID = await giveCampaign(client, { name: 'Busy' })
    const first = await giveAd(server, client, { campID, name: 'First' })
    const second = await giveAd(server, client, { campID, name: 'Second' })
    await giveTraffic(server, first, {
      ...{ at: '2026-11-10T03:00:00Z', impressions: 8, clicks: 2, cost: micros(1_000_001n) },
    })
    await giveTraffic(server, first, { at: '2026-11-12T03:00:00Z', impressions: 2, cost: micros(2n) })
    await giveTraffic(server, second, { at: '2026-11-15T02:00:00Z', impressions: 1, cost: won(5) })
    const range = { startDate: '2026-11-09', endDate: '2026-11-15' }

    const rest = { Watch: 0, Install: 0, Action: 0, Invalid: 0, Corrected: won(0) }
    expect(await client.ok(campaignReport, range)).toEqual({
      campaigns: [
        { CampID: campID, Name: 'Busy', Impression: 11, Click: 2, CTR: 2 / 11, Execute: 6_000_003n, ...rest },
        { CampID: quiet, Name: 'Quiet', Impression: 0, Click: 0, CTR: 0, Execute: 0n, ...rest },
      ],
    })
    expect(await client.ok(adReport, { campID: String(campID), ...range })).toEqual({
      campID,
      ads: [
        { ProID: second, PromotionName: 'Second', Impression: 1, Click: 0, CTR: 0, Cost: won(5), ...rest },
        {
          ProID: first,
          PromotionName: 'First',
          Impression: 10,
          Click: 2,
          CTR: 0.2,
          Cost: 1_000_003n,
          ...rest,
        },
      ],
    })
    const { daily } = await client.ok(adDailyReport, {
      ...{ campID: String(campID), proID: String(first), ...range },
    })
    expect(daily.map((row) => row.RegistTime)).toEqual(
      Array.from({ length: 7 }, (_, index) => addDays('2026-11-09' as Day, index)),
    )
    expect(daily[1]).toEqual({
      ...{ RegistTime: '2026-11-10', Impression: 8, Click: 2, CTR: 0.25, Cost: 1_000_001n, ...rest },
    })
    expect(daily.reduce((sum, row) => sum + row.Impression, 0)).toBe(10)
    expect(daily.reduce((sum, row) => sum + row.Cost, 0n)).toBe(1_000_003n)
    const text = await (
      await client.raw('/api/v1/ad/report/campaign?startDate=2026-11-09&endDate=2026-11-15')
    ).text()
    expect(text).toContain('"Execute":6.000003')
  })

  test('invalid events are a figure of their own, on the account’s day and of the owner’s ads only', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const proID = await giveAd(server, client, { campID })
    const rival = await giveAd(server, await advertiser())
    // 14:45 to 15:00 UTC is the last quarter-hour of a day in Seoul.
    await server.db.transaction((tx) =>
      tx.run(sql`
        insert into ad_invalid_rollup (ad_id, utc_day, quarter, count)
        values (${proID}, '2026-11-10', 60, 1), (${proID}, '2026-11-10', 61, 2), (${rival}, '2026-11-10', 61, 5)`),
    )
    const range = { startDate: '2026-11-09', endDate: '2026-11-15' }
    const { campaigns } = await client.ok(campaignReport, range)
    expect(campaigns).toMatchObject([{ Invalid: 3, Impression: 0, Execute: 0n }])
    const { ads } = await client.ok(adReport, { campID: String(campID), ...range })
    expect(ads).toMatchObject([{ Invalid: 3 }])
    const ids = { campID: String(campID), proID: String(proID) }
    const { daily } = await client.ok(adDailyReport, { ...ids, ...range })
    expect(daily.map((row) => row.Invalid)).toEqual([0, 1, 2, 0, 0, 0, 0])
  })

  test('AD-REPORT-04 Q-45 without a campID the ad report is of the newest campaign, and 0 without any', async () => {
    const client = await advertiser()
    expect(await client.ok(adReport, {})).toEqual({ campID: 0, ads: [] })
    await giveAd(server, client)
    const campID = await giveCampaign(client)
    expect(await client.ok(adReport, {})).toEqual({ campID, ads: [] })
  })

  test('API-61 Q-41 CONST-12 a day is the account’s day, and without dates there are the last 7', async () => {
    const seoul = await advertiser('Asia/Seoul')
    const kathmandu = await advertiser('Asia/Kathmandu')
    for (const [client, last] of [
      [seoul, '2026-11-14T14:59:59Z'],
      [kathmandu, '2026-11-14T18:14:59Z'],
    ] as const) {
      const proID = await giveAd(server, client)
      await giveTraffic(server, proID, { at: last, impressions: 1 })
      await giveTraffic(server, proID, {
        at: new Date(Date.parse(last) + 1_000).toISOString(),
        impressions: 3,
      })
      const { daily } = await client.ok(adDailyReport, { proID: String(proID) })
      expect(daily).toHaveLength(7)
      expect(daily.slice(-2).map((row) => [row.RegistTime, row.Impression])).toEqual([
        ['2026-11-14', 1],
        ['2026-11-15', 3],
      ])
    }
  })

  test('AD-REPORT-11 VALID-29 Q-07 CONST-11 end minus start is 0 to 180, else refused with the limit', async () => {
    const client = await advertiser()
    const proID = String(await giveAd(server, client))
    const tries: [string, string, string][] = [
      ['2026-11-15', '2026-11-15', 'SUCCESS'],
      ['2026-05-19', '2026-11-15', 'SUCCESS'],
      ['2026-05-18', '2026-11-15', 'UNKNOWN'],
      ['2026-11-15', '2026-11-14', 'UNKNOWN'],
      ['2016-11-15', '2026-11-15', 'UNKNOWN'],
    ]
    for (const [startDate, endDate, error] of tries) {
      const range = { startDate, endDate }
      for (const reply of [
        await client.call(campaignReport, range),
        await client.call(adReport, range),
        await client.call(adDailyReport, { proID, ...range }),
      ]) {
        expect(reply).toMatchObject({ status: 200, error })
        if (error === 'UNKNOWN') expect(reply.detail).toBe('Search range is 1 to 180 days')
      }
    }
    for (const startDate of ['2026-13-01', '2026-02-30', '15.11.2026', "'"]) {
      expect((await client.call(campaignReport, { startDate })).status).toBe(400)
    }
  })

  test('AD-REPORT-12 Q-96 another advertiser’s campaign and ad are empty, with the given id', async () => {
    const owner = await advertiser()
    const stranger = await advertiser()
    const campID = await giveCampaign(owner)
    const proID = await giveAd(server, owner, { campID })
    await giveTraffic(server, proID, { at: server.now, impressions: 9 })
    for (const id of [campID, 2_147_483_647]) {
      expect(await stranger.ok(adReport, { campID: String(id) })).toEqual({ campID: id, ads: [] })
    }
    for (const id of [proID, 2_147_483_647]) {
      expect(await stranger.ok(adDailyReport, { proID: String(id) })).toEqual({ daily: [] })
    }
    expect(await stranger.ok(campaignReport, {})).toEqual({ campaigns: [] })
    const other = await giveCampaign(owner)
    expect(await owner.ok(adDailyReport, { campID: String(other), proID: String(proID) })).toEqual({
      daily: [],
    })
  })
})
