import { advertiserHome, advertiserOverview, startAd } from '@voltline/contract'
import { minute, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { giveAd, giveCampaign, giveTraffic } from '../../../../testing/advertiser.ts'
import { useTestServer } from '../../../../testing/test-server.ts'
import { type Query, sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-15T03:00:00Z' })
const advertiser = (cash = won(10_000_000)) => server.customer('ADVERTISER', { cash })
const run = (query: Query) => server.db.transaction((session) => session.run(query))

describe('home', () => {
  test('API-37 AD-HOME-01 AD-HOME-02 AD-HOME-03 AD-HOME-04 Q-31 all-time totals of the caller’s own ads', async () => {
    const client = await advertiser()
    const other = await advertiser()
    await giveAd(server, other)
    const campID = await giveCampaign(client)
    const first = await giveAd(server, client, { campID })
    const second = await giveAd(server, client, { campID })
    const third = await giveAd(server, client, { campID })
    await client.ok(startAd, { proID: second })
    await run(sql`update ad set impressions = 1000, clicks = 10, winning = true where ad_id = ${second}`)
    await run(sql`update ad set impressions = 3000, clicks = 10 where ad_id = ${first}`)
    await run(sql`update ad set status = 'COMPLETE', winning = true where ad_id = ${third}`)
    await run(sql`update ad set impressions = 7 where customer_id = ${other.id}`)
    expect(await client.ok(advertiserHome, {})).toEqual({
      state: { Impressions: 4_000, Clicks: 20, CTR: 0.005 },
      campaigns: 1,
      promotion: { Promotion: 3, InProgress: 1, Winning: 1, Complete: 1 },
      user: { Cash: won(10_000_000), NeedPayment: 0 },
    })
  })

  test('AD-HOME-05 Q-21 NeedPayment is 1 without cash and when an ad in progress costs more than is left', async () => {
    const poor = await server.customer('ADVERTISER')
    expect((await poor.ok(advertiserHome, {})).user).toEqual({ Cash: won(0), NeedPayment: 1 })
    const client = await advertiser(won(600))
    const proID = await giveAd(server, client, {
      ...{ product: 'INTERSTITIAL', billingType: 'CPC', minCost: 500, maxCost: 500 },
    })
    await client.ok(startAd, { proID })
    const need = async () => (await client.ok(advertiserHome, {})).user.NeedPayment
    expect(await need()).toBe(0)
    await run(sql`update ad set min_cost_won = 601, max_cost_won = 601 where ad_id = ${proID}`)
    expect(await need()).toBe(1)
    await run(sql`update ad set status = 'WAITING' where ad_id = ${proID}`)
    expect(await need()).toBe(0)
  })

  test('the path is served with and without its slash', async () => {
    const client = await advertiser()
    for (const path of ['/api/v1/ad', '/api/v1/ad/']) {
      const reply = await client.raw(path, { method: 'POST' })
      expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([200, 'SUCCESS'])
    }
  })
})

describe('overview', () => {
  test('shows two weeks of local days, and spend by campaign with the largest first', async () => {
    const client = await advertiser()
    const small = await giveCampaign(client, { name: 'Small' })
    const large = await giveCampaign(client, { name: 'Large' })
    const cheap = await giveAd(server, client, { campID: small })
    const dear = await giveAd(server, client, { campID: large })
    await giveTraffic(server, cheap, { at: '2026-11-15T02:00:00Z', impressions: 4, clicks: 1, cost: won(3) })
    // Midnight in Seoul is 15:00 UTC: this is the 9th there, and the last second of the 8th.
    await giveTraffic(server, dear, { at: '2026-11-08T15:00:00Z', impressions: 1, cost: won(7) })
    await giveTraffic(server, dear, { at: '2026-11-08T14:59:59Z', impressions: 2, cost: won(9) })
    const { days, before, campaigns } = await client.ok(advertiserOverview, {})
    expect(days.map((date) => date.Day)).toEqual(
      [9, 10, 11, 12, 13, 14, 15].map((date) => `2026-11-${String(date).padStart(2, '0')}`),
    )
    expect(before.map((date) => date.Day)).toEqual([2, 3, 4, 5, 6, 7, 8].map((date) => `2026-11-0${date}`))
    expect(days[6]).toEqual({ Day: '2026-11-15', Impressions: 4, Clicks: 1, CTR: 0.25, Spend: won(3) })
    expect(days[0]).toMatchObject({ Impressions: 1, Spend: won(7) })
    expect(before[6]).toMatchObject({ Impressions: 2, Spend: won(9) })
    expect(campaigns).toEqual([
      { CampID: large, Name: 'Large', Spend: won(7) },
      { CampID: small, Name: 'Small', Spend: won(3) },
    ])
  })

  test('a new account needs attention only for its empty cash', async () => {
    const client = await server.customer('ADVERTISER')
    const { attention, days } = await client.ok(advertiserOverview, {})
    expect(days).toHaveLength(7)
    expect(attention).toEqual({
      Cash: { Cash: won(0), PerDay: won(0), RunsOutAt: expect.stringMatching(/\+09:00$/), UsedUp: true },
      DayLimit: { Count: 0, Ads: [] },
      Outbid: { Count: 0, Ads: [] },
      NeverStarted: { Count: 0, Ads: [] },
      CampaignBudget: { Count: 0, Campaigns: [] },
    })
  })

  test('names ads paused by the day limit, outbid and never started, and budgets and cash that run out', async () => {
    const client = await advertiser(won(600_000))
    const campID = await giveCampaign(client, { name: 'Tight' })
    const paused = await giveAd(server, client, { campID, name: 'Paused', dayLimit: 100_000 })
    const outbid = await giveAd(server, client, { campID, name: 'Outbid' })
    const fresh = await giveAd(server, client, { campID, name: 'Fresh' })
    await client.ok(startAd, { proID: paused })
    await client.ok(startAd, { proID: outbid })
    await run(sql`
      insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
      values (${paused}, '2026-11-14T15:00:00Z', '2026-11-15T15:00:00Z', 100000000000)`)
    await run(sql`update campaign set spent_micros = 900000000000 where campaign_id = ${campID}`)
    await giveTraffic(server, paused, { at: '2026-11-14T02:00:00Z', cost: won(200_000) })
    await server.advance(5 * minute)
    const { attention } = await client.ok(advertiserOverview, {})
    const ref = (ProID: number, ProName: string) => ({ ProID, ProName, CampID: campID })
    expect(attention.DayLimit).toEqual({
      Count: 1,
      Ads: [{ ...ref(paused, 'Paused'), DayLimit: won(100_000), BackAt: '2026-11-16T00:00:00+09:00' }],
    })
    expect(attention.Outbid).toEqual({ Count: 1, Ads: [ref(outbid, 'Outbid')] })
    expect(attention.NeverStarted).toEqual({ Count: 1, Ads: [ref(fresh, 'Fresh')] })
    expect(attention.CampaignBudget).toEqual({
      Count: 1,
      Campaigns: [{ CampID: campID, Name: 'Tight', Budget: won(1_000_000), Left: won(100_000) }],
    })
    expect(attention.Cash).toMatchObject({ Cash: won(600_000), PerDay: won(200_000), UsedUp: false })
    expect(attention.Cash?.RunsOutAt).toMatch(/^2026-11-18T12:0\d:\d\d\+09:00$/)
  })

  test('lists are capped at ten and counted in full', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    for (let number = 0; number < 12; number++) await giveAd(server, client, { campID })
    const { attention } = await client.ok(advertiserOverview, {})
    expect(attention.NeverStarted.Count).toBe(12)
    expect(attention.NeverStarted.Ads).toHaveLength(10)
  })
})
