import {
  confirmPw,
  getCampaign,
  listPostbacks,
  renewPostbackToken,
  savePostbackEvents,
} from '@voltline/contract'
import { day, hour, type MediumId, minute, second } from '@voltline/kernel'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeliveryRows, type TestApp } from '../../../../testing/delivery-rows.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { type CustomerClient, testPassword, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({
  ROLES: 'web,delivery,billing',
  TRAFFIC_RULES: '1',
  VOLTLINE_NOW: '2026-11-15T03:00:00Z',
})
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

let advertiser: CustomerClient
let campID: number
let otherToken: string
let app: TestApp
let medID: MediumId

beforeAll(async () => {
  const rows = new DeliveryRows({ db: server.db, clock: { now: () => server.now }, secrets: server.secrets })
  advertiser = await server.customer('ADVERTISER', { zone: 'UTC', cash: 10_000_000_000_000n as never })
  campID = await rows.campaign(advertiser.id)
  const other = await rows.campaign(advertiser.id)
  otherToken = await tokenOf(other)
  app = await rows.app()
  medID = await rows.medium(app)
  const terms = { advertiser: advertiser.id, campaign: campID as never, billingType: 'nCPA' as const }
  await rows.ad({ ...terms, minCost: 100, maxCost: 100 })
  await eventually(async () => (await sdk('ad', { medID, deviceID: 'first' })).error === 'SUCCESS')
})

beforeEach(async () => {
  advertiser = await server.signInAgain(advertiser)
})

const tokenOf = async (id: number) =>
  (await advertiser.ok(getCampaign, { campID: id })).campaign?.PostbackToken ?? ''

async function sdk(call: string, body: object): Promise<{ error: string; ad?: { token: string } }> {
  const reply = await fetch(`${server.url}/sdk/v1/${call}`, {
    method: 'POST',
    headers: { 'x-api-key': app.key, 'user-agent': 'okhttp/4.12.0' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as { error: string }
}

let devices = 0
/** A user sees the ad and clicks. */
async function click(): Promise<string> {
  const { ad } = await sdk('ad', { medID, deviceID: `device-${++devices}` })
  await server.advance(2 * second)
  await sdk('event', { token: ad?.token, action: 'IMPRESSION' })
  await server.advance(2 * second)
  const headers = { 'user-agent': phone }
  const { headers: sent } = await fetch(`${server.url}/c/${ad?.token}`, { redirect: 'manual', headers })
  await server.advance(minute)
  return new URL(sent.get('location') ?? '').searchParams.get('click_id') ?? ''
}

async function postback(kind: 'install' | 'action', values: Record<string, string>, method = 'GET') {
  const query = new URLSearchParams(values)
  const reply = await (method === 'GET'
    ? fetch(`${server.url}/postback/v1/${kind}?${query}`)
    : fetch(`${server.url}/postback/v1/${kind}`, { method, body: query }))
  return { status: reply.status, ...((await reply.json()) as { error: string; repeated?: boolean }) }
}

const logOf = async (clickId: string) =>
  (await advertiser.ok(listPostbacks, { campID: String(campID) })).postbacks
    .filter(({ ClickID }) => ClickID === clickId)
    .map(({ Kind, Event, Counted, Reason }) => [Kind, Event, Counted, Reason])

const charged = (): Promise<number> =>
  server.db.read((session) =>
    session.one(
      (row) => Number(row.count),
      sql<{ count: bigint }>`select count(*) as count from charge where action = 'ACTION'`,
    ),
  )

describe('a postback with the campaign’s token', () => {
  test('counts like a signed one, by GET or POST, once for each click', async () => {
    const token = await tokenOf(campID)
    const id = await click()
    const before = await charged()
    expect(await postback('install', { click_id: id, token })).toEqual({ status: 200, error: 'SUCCESS' })
    const action = { click_id: id, event: 'purchase', token }
    expect(await postback('action', action, 'POST')).toEqual({ status: 200, error: 'SUCCESS' })
    expect(await postback('action', action)).toMatchObject({ error: 'SUCCESS', repeated: true })
    await eventually(async () => (await charged()) === before + 1)
    expect(await logOf(id)).toEqual([
      ['ACTION', 'purchase', 0, 'repeated'],
      ['ACTION', 'purchase', 1, ''],
      ['INSTALL', '', 1, ''],
    ])
  })

  test('is forbidden with a wrong or foreign token, and says so in the log', async () => {
    const id = await click()
    for (const token of ['', 'wrong', otherToken]) {
      expect(await postback('install', { click_id: id, token })).toEqual({
        status: 200,
        error: 'API_FORBIDDEN',
      })
    }
    expect(await logOf(id)).toEqual(Array.from({ length: 3 }, () => ['INSTALL', '', 0, 'bad_token']))
    expect(await postback('install', { click_id: id })).toMatchObject({ status: 400, error: 'UNKNOWN' })
    const unknown = await postback('install', { click_id: 'x', token: await tokenOf(campID) })
    expect(unknown).toMatchObject({ error: 'AD_NOTFOUND' })
  })

  test('is refused more than seven days after the click', async () => {
    const token = await tokenOf(campID)
    const id = await click()
    await server.advance(7 * day)
    advertiser = await server.signInAgain(advertiser)
    expect(await postback('install', { click_id: id, token })).toMatchObject({ error: 'AD_EXPIRED' })
    expect(await logOf(id)).toEqual([['INSTALL', '', 0, 'expired_click']])
  })

  test('that breaks a rule is answered like any other, and the log names the rule', async () => {
    const token = await tokenOf(campID)
    const { ad } = await sdk('ad', { medID, deviceID: 'hasty' })
    await server.advance(2 * second)
    await sdk('event', { token: ad?.token, action: 'IMPRESSION' })
    await server.advance(2 * second)
    const reply = await fetch(`${server.url}/c/${ad?.token}`, {
      redirect: 'manual',
      headers: { 'user-agent': phone },
    })
    const id = new URL(reply.headers.get('location') ?? '').searchParams.get('click_id') ?? ''
    expect(await postback('install', { click_id: id, token })).toEqual({ status: 200, error: 'SUCCESS' })
    await eventually(async () => (await logOf(id))[0]?.[3] === 'install_too_fast')
    expect(await logOf(id)).toEqual([['INSTALL', '', 0, 'install_too_fast']])
  })
})

describe('events that are not listed', () => {
  test('are counted and not billed, and leave the click’s one billed action', async () => {
    const token = await tokenOf(campID)
    await advertiser.ok(savePostbackEvents, { campID, events: ['purchase', 'purchase', '구매'] })
    const { campaign } = await advertiser.ok(getCampaign, { campID })
    expect(campaign?.PostbackEvents).toEqual(['purchase', '구매'])
    const id = await click()
    const before = await charged()
    for (const event of ['tutorial', 'level_1', '']) {
      expect(await postback('action', { click_id: id, event, token })).toEqual({
        status: 200,
        error: 'SUCCESS',
      })
    }
    expect(await postback('action', { click_id: id, event: 'tutorial', token })).toMatchObject({
      repeated: true,
    })
    expect(await postback('action', { click_id: id, event: '구매', token })).toEqual({
      status: 200,
      error: 'SUCCESS',
    })
    await eventually(async () => (await charged()) === before + 1)
    expect(await logOf(id)).toEqual([
      ['ACTION', '구매', 1, ''],
      ['ACTION', 'tutorial', 0, 'repeated'],
      ['ACTION', '', 1, 'not_listed'],
      ['ACTION', 'level_1', 1, 'not_listed'],
      ['ACTION', 'tutorial', 1, 'not_listed'],
    ])
    await advertiser.ok(savePostbackEvents, { campID, events: [] })
    const next = await click()
    await postback('action', { click_id: next, event: 'anything', token })
    await eventually(async () => (await charged()) === before + 2)
  })
})

describe('renewing a token', () => {
  test('needs a confirmed password, and leaves every old token valid for 24 hours', async () => {
    const first = await tokenOf(campID)
    expect(await advertiser.call(renewPostbackToken, { campID })).toMatchObject({ error: 'INVALID_PW' })
    await advertiser.ok(confirmPw, { pw: testPassword })
    const { token: second } = await advertiser.ok(renewPostbackToken, { campID })
    const { token: third } = await advertiser.ok(renewPostbackToken, { campID })
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await tokenOf(campID)).toBe(third)
    await server.advance(23 * hour)
    const errors = async () => {
      const id = await click()
      const replies = []
      for (const token of [first, second, third]) {
        replies.push((await postback('install', { click_id: id, token })).error)
      }
      return replies
    }
    expect(await errors()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
    await server.advance(hour)
    expect(await errors()).toEqual(['API_FORBIDDEN', 'API_FORBIDDEN', 'SUCCESS'])
  })
})
