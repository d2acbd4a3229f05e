import { createPublicKey, verify } from 'node:crypto'
import { ReceiptClaims, sdkKeys } from '@voltline/contract'
import { hour, minute, utcDay } from '@voltline/kernel'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'

const world = useDeliveryWorld()
let app: TestApp
let banner: number
let video: number

beforeAll(async () => {
  app = await world().app()
  banner = await world().medium(app)
  video = await world().medium(app, { product: 'VIDEO', reward: 'Gems', rewards: 3 })
  await world().known(app, video)
  await world().ad({ minCost: 1_000, maxCost: 3_000 })
  await world().ad({ product: 'VIDEO', billingType: 'CPV', minCost: 10, maxCost: 30 })
  await eventually(async () => (await world().request(app, banner)).error === 'SUCCESS')
  await eventually(async () => (await world().request(app, video)).error === 'SUCCESS')
})

const eventsOf = (deviceId: string) =>
  world().rows('select * from event where device_id = $1 order by seq', [deviceId])
async function invalid(reason: string): Promise<number> {
  await world().delivery.drainIntake()
  const [row] = await world().rows('select sum(count) as sum from invalid_rollup_now where reason = $1', [
    reason,
  ])
  return Number(row?.sum ?? 0)
}
const freshDevice = () => `device-${Math.random().toString(36).slice(2)}`

describe('a reported event', () => {
  test('is on disk when it is acknowledged, with the price of its offer and the server’s time', async () => {
    const deviceID = freshDevice()
    const { token, proID } = await world().offer(app, banner, { deviceID })
    const before = world().now
    expect(await world().report(app, token, 'IMPRESSION', { deviceID })).toMatchObject({
      status: 200,
      body: { error: 'SUCCESS' },
    })
    const [event] = await eventsOf(deviceID)
    expect(event).toMatchObject({
      issue_day: utcDay(before),
      action: 'IMPRESSION',
      ad_id: proID,
      medium_id: banner,
      price_micros: 1_000_000n,
    })
    expect(Number(event?.received_at)).toBeGreaterThanOrEqual(before)
  })

  test('that is repeated is acknowledged as a repeat and stored once', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, banner, { deviceID })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world().report(app, token, 'IMPRESSION')),
    )
    expect(replies.filter((reply) => reply.body.repeated === true)).toHaveLength(7)
    expect(replies.every((reply) => reply.error === 'SUCCESS')).toBe(true)
    await world().restart()
    expect((await world().report(app, token, 'IMPRESSION')).body).toEqual({
      error: 'SUCCESS',
      repeated: true,
    })
    expect(await eventsOf(deviceID)).toHaveLength(1)
  })

  test('of each kind is stored, in any order of arrival', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, video, { deviceID })
    for (const action of ['CLICK', 'WATCH', 'IMPRESSION']) {
      expect((await world().report(app, token, action)).error).toBe('SUCCESS')
    }
    expect((await eventsOf(deviceID)).map((event) => event.action)).toEqual(['CLICK', 'WATCH', 'IMPRESSION'])
  })

  test('is accepted for 10 minutes as an impression and for an hour as a click or watch', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, video, { deviceID })
    const { token: other } = await world().offer(app, video, { deviceID })
    world().advance(10 * minute - 5_000)
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('SUCCESS')
    world().advance(10_000)
    const expired = await invalid('expired_offer')
    expect((await world().report(app, other, 'IMPRESSION')).error).toBe('AD_EXPIRED')
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('AD_EXPIRED')
    expect(await invalid('expired_offer')).toBe(expired + 2)
    world().advance(hour - 10 * minute - 15_000)
    expect((await world().report(app, token, 'WATCH')).error).toBe('SUCCESS')
    expect((await world().report(app, token, 'CLICK')).error).toBe('SUCCESS')
    world().advance(20_000)
    expect((await world().report(app, other, 'WATCH')).error).toBe('AD_EXPIRED')
    expect((await world().report(app, other, 'CLICK')).error).toBe('AD_EXPIRED')
    expect(await eventsOf(deviceID)).toHaveLength(3)
  })

  test('with a forged or altered token is not found and counts as invalid traffic', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, banner, { deviceID })
    const forged = await invalid('forged_offer')
    const changed = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41)
    for (const bad of ['', 'x', changed, token.slice(0, -1), `${token}A`, 'A'.repeat(5_000)]) {
      expect(await world().report(app, bad, 'IMPRESSION')).toMatchObject({
        status: 200,
        error: 'AD_NOTFOUND',
      })
    }
    expect(await invalid('forged_offer')).toBe(forged + 6)
    expect(await eventsOf(deviceID)).toHaveLength(0)
  })

  test('threat 21: from another device or another app is not found and counts as invalid traffic', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, banner, { deviceID })
    const other = await world().app()
    await world().known(other, await world().medium(other))
    const before = [await invalid('wrong_device'), await invalid('wrong_app')]
    expect((await world().report(app, token, 'IMPRESSION', { deviceID: 'thief' })).error).toBe('AD_NOTFOUND')
    expect((await world().report(other, token, 'IMPRESSION')).error).toBe('AD_NOTFOUND')
    expect([await invalid('wrong_device'), await invalid('wrong_app')]).toEqual(before.map((n) => n + 1))
    expect(await eventsOf(deviceID)).toHaveLength(0)
  })

  test('threat 22: of an offer from a clock that is more than 10 minutes ahead is expired', async () => {
    const deviceID = freshDevice()
    world().advance(11 * minute)
    const { token } = await world().offer(app, banner, { deviceID })
    world().advance(-11 * minute)
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('AD_EXPIRED')
    expect((await world().report(app, token, 'CLICK')).error).toBe('AD_EXPIRED')
    expect(await eventsOf(deviceID)).toHaveLength(0)
    world().advance(2 * minute)
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('SUCCESS')
  })

  test('and a click of a device blocked since its offer count only as invalid traffic', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, banner, { deviceID })
    await world().run('insert into blocked_device (device_id, reason, blocked_at) values ($1, $2, $3)', [
      ...[deviceID, '', new Date(world().now)],
    ])
    await eventually(async () => (await world().request(app, banner, { deviceID })).error === 'IS_BLOCKED')
    const before = await invalid('blocked_device')
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('IS_BLOCKED')
    const followed = await world().send(`/c/${token}`)
    expect(followed.status).toBe(302)
    expect(new URL(followed.headers.get('location') ?? '').searchParams.get('click_id')).toBe('')
    expect(await invalid('blocked_device')).toBe(before + 2)
    expect(await eventsOf(deviceID)).toHaveLength(0)
  })

  test('needs the app’s key', async () => {
    const { token } = await world().offer(app, banner)
    const body = { token, action: 'IMPRESSION' }
    expect(await world().post('/sdk/v1/event', body)).toMatchObject({ status: 401, error: 'API_FORBIDDEN' })
  })

  test('is accepted after its ad was stopped', async () => {
    const deviceID = freshDevice()
    const proID = await world().ad({ maxCost: 90_000 })
    await eventually(async () => (await world().request(app, banner)).ad?.proID === proID)
    const { token } = await world().offer(app, banner, { deviceID })
    await world().run("update ad set status = 'WAITING' where ad_id = $1", [proID])
    await eventually(async () => (await world().request(app, banner)).ad?.proID !== proID)
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('SUCCESS')
    expect(await eventsOf(deviceID)).toMatchObject([{ ad_id: proID }])
  })
})

describe('threat 25: a receipt', () => {
  const partsOf = (receipt: string) => {
    const [header = '', claims = '', signature = ''] = receipt.split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    return {
      header: read(header),
      claims: ReceiptClaims.parse(read(claims)),
      signature,
      text: `${header}.${claims}`,
    }
  }
  async function verifies(receipt: string): Promise<boolean> {
    const { keys } = sdkKeys.output.parse((await world().send('/sdk/v1/keys')).body)
    const { header, signature, text } = partsOf(receipt)
    const jwk = keys.find((key) => key.kid === header.kid)
    if (!jwk || header.alg !== 'ES256') return false
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  }
  const receiptOf = (reply: { body: Record<string, unknown> }) =>
    (reply.body.reward as { receipt: string }).receipt

  test('is returned for a watch on a rewarded unit and verifies with the public key', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, video, { deviceID })
    expect((await world().report(app, token, 'IMPRESSION')).body).toEqual({ error: 'SUCCESS' })
    const reply = await world().report(app, token, 'WATCH')
    expect(reply.body.reward).toMatchObject({ name: 'Gems', count: 3 })
    expect(await verifies(receiptOf(reply))).toBe(true)
    expect(partsOf(receiptOf(reply)).claims).toMatchObject({ medID: video, deviceID, name: 'Gems', count: 3 })
  })

  test('of a repeated watch has the same claims, also after a restart', async () => {
    const { token } = await world().offer(app, video)
    const first = partsOf(receiptOf(await world().report(app, token, 'WATCH')))
    world().advance(minute)
    await world().restart()
    const again = await world().report(app, token, 'WATCH')
    expect(again.body.repeated).toBe(true)
    expect(partsOf(receiptOf(again)).claims).toEqual(first.claims)
    expect(await verifies(receiptOf(again))).toBe(true)
  })

  test('that was altered does not verify, and each watch has its own number', async () => {
    const receipts = []
    for (let index = 0; index < 3; index++) {
      const { token } = await world().offer(app, video)
      receipts.push(receiptOf(await world().report(app, token, 'WATCH')))
    }
    expect(new Set(receipts.map((receipt) => partsOf(receipt).claims.jti)).size).toBe(3)
    const [header = '', claims = '', signature = ''] = (receipts[0] ?? '').split('.')
    const richer = { ...partsOf(receipts[0] ?? '').claims, count: 300 }
    const forged = Buffer.from(JSON.stringify(richer)).toString('base64url')
    expect(await verifies(`${header}.${forged}.${signature}`)).toBe(false)
    expect(await verifies(`${header}.${claims}.${Buffer.alloc(64).toString('base64url')}`)).toBe(false)
  })

  test('is not issued for a sample, which anybody can request', async () => {
    const { ad } = await world().request(app, video, { test: true })
    const reply = await world().report(app, ad?.token ?? '', 'WATCH')
    expect(reply.body.reward).toEqual({ name: 'Gems', count: 3 })
  })
})

test('ERR-43 EXCEEDED_IMPRESSION: a device sees an ad ten times a day, then the next ad, then none', async () => {
  const unit = await world().medium(app, { product: 'INTERSTITIAL' })
  await world().known(app, unit)
  const terms = { product: 'INTERSTITIAL', billingType: 'CPC' } as const
  const best = await world().ad({ ...terms, maxCost: 2_000, minCost: 10 })
  const next = await world().ad({ ...terms, maxCost: 1_000, minCost: 10 })
  await eventually(async () => {
    const { ad } = await world().request(app, unit)
    return ad?.proID === best
  })
  const deviceID = freshDevice()
  const seen: number[] = []
  for (let index = 0; index < 20; index++) {
    const offer = await world().offer(app, unit, { deviceID })
    seen.push(offer.proID)
    await world().report(app, offer.token, 'IMPRESSION')
    // A repeat is not a second impression.
    await world().report(app, offer.token, 'IMPRESSION')
  }
  expect(seen).toEqual([...Array(10).fill(best), ...Array(10).fill(next)])
  expect((await world().request(app, unit, { deviceID })).error).toBe('EXCEEDED_IMPRESSION')
  expect((await world().request(app, unit, { deviceID: freshDevice() })).ad?.proID).toBe(best)
  world().advance(24 * hour)
  expect((await world().request(app, unit, { deviceID })).ad?.proID).toBe(best)
})
