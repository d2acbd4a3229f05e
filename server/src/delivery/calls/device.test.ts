import { type CustomerId, type Day, micros, type Zone } from '@voltline/kernel'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { addDeviceVolts, VoltsAdditions } from '../../domain/ledger/device-volts.ts'
import { readUserDays } from '../../domain/reports/rollup/read-users.ts'

const world = useDeliveryWorld({ startsAt: '2026-11-15T14:50:00Z' })
let app: TestApp
let medID: number

beforeAll(async () => {
  app = await world().app()
  medID = await world().medium(app)
  await world().known(app, medID)
})

const session = (deviceID: string, more: object = {}) =>
  world().post('/sdk/v1/session', { deviceID, platform: 'AOS', ...more }, app.key)

describe('a session', () => {
  test('returns the server’s time', async () => {
    const reply = await session('device-1', { country: 'KR', language: 'ko', appVersion: '1.0' })
    expect(reply.body).toEqual({
      error: 'SUCCESS',
      deviceKey: expect.any(String),
      serverTime: expect.stringMatching(/^2026-11-15T14:5\d:\d\d\+00:00$/),
    })
  })

  test('and an ad request count a device once per day of the publisher’s zone', async () => {
    const unit = await world().app()
    const medium = await world().medium(unit)
    await world().known(unit, medium)
    const open = (deviceID: string) =>
      world().post('/sdk/v1/session', { deviceID, platform: 'AOS' }, unit.key)
    // 23:50 in Seoul, then 00:05 of the next day there; one and the same day in UTC.
    world().setClock('2026-11-15T14:50:00Z')
    await open('a')
    await open('a')
    await world().request(unit, medium, { deviceID: 'b' })
    world().setClock('2026-11-15T15:05:00Z')
    await open('a')
    await open('c')
    await world().delivery.drainIntake()
    const usersIn = (zone: string) =>
      world().db.read((session) =>
        readUserDays(
          session,
          { owner: unit.owner as CustomerId, appId: unit.id },
          { zone: zone as Zone, start: '2026-11-15' as Day, end: '2026-11-16' as Day },
        ),
      )
    expect(await usersIn('UTC')).toMatchObject([
      { active: 3, fresh: 3 },
      { active: 0, fresh: 0 },
    ])
    expect(await usersIn('Asia/Seoul')).toMatchObject([
      { active: 2, fresh: 2 },
      { active: 2, fresh: 1 },
    ])
  })

  test.each([
    [{}],
    [{ deviceID: 'x' }],
    [{ deviceID: 'x', platform: 'WINDOWS' }],
    [{ deviceID: '', platform: 'AOS' }],
    [{ deviceID: 'x'.repeat(65), platform: 'AOS' }],
    [{ deviceID: 'a\u0000b', platform: 'AOS' }],
    [{ deviceID: ['x'], platform: 'AOS' }],
  ])('with an invalid body is refused: %j', async (body) => {
    expect(await world().post('/sdk/v1/session', body, app.key)).toMatchObject({
      status: 400,
      error: 'UNKNOWN',
    })
  })
})

describe('an app reward', () => {
  const claim = (deviceID: string, rewardKey: string, key = app.key) =>
    world().post('/sdk/v1/app-reward', { deviceID, rewardKey }, key)
  const aReward = async (rewardKey: string) => {
    const now = new Date(world().now)
    await world().run(
      `insert into app_reward (app_id, reward_key, reward_name, reward, registered_at, updated_at)
       values ($1, $2, '출석', 30, $3, $3)`,
      [app.id, rewardKey, now],
    )
  }

  test('ERR-50 ONLY_ONCEDAY: is granted once per UTC day and device', async () => {
    await aReward('daily')
    world().setClock('2026-11-20T23:59:50Z')
    expect((await claim('d1', 'daily')).body).toEqual({
      error: 'SUCCESS',
      reward: { name: '출석', count: 30 },
    })
    expect((await claim('d1', 'daily')).error).toBe('ONLY_ONCEDAY')
    expect((await claim('d2', 'daily')).error).toBe('SUCCESS')
    world().setClock('2026-11-21T00:00:00Z')
    expect((await claim('d1', 'daily')).error).toBe('SUCCESS')
    expect((await claim('d1', 'daily')).error).toBe('ONLY_ONCEDAY')
  })

  test('threat 26: is granted exactly once to parallel claims', async () => {
    await aReward('rush')
    const replies = await Promise.all(Array.from({ length: 30 }, () => claim('d1', 'rush')))
    expect(replies.filter((reply) => reply.error === 'SUCCESS')).toHaveLength(1)
    expect(replies.filter((reply) => reply.error === 'ONLY_ONCEDAY')).toHaveLength(29)
  })

  test('of another app, removed or unknown is not found', async () => {
    await aReward('mine')
    const other = await world().app()
    await world().known(other, await world().medium(other))
    for (const reply of [
      await claim('d1', 'mine', other.key),
      await claim('d1', 'unknown'),
      await claim('d1', 'nul\0'),
    ]) {
      expect(reply).toMatchObject({ status: 200, error: 'UNKNOWN' })
    }
    await world().run('update app_reward set removed_at = $1 where reward_key = $2', [
      new Date(world().now),
      'mine',
    ])
    expect((await claim('d1', 'mine')).error).toBe('UNKNOWN')
  })
})

describe('a user', () => {
  const volts = (deviceID: string) =>
    world().send(`/sdk/v1/user?${new URLSearchParams({ deviceID })}`, { headers: { 'x-api-key': app.key } })

  test('has the volts earned on this device in this app, exact to the millionth', async () => {
    expect((await volts('rich')).body).toEqual({ error: 'SUCCESS', volts: 0 })
    const rich = { appId: app.id, deviceId: 'rich' }
    // A device's volts are kept for each partition of the event log.
    for (const [partition, amount] of [12_000_000n, 345_678n].entries()) {
      const volts = new VoltsAdditions()
      volts.add(rich, micros(amount))
      await world().db.transaction((tx) => addDeviceVolts(tx, partition, volts))
    }
    expect((await volts('rich')).body).toEqual({ error: 'SUCCESS', volts: 12.345678 })
    expect((await volts('poor')).body).toEqual({ error: 'SUCCESS', volts: 0 })
  })

  test('needs a device and the app’s key', async () => {
    expect((await volts('')).status).toBe(400)
    expect(await world().send('/sdk/v1/user?deviceID=rich')).toMatchObject({
      status: 401,
      error: 'API_FORBIDDEN',
    })
  })
})

test('ERR-46 IS_BLOCKED: a blocked device gets nothing from any call', async () => {
  await world().run('insert into blocked_device (device_id, reason, blocked_at) values ($1, $2, $3)', [
    'blocked',
    '',
    new Date(world().now),
  ])
  await eventually(async () => (await session('blocked')).error === 'IS_BLOCKED')
  const get = { headers: { 'x-api-key': app.key } }
  const claim = { deviceID: 'blocked', rewardKey: 'daily' }
  expect((await world().post('/sdk/v1/app-reward', claim, app.key)).error).toBe('IS_BLOCKED')
  expect((await world().send('/sdk/v1/user?deviceID=blocked', get)).error).toBe('IS_BLOCKED')
  expect((await world().request(app, medID, { deviceID: 'blocked' })).error).toBe('IS_BLOCKED')
})
