import { minute, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { publicUrl, useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'

const world = useDeliveryWorld({ rateLimits: true })

async function aUnit(options: Parameters<ReturnType<typeof world>['app']>[0] = {}) {
  const app = await world().app(options)
  const medID = await world().medium(app)
  await world().known(app, medID)
  return { app, medID }
}

test('an app gets the winning ad with everything needed to show it', async () => {
  const { app, medID } = await aUnit()
  const proID = await world().ad({
    name: '불꽃 "세일"',
    materials: ['a.png', 'b.png'],
    maxCost: 9_000,
    appInfo: {
      Title: '게임',
      Genres: ['RPG'],
      Free: true,
      StoreURL: 'https://s.example',
      Score: 4.5,
      Show: false,
    },
  })
  await eventually(async () => (await world().request(app, medID)).ad?.proID === proID)
  const { ad } = await world().request(app, medID)
  expect(ad).toMatchObject({
    proID,
    product: 'BANNER',
    billingType: 'CPM',
    name: '불꽃 "세일"',
    materials: [`${publicUrl}/files/a.png`, `${publicUrl}/files/b.png`],
    appInfo: { Title: '게임', Genres: ['RPG'], Free: true, StoreURL: 'https://s.example' },
    clickURL: `${publicUrl}/c/${ad?.token}`,
    expiresIn: 600,
  })
  expect(ad?.appInfo).not.toHaveProperty('Score')
  expect(ad?.token.length).toBeLessThanOrEqual(200)
  expect(ad).not.toHaveProperty('reward')
})

test('a reply does not reveal bids, budgets or the price', async () => {
  const { app, medID } = await aUnit()
  await world().ad({ minCost: 1_234, maxCost: 8_765, dayLimit: won(345_678) })
  await eventually(async () => (await world().request(app, medID)).error === 'SUCCESS')
  const { body } = await world().request(app, medID)
  expect(JSON.stringify(body)).not.toMatch(/1234|8765|345678|Cost|bid|price|budget|limit/i)
})

test('the reply of a rewarded unit names the reward', async () => {
  const app = await world().app()
  const medID = await world().medium(app, { product: 'VIDEO', reward: '보석', rewards: 5 })
  await world().known(app, medID)
  await world().ad({ product: 'VIDEO', billingType: 'CPV', minCost: 10, maxCost: 20 })
  await eventually(async () => (await world().request(app, medID)).error === 'SUCCESS')
  expect((await world().offer(app, medID)).reward).toEqual({ name: '보석', count: 5 })
})

test('no key, an unknown key and a revoked key are refused with 401', async () => {
  const { app, medID } = await aUnit()
  const body = { medID, deviceID: 'd' }
  expect(await world().post('/sdk/v1/ad', body)).toMatchObject({ status: 401, error: 'API_FORBIDDEN' })
  expect(await world().post('/sdk/v1/ad', body, 'nobody')).toMatchObject({ status: 401 })
  await world().run(
    'update app set api_key = null, api_key_hash = null, api_key_status = -1 where app_id = $1',
    [app.id],
  )
  await eventually(async () => (await world().request(app, medID)).status === 401)
})

test('a unit that is not the app’s own is unknown', async () => {
  const [mine, other] = [await aUnit(), await aUnit()]
  expect((await world().request(mine.app, other.medID)).error).toBe('UNKNOWN_MEDID')
  expect((await world().request(mine.app, 2_147_483_647)).error).toBe('UNKNOWN_MEDID')
})

test('a closed unit and a blocked owner are disabled', async () => {
  const { app, medID } = await aUnit()
  await world().run('update medium set active = false where medium_id = $1', [medID])
  await eventually(async () => (await world().request(app, medID)).error === 'AD_DISABLED')
  const open = await aUnit()
  await world().run('update customer set blocked_at = $2 where customer_id = $1', [
    open.app.owner,
    new Date(world().now),
  ])
  await eventually(async () => (await world().request(open.app, open.medID)).error === 'AD_DISABLED')
})

test('a request that no ad matches is refused with AD_NOTFOUND', async () => {
  const { app } = await aUnit()
  const medID = await world().medium(app, { product: 'INTERSTITIAL' })
  await world().known(app, medID)
  expect((await world().request(app, medID)).error).toBe('AD_NOTFOUND')
})

test('threat 29: a test request and an app under review get a marked sample that is not billed', async () => {
  const { app, medID } = await aUnit()
  const review = await aUnit({ approved: false })
  const replies = [
    await world().request(app, medID, { test: true }),
    await world().request(review.app, review.medID),
  ]
  for (const { error, ad } of replies) {
    expect(error).toBe('ADSERVER_TEST')
    expect(ad).toMatchObject({ proID: 0, name: 'Voltline test ad' })
    const path = new URL(ad?.materials[0] ?? '').pathname
    expect((await world().send(path)).headers.get('content-type')).toBe('image/png')
  }
  const token = replies[0]?.ad?.token ?? ''
  const before = await world().rows('select count(*) from event')
  for (const action of ['IMPRESSION', 'CLICK', 'WATCH']) {
    expect(await world().report(app, token, action)).toMatchObject({ status: 200, error: 'SUCCESS' })
  }
  expect((await world().send(`/c/${token}`)).headers.get('location')).toBe(publicUrl)
  expect(await world().rows('select count(*) from event')).toEqual(before)
})

test('a device that the operator blocked is refused with IS_BLOCKED', async () => {
  const { app, medID } = await aUnit()
  await world().run('insert into blocked_device (device_id, reason, blocked_at) values ($1, $2, $3)', [
    'bad-device',
    'farm',
    new Date(world().now),
  ])
  const request = () => world().request(app, medID, { deviceID: 'bad-device' })
  await eventually(async () => (await request()).error === 'IS_BLOCKED')
  await world().run('delete from blocked_device where device_id = $1', ['bad-device'])
  await eventually(async () => (await request()).error !== 'IS_BLOCKED')
})

test('the 61st request of a device within a minute is refused with 429; other devices and apps are not affected', async () => {
  const { app, medID } = await aUnit()
  const other = await aUnit()
  const from = { deviceID: 'eager' }
  for (let index = 0; index < 60; index++) {
    expect((await world().request(app, medID, from)).status).toBe(200)
  }
  expect(await world().request(app, medID, from)).toMatchObject({ status: 429, error: 'TRYAGAIN_LATER' })
  expect((await world().request(app, medID, { deviceID: 'calm' })).status).toBe(200)
  expect((await world().request(other.app, other.medID, from)).status).toBe(200)
  world().advance(minute)
  expect((await world().request(app, medID, from)).status).toBe(200)
})

test('requests are counted by unit and error code', async () => {
  const { app, medID } = await aUnit()
  await world().request(app, medID, { test: true })
  await world().delivery.drainIntake()
  const before = await world().rows(
    "select count from request_rollup where medium_id = $1 and answer = 'ADSERVER_TEST'",
    [medID],
  )
  await world().request(app, medID, { test: true })
  await world().delivery.drainIntake()
  const after = await world().rows(
    "select count from request_rollup where medium_id = $1 and answer = 'ADSERVER_TEST'",
    [medID],
  )
  expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(1)
})
