import { getAd, listAds, startAd } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { giveAd, giveCampaign, giveFile } from '../../../../testing/advertiser.ts'
import { useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer()
const advertiser = () => server.customer('ADVERTISER', { cash: won(10_000_000) })

describe('list', () => {
  test('API-45 Q-45 without a campID it is the newest campaign, and 0 without any', async () => {
    const client = await advertiser()
    expect(await client.ok(listAds, {})).toEqual({ campID: 0, ads: [], rowCount: 0 })
    const older = await giveCampaign(client)
    const proID = await giveAd(server, client, { campID: older })
    const newest = await giveCampaign(client)
    expect(await client.ok(listAds, {})).toEqual({ campID: newest, ads: [], rowCount: 0 })
    expect(await client.ok(listAds, { campID: String(older) })).toEqual({
      campID: older,
      ads: [
        {
          ProID: proID,
          Status: 'FIRST',
          ProName: 'Ad',
          Platform: 'AOS',
          Product: 'BANNER',
          BillingType: 'CPM',
          AvgCost: 0,
          Winning: 0,
          Hold: null,
          Review: '',
          ReviewReason: '',
        },
      ],
      rowCount: 1,
    })
  })

  test('AD-AD-02 CONST-27 newest first, 10 per page, empty beyond the end', async () => {
    const client = await advertiser()
    const campID = String(await giveCampaign(client))
    const made = []
    for (let number = 0; number < 20; number++) {
      made.unshift(await giveAd(server, client, { campID: Number(campID) }))
    }
    const page = async (pageNo: string) => {
      const { ads, rowCount } = await client.ok(listAds, { campID, pageNo })
      return { ids: ads.map((ad) => ad.ProID), rowCount }
    }
    expect(await page('1')).toEqual({ ids: made.slice(0, 10), rowCount: 20 })
    expect(await page('2')).toEqual({ ids: made.slice(10), rowCount: 20 })
    expect(await page('3')).toEqual({ ids: [], rowCount: 20 })
  })

  test('AD-AD-03 AD-AD-04 AD-AD-05 AD-AD-06 AD-AD-07 Q-03 Q-109 every filter narrows the list', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client, { campType: 'BOTH' })
    const video = await giveFile(server, client, { folder: 'encoded', durationMs: 6_000 })
    await giveAd(server, client, { campID, name: 'First Ünder_way' })
    await giveAd(server, client, {
      ...{ campID, name: 'Second 50%', campType: 'IOS', product: 'VIDEO', billingType: 'nCPA' },
      filenames: [video.name],
    })
    const third = await giveAd(server, client, { campID, name: 'Third', campType: 'BOTH' })
    await client.ok(startAd, { proID: third })
    const found = async (filter: Record<string, string>) => {
      const { ads, rowCount } = await client.ok(listAds, { campID: String(campID), ...filter })
      expect(rowCount).toBe(ads.length)
      return ads.map((ad) => ad.ProName.split(' ')[0])
    }
    expect(await found({ name: 'üNDER_' })).toEqual(['First'])
    expect(await found({ name: '%' })).toEqual(['Second'])
    expect(await found({ campType: 'IOS' })).toEqual(['Third', 'Second'])
    expect(await found({ campType: 'AOS' })).toEqual(['Third', 'First'])
    expect(await found({ product: 'VIDEO' })).toEqual(['Second'])
    expect(await found({ billingType: 'nCPA' })).toEqual(['Second'])
    expect(await found({ billingType: 'eCPC' })).toEqual([])
    expect(await found({ status: 'STOPPED' })).toEqual(['Second', 'First'])
    expect(await found({ status: 'FIRST' })).toEqual(['Second', 'First'])
    expect(await found({ status: 'WAITING' })).toEqual([])
    expect(await found({ status: 'INPROGRESS' })).toEqual(['Third'])
    expect(await found({ status: 'INPROGRESS', campType: 'IOS' })).toEqual(['Third'])
    expect(await found({ status: '', product: '', name: '' })).toEqual(['Third', 'Second', 'First'])
    expect((await client.call(listAds, { status: 'NOPE' })).status).toBe(400)
  })

  test('AD-AD-23 Q-96 another advertiser’s campaign is an empty list with the given id', async () => {
    const owner = await advertiser()
    const stranger = await advertiser()
    const campID = await giveCampaign(owner)
    await giveAd(server, owner, { campID })
    for (const id of [campID, 2_147_483_647]) {
      expect(await stranger.ok(listAds, { campID: String(id) })).toEqual({
        campID: id,
        ads: [],
        rowCount: 0,
      })
    }
  })

  test('AD-AD-17 AD-AD-18 ENUM-19 the average cost is whole won, and only an ad in progress is winning', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const proID = await giveAd(server, client, { campID })
    await server.db.transaction((session) =>
      session.run(sql`
        update ad set winning = true, spent_micros = 3500000000, billed_events = 2000 where ad_id = ${proID}`),
    )
    const row = async () => (await client.ok(listAds, { campID: String(campID) })).ads[0]
    expect(await row()).toMatchObject({ AvgCost: 1_750, Winning: 0 })
    await client.ok(startAd, { proID })
    expect(await row()).toMatchObject({ AvgCost: 1_750, Winning: 1, Status: 'INPROGRESS' })
  })

  test('an ad in progress that is not shown has a reason, and a time if that is known', async () => {
    await server.setClock('2026-11-18T03:00:00Z')
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const proID = await giveAd(server, client, { campID })
    const hold = async () => (await client.ok(listAds, { campID: String(campID) })).ads[0]?.Hold
    expect(await hold()).toBeNull()
    await client.ok(startAd, { proID })
    expect(await hold()).toBeNull()
    await server.advance(61_000)
    expect(await hold()).toEqual({ Why: 'OUTBID', BackAt: null })
    await server.db.transaction((session) =>
      session.run(sql`
        insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
        values (${proID}, '2026-11-17T15:00:00Z', '2026-11-18T15:00:00Z', ${won(1_000_000)})`),
    )
    expect(await hold()).toEqual({ Why: 'DAY', BackAt: '2026-11-19T00:00:00+09:00' })
  })
})

describe('get', () => {
  test('API-46 API-88 API-89 API-90 API-91 an ad reads back as it was made, lists as JSON text', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client, { name: 'Mother' })
    const video = await giveFile(server, client, { folder: 'encoded', durationMs: 6_500 })
    const appInfo = {
      Title: 'Game',
      Score: 4.5,
      StoreURL: 'https://play.google.com/store/apps/details?id=a.b',
    }
    const proID = await giveAd(server, client, {
      ...{ campID, product: 'VIDEO', billingType: 'CPV', name: 'Film', comment: 'Note', gmID: 3, audID: 4 },
      ...{ filenames: [video.name], minCost: 1, maxCost: 100_000, dayLimit: 100_000, budgetLimit: 200_000 },
      ...{ filter: true, countries: ['KR', 'US'], week: [1, 2, 3, 4, 5, 6, 16_777_215] },
      ...{ appInfo, videoLength: 99 },
    })
    const { ad } = await client.ok(getAd, { proID: String(proID) })
    expect(ad).toMatchObject({
      ...{ ProID: proID, CampID: campID, CampName: 'Mother', Product: 'VIDEO', BillingType: 'CPV' },
      ...{ Name: 'Film', Comment: 'Note', CampType: 'AOS', URL_AOS: 'https://example.com/app', URL_iOS: '' },
      ...{ MatNames: JSON.stringify({ MatNames: [video.name] }), Country: '{"Country":["KR","US"]}' },
      ...{ Filter: '{"Adult":true}', Sunday: 1, Monday: 2, Tuesday: 3, Wednesday: 4, Thursday: 5 },
      ...{ Friday: 6, Saturday: 16_777_215, DayLimit: won(100_000), BudgetLimit: won(200_000) },
      ...{ MinCost: 1, MaxCost: 100_000, Status: 'FIRST', Winning: 0, GmID: 3, AudID: 4, VideoLength: 6.5 },
      ...{ Spent: won(0), SpentToday: won(0) },
    })
    expect(JSON.parse(ad?.AppInfo ?? '')).toEqual({
      AppInfo: { ...appInfo, Installs: '', Genres: [], Free: true, Show: false },
    })
    expect(ad?.PostbackSecret).toMatch(/^[\w-]{43}$/)
    expect(ad?.RegistTime).toMatch(/\+09:00$/)
  })

  test('Q-46 filter and appInfo may be objects or JSON text', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    for (const filter of [true, { Adult: true }, '{"Adult":true}', 'true', 1]) {
      const proID = await giveAd(server, client, { campID, filter, appInfo: '{"AppInfo":{"Title":"T"}}' })
      const { ad } = await client.ok(getAd, { proID: String(proID) })
      expect(ad?.Filter).toBe('{"Adult":true}')
      expect(JSON.parse(ad?.AppInfo ?? '').AppInfo.Title).toBe('T')
    }
    const proID = await giveAd(server, client, { campID })
    const { ad } = await client.ok(getAd, { proID: String(proID) })
    expect(ad).toMatchObject({ Filter: '{"Adult":false}', AppInfo: '{"AppInfo":null}' })
  })

  test('AD-AD-62 Q-38 another advertiser’s ad is null, like a missing ad', async () => {
    const owner = await advertiser()
    const stranger = await advertiser()
    const proID = await giveAd(server, owner)
    for (const id of [proID, 2_147_483_647]) {
      expect(await stranger.ok(getAd, { proID: String(id) })).toEqual({ ad: null })
    }
  })

  test('what was spent today is of the current spending day', async () => {
    await server.setClock('2026-11-20T04:59:00Z')
    const client = await server.customer('ADVERTISER', { zone: 'America/New_York' })
    const proID = await giveAd(server, client)
    await server.db.transaction((session) =>
      session.run(sql`
        insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
        values (${proID}, '2026-11-19T05:00:00Z', '2026-11-20T05:00:00Z', 1234567)`),
    )
    const spentToday = async () => (await client.ok(getAd, { proID: String(proID) })).ad?.SpentToday
    expect(await spentToday()).toBe(1_234_567n)
    await server.setClock('2026-11-20T05:00:01Z')
    expect(await spentToday()).toBe(0n)
  })
})
