import {
  addCampaign,
  campaignSummary,
  getCampaign,
  limits,
  listAllCampaigns,
  listCampaigns,
  modifyCampaign,
  startAd,
} from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { giveAd, giveCampaign } from '../../../../testing/advertiser.ts'
import { useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer()
const advertiser = () => server.customer('ADVERTISER', { cash: won(10_000_000) })
const draft = {
  name: 'Spring',
  campType: 'AOS' as const,
  budget: 100_000,
  defaultURL_AOS: 'https://example.com/app',
  defaultCountry: ['KR', 'JP'],
}

describe('add', () => {
  test('API-43 API-42 API-87 AD-CAMP-18 a new campaign reads back as it was made', async () => {
    const client = await advertiser()
    await client.ok(addCampaign, { ...draft, comment: '', defaultTime: '2026-11-15' })
    const { campaigns } = await client.ok(listAllCampaigns, {})
    const { campaign } = await client.ok(getCampaign, { campID: campaigns[0]?.CampID ?? 0 })
    expect(campaign).toMatchObject({
      Name: 'Spring',
      Budget: won(100_000),
      CampType: 'AOS',
      DefaultCountry: '{"Country":["KR","JP"]}',
      DefaultURL_AOS: 'https://example.com/app',
      DefaultURL_iOS: '',
    })
    expect(campaign?.RegistTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/)
    expect(campaign?.UpdateTime).toBe(campaign?.RegistTime)
  })

  test('VALID-31 VALID-33 VALID-34 VALID-35 CONST-18 the edges of name, budget and countries', async () => {
    const client = await advertiser()
    const statusOf = async (change: object) =>
      (await client.call(addCampaign, { ...draft, ...change })).status
    expect(await statusOf({ budget: 99_999 })).toBe(400)
    expect(await statusOf({ budget: 100_000 })).toBe(200)
    expect(await statusOf({ budget: 2_000_000_000 })).toBe(200)
    expect(await statusOf({ budget: 2_000_000_001 })).toBe(400)
    expect(await statusOf({ budget: 100_000.5 })).toBe(400)
    expect(await statusOf({ budget: '100000' })).toBe(400)
    expect(await statusOf({ name: '  ' })).toBe(400)
    expect(await statusOf({ name: 'a'.repeat(256) })).toBe(400)
    expect(await statusOf({ name: 'nul\u0000' })).toBe(400)
    expect(await statusOf({ defaultTime: '\u0000' })).toBe(400)
    expect(await statusOf({ defaultCountry: [] })).toBe(400)
    expect(await statusOf({ defaultCountry: ['Global', 'KR'] })).toBe(400)
    expect(await statusOf({ defaultCountry: ['kr'] })).toBe(400)
    expect(await statusOf({ defaultCountry: ['Global'] })).toBe(200)
  })

  test('ERR-14 ERR-15 a wrong target URL has the code of its platform', async () => {
    const client = await advertiser()
    expect(await client.call(addCampaign, { ...draft, defaultURL_AOS: 'no url' })).toMatchObject({
      status: 200,
      error: 'INVALID_TRACKURLAOS',
    })
    expect(await client.call(addCampaign, { ...draft, campType: 'IOS', defaultURL_AOS: '' })).toMatchObject({
      status: 200,
      error: 'INVALID_TRACKURLIOS',
    })
  })

  test('unknown keys are ignored', async () => {
    const client = await advertiser()
    const smuggled = { ...draft, CustID: 1, customerId: 1, spent_micros: 5, Balance: 1 }
    await client.ok(addCampaign, smuggled)
    const { campaigns } = await client.ok(listCampaigns, { pageNo: '1' })
    expect(campaigns).toMatchObject([{ Name: 'Spring', Balance: won(100_000) }])
  })

  test('leaves an audit row', async () => {
    const client = await advertiser()
    await client.ok(addCampaign, draft)
    const rows = await server.db.read((session) =>
      session.rows(sql`select action, entity, became from audit where customer_id = ${client.id}`),
    )
    expect(rows).toMatchObject([
      { action: 'ad/campaign/add', entity: 'campaign', became: { name: 'Spring' } },
    ])
  })
})

describe('list', () => {
  test('API-40 AD-CAMP-01 AD-CAMP-04 CONST-27 newest first, 10 per page, empty beyond the end', async () => {
    const client = await advertiser()
    for (let number = 1; number <= 11; number++) await giveCampaign(client, { name: `Campaign ${number}` })
    const first = await client.ok(listCampaigns, {})
    expect(first.rowCount).toBe(11)
    expect(first.campaigns.map((campaign) => campaign.Name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Campaign ${11 - index}`),
    )
    const second = await client.ok(listCampaigns, { pageNo: '2' })
    expect(second.campaigns.map((campaign) => campaign.Name)).toEqual(['Campaign 1'])
    expect(await client.ok(listCampaigns, { pageNo: '3' })).toEqual({ campaigns: [], rowCount: 11 })
    expect(await client.ok(listCampaigns, { pageNo: String(limits.pageNoMax) })).toMatchObject({
      campaigns: [],
    })
    for (const pageNo of ['0', '-1', '1e9', 'NaN', '1000001']) {
      expect((await client.call(listCampaigns, { pageNo })).status).toBe(400)
    }
  })

  test('AD-CAMP-03 Q-44 the search matches anywhere, ignores case and takes pattern characters literally', async () => {
    const client = await advertiser()
    for (const name of ['Äpfel 100%', 'under_score', '한글 캠페인']) await giveCampaign(client, { name })
    const found = async (name: string) =>
      (await client.ok(listCampaigns, { name })).campaigns.map((campaign) => campaign.Name)
    expect(await found('äPFEL')).toEqual(['Äpfel 100%'])
    expect(await found('%')).toEqual(['Äpfel 100%'])
    expect(await found('_')).toEqual(['under_score'])
    expect(await found('글 캠')).toEqual(['한글 캠페인'])
    expect(await found("'; drop table ad; --")).toEqual([])
  })

  test('AD-CAMP-09 AD-CAMP-17 API-41 only the caller’s own, in the list and the selector', async () => {
    const client = await advertiser()
    const other = await advertiser()
    const own = await giveCampaign(client)
    await giveCampaign(other)
    expect((await client.ok(listCampaigns, {})).campaigns.map((campaign) => campaign.CampID)).toEqual([own])
    expect(await client.ok(listAllCampaigns, {})).toEqual({ campaigns: [{ CampID: own, Name: 'Campaign' }] })
  })

  test('API-40 a row counts the campaign’s ads and what is left of its budget', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    await giveAd(server, client, { campID })
    await client.ok(startAd, { proID: await giveAd(server, client, { campID }) })
    await server.db.transaction((session) =>
      session.run(sql`update campaign set spent_micros = 1500000 where campaign_id = ${campID}`),
    )
    const { campaigns } = await client.ok(listCampaigns, {})
    expect(campaigns[0]).toMatchObject({ Promotion: 2, InProgress: 1, Complete: 0 })
    const text = await (await client.raw('/api/v1/ad/campaign')).text()
    expect(text).toContain('"Balance":999998.5,')
  })

  test('Q-11 the list is served with and without its slash and under its name', async () => {
    const client = await advertiser()
    for (const path of ['ad/campaign', 'ad/campaign/', 'ad/campaign/list']) {
      expect((await client.raw(`/api/v1/${path}`)).status).toBe(200)
    }
  })
})

describe('modify', () => {
  test('API-44 AD-CAMP-19 AD-CAMP-20 AD-CAMP-21 name, URLs and countries change; type and budget do not', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    await server.advance(60_000)
    const smuggled = { campType: 'IOS', budget: 5 }
    await client.ok(modifyCampaign, {
      campID,
      name: 'Autumn',
      defaultURL_AOS: 'https://example.com/new',
      defaultCountry: ['Global'],
      ...smuggled,
    })
    const { campaign } = await client.ok(getCampaign, { campID })
    expect(campaign).toMatchObject({
      Name: 'Autumn',
      Budget: won(1_000_000),
      CampType: 'AOS',
      DefaultURL_AOS: 'https://example.com/new',
      DefaultCountry: '{"Country":["Global"]}',
    })
    expect(campaign?.UpdateTime).not.toBe(campaign?.RegistTime)
  })

  test('VALID-37 a wrong URL is refused and changes nothing', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const change = { campID, name: 'Autumn', defaultURL_AOS: 'x', defaultCountry: ['KR'] }
    expect((await client.call(modifyCampaign, change)).error).toBe('INVALID_TRACKURLAOS')
    expect((await client.ok(getCampaign, { campID })).campaign?.Name).toBe('Campaign')
  })
})

describe('another advertiser’s campaign', () => {
  test('Q-38 AD-CAMP-23 ERR-65 behaves as if it did not exist', async () => {
    const owner = await advertiser()
    const stranger = await advertiser()
    const foreign = await giveCampaign(owner)
    for (const campID of [foreign, 2_147_483_647]) {
      expect(await stranger.ok(getCampaign, { campID })).toEqual({ campaign: null })
      expect(await stranger.ok(campaignSummary, { campID: String(campID) })).toEqual({ campaign: null })
      const change = { campID, name: 'Mine', defaultURL_AOS: 'https://example.com', defaultCountry: ['KR'] }
      expect(await stranger.call(modifyCampaign, change)).toMatchObject({
        status: 200,
        error: 'NO_PERMISSION',
      })
    }
    expect((await owner.ok(getCampaign, { campID: foreign })).campaign?.Name).toBe('Campaign')
  })
})

test('the summary counts a campaign’s ads by status, of the newest campaign without a campID', async () => {
  const client = await advertiser()
  expect(await client.ok(campaignSummary, {})).toEqual({ campaign: null })
  const campID = await giveCampaign(client)
  await giveAd(server, client, { campID })
  await client.ok(startAd, { proID: await giveAd(server, client, { campID }) })
  const { campaign } = await client.ok(campaignSummary, {})
  expect(campaign).toEqual({
    CampID: campID,
    Name: 'Campaign',
    Budget: won(1_000_000),
    Spent: won(0),
    Balance: won(1_000_000),
    Promotion: 2,
    Stopped: 1,
    InProgress: 1,
    Winning: 0,
    Complete: 0,
  })
})
