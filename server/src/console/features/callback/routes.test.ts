import { createHmac } from 'node:crypto'
import {
  listCallbacks,
  modifyMedium,
  resendCallback,
  saveCallback,
  sdkLimits,
  testCallback,
} from '@voltline/contract'
import { day, hour, type MediumId, minute, second } from '@voltline/kernel'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DeliveryRows, type TestApp } from '../../../../testing/delivery-rows.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { useReceiver } from '../../../../testing/receiver.ts'
import { type CustomerClient, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({
  ROLES: 'web,delivery,billing,worker',
  CALLBACK_ALLOW_PRIVATE: '1',
  VOLTLINE_NOW: '2026-11-15T03:00:00Z',
})
const receiver = useReceiver()
const thanks = receiver.answer
afterEach(() => {
  receiver.answer = thanks
})

let publisher: CustomerClient
let app: TestApp
let medID: MediumId
let secret: string
const template = () =>
  `${receiver.url}/reward?u={user_id}&e={event_id}&c={custom}&r={reward}&n={count}&m={unit_id}&t={ts}`

beforeAll(async () => {
  const rows = new DeliveryRows({ db: server.db, clock: { now: () => server.now }, secrets: server.secrets })
  publisher = await server.customer('PUBLISHER', { zone: 'UTC' })
  app = await rows.app({ owner: publisher.id })
  medID = await rows.medium(app, { product: 'VIDEO', reward: 'Gem', rewards: 5 })
  await rows.ad({ product: 'VIDEO', billingType: 'CPV', minCost: 10, maxCost: 20 })
  secret = (await publisher.ok(saveCallback, { medID, url: template(), active: 1 })).secret
  await eventually(async () => (await sdk('ad', { medID, deviceID: 'first' })).error === 'SUCCESS')
})

async function sdk(
  call: string,
  body: object,
): Promise<{ status: number; error: string; ad?: { token: string } }> {
  const reply = await fetch(`${server.url}/sdk/v1/${call}`, {
    method: 'POST',
    headers: { 'x-api-key': app.key },
    body: JSON.stringify(body),
  })
  return { status: reply.status, ...((await reply.json()) as { error: string }) }
}

let devices = 0
/** A user watches a video to its end. */
async function watch(userID?: string, custom?: string): Promise<void> {
  const { ad } = await sdk('ad', { medID, deviceID: `device-${++devices}` })
  for (const action of ['IMPRESSION', 'WATCH']) {
    const report = { token: ad?.token, action, userID, custom }
    expect(await sdk('event', report)).toMatchObject({ error: 'SUCCESS' })
  }
}

const logOf = async (userID: string) =>
  (await publisher.ok(listCallbacks, { medID: String(medID), userID })).callbacks
const tried = (userID: string, tries: number) =>
  eventually(async () => (await logOf(userID))[0]?.Tries === tries)

describe('a reward callback', () => {
  test('tells the publisher’s server of a counted watch, signed, with what the app passed through', async () => {
    await watch('사용자 1', 'level=3&x')
    await eventually(() => receiver.about('사용자 1').length === 1)
    const [url] = receiver.about('사용자 1')
    if (!url) throw new Error('the callback arrived')
    const [query = '', sig] = url.search.slice(1).split('&sig=')
    expect(sig).toBe(createHmac('sha256', secret).update(query).digest('hex'))
    const sent = Object.fromEntries(url.searchParams)
    expect(sent).toMatchObject({ c: 'level=3&x', r: 'Gem', n: '5', m: String(medID) })
    expect(new Date(Number(sent.t)).toISOString()).toContain('2026-11-15T03:')
    await tried('사용자 1', 1)
    const log = await publisher.ok(listCallbacks, { medID: String(medID), userID: '사용자 1' })
    expect(log.callbacks).toEqual([
      {
        ...{ EventID: sent.e, UserID: '사용자 1', Time: expect.stringContaining('2026-11-15T03:'), Tries: 1 },
        ...{ Status: 'DELIVERED', HTTPStatus: 200, MS: expect.any(Number), Body: 'thanks' },
      },
    ])
    expect(log.callback).toMatchObject({ URL: template(), Active: 1, Secret: secret, KeyID: sent.key_id })
    expect(log.days[0]).toMatchObject({ Date: '2026-11-15', Delivered: 1 })
  })

  test('is tried again after 10 s, 1 min, 10 min, 1 h, 6 h and 24 h, and has then failed', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end('x'.repeat(2_000))
    await watch('unlucky')
    let tries = 0
    for (const waitMs of [10 * second, minute, 10 * minute, hour, 6 * hour, day]) {
      await tried('unlucky', ++tries)
      expect((await logOf('unlucky'))[0]).toMatchObject({
        Status: 'WAITING',
        HTTPStatus: 500,
        Body: 'x'.repeat(500),
      })
      const [row] = await server.db.read((session) =>
        session.rows(
          sql<{ next_try_at: number }>`select next_try_at from reward_callback where user_id = 'unlucky'`,
        ),
      )
      const left = (row?.next_try_at ?? 0) - server.now
      expect(left).toBeLessThanOrEqual(waitMs)
      await server.advance(left)
      publisher = await server.signInAgain(publisher)
    }
    await tried('unlucky', 7)
    expect((await logOf('unlucky'))[0]).toMatchObject({ Status: 'FAILED', Tries: 7 })
    expect(new Set(receiver.about('unlucky').map((url) => url.searchParams.get('e'))).size).toBe(1)
  })

  test('is sent again at once with the same event id when the publisher says so, also after delivery', async () => {
    await watch('again')
    await tried('again', 1)
    const eventID = (await logOf('again'))[0]?.EventID ?? ''
    await publisher.ok(resendCallback, { eventID })
    await tried('again', 2)
    expect(receiver.about('again').map((url) => url.searchParams.get('e'))).toEqual([eventID, eventID])
    const byEvent = await publisher.ok(listCallbacks, { medID: String(medID), eventID })
    expect(byEvent).toMatchObject({ rowCount: 1, callbacks: [{ EventID: eventID, Status: 'DELIVERED' }] })
    expect((await publisher.ok(listCallbacks, { medID: String(medID), eventID: 'none' })).rowCount).toBe(0)
  })

  test('that redirects to a private address is not followed', async () => {
    receiver.answer = (url, response) =>
      url.pathname === '/reward' ? response.writeHead(302, { location: '/inside' }).end() : response.end()
    await watch('redirected')
    await tried('redirected', 1)
    expect((await logOf('redirected'))[0]).toMatchObject({ Status: 'WAITING', HTTPStatus: 0 })
    expect(receiver.received.filter(({ pathname }) => pathname === '/inside')).toEqual([])
  })

  test('is neither queued nor sent while it is off', async () => {
    await publisher.ok(saveCallback, { medID, url: template(), active: 0 })
    await watch('nobody')
    await eventually(async () => {
      const rows = await server.db.read((session) =>
        session.rows(
          sql`select from charge c join medium using (medium_id) where device_id = ${`device-${devices}`}`,
        ),
      )
      return rows.length === 1
    })
    expect(await logOf('nobody')).toEqual([])
    const eventID = (await logOf('again'))[0]?.EventID ?? ''
    expect(await publisher.call(resendCallback, { eventID })).toMatchObject({ status: 200, error: 'UNKNOWN' })
    expect(await publisher.ok(saveCallback, { medID, url: template(), active: 1 })).toEqual({ secret })
  })
})

describe('a test of a callback', () => {
  test('is sent at once and returns the answer, without a trace in the log', async () => {
    receiver.answer = (_, response) => response.writeHead(418).end('teapot')
    const before = await publisher.ok(listCallbacks, { medID: String(medID) })
    const answer = await publisher.ok(testCallback, { medID, userID: 'tester' })
    expect(answer).toMatchObject({ status: 418, body: 'teapot' })
    expect(receiver.about('tester')[0]?.searchParams.get('e')).toMatch(/^test-/)
    expect(await publisher.ok(listCallbacks, { medID: String(medID) })).toEqual(before)
  })

  test('returns status 0 if nothing answers', async () => {
    receiver.answer = (_, response) => response.destroy()
    expect(await publisher.ok(testCallback, { medID, userID: '' })).toMatchObject({ status: 0 })
  })
})

describe('refusals', () => {
  test('a bad URL, a unit without a reward and a unit without a callback are UNKNOWN with the reason', async () => {
    const refused = { status: 200, error: 'UNKNOWN', body: { detail: expect.any(String) } }
    for (const url of ['', 'nonsense', 'ftp://game.test/', `https://game.test/${'a'.repeat(1_024)}`]) {
      expect(await publisher.call(saveCallback, { medID, url, active: 1 })).toMatchObject(refused)
    }
    const rows = new DeliveryRows({
      db: server.db,
      clock: { now: () => server.now },
      secrets: server.secrets,
    })
    const plain = await rows.medium(app, { product: 'VIDEO' })
    expect(await publisher.call(saveCallback, { medID: plain, url: template(), active: 1 })).toMatchObject(
      refused,
    )
    expect(await publisher.call(testCallback, { medID: plain, userID: '' })).toMatchObject(refused)
  })

  test('another publisher’s callback cannot be sent again', async () => {
    const stranger = await server.customer('PUBLISHER')
    const eventID = (await logOf('again'))[0]?.EventID ?? ''
    for (const id of [eventID, 'none', '']) {
      expect(await stranger.call(resendCallback, { eventID: id })).toMatchObject({ error: 'NO_PERMISSION' })
    }
  })

  test('a watch with a user id or a custom text that is too long is bad input', async () => {
    const { ad } = await sdk('ad', { medID, deviceID: 'long' })
    const report = { token: ad?.token, action: 'WATCH' }
    const tooLong = { status: 400, error: 'UNKNOWN' }
    expect(await sdk('event', { ...report, userID: 'u'.repeat(sdkLimits.userIdMax + 1) })).toMatchObject(
      tooLong,
    )
    expect(await sdk('event', { ...report, custom: 'c'.repeat(sdkLimits.customMax + 1) })).toMatchObject(
      tooLong,
    )
    expect(await sdk('event', { ...report, userID: 'a\0b' })).toMatchObject(tooLong)
    expect(await sdk('event', { ...report, userID: '👾'.repeat(sdkLimits.userIdMax) })).toMatchObject({
      status: 200,
    })
  })

  test('a unit that lost its reward has no more callbacks', async () => {
    await publisher.ok(modifyMedium, { medID, name: 'Plain', reward: '', rewards: '' })
    const refused = await publisher.call(saveCallback, { medID, url: template(), active: 1 })
    expect(refused).toMatchObject({ error: 'UNKNOWN' })
  })
})
