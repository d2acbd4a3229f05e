import { answerWithdrawal, listWithdrawals, proveBooksNow, setWithdrawPool } from '@voltline/contract'
import { day, type MediumId, minute } from '@voltline/kernel'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeliveryRows, type TestApp } from '../../../../../testing/delivery-rows.ts'
import { eventually } from '../../../../../testing/eventually.ts'
import { type OperatorClient, useTestServer } from '../../../../../testing/test-server.ts'

const server = useTestServer({ ROLES: 'web,delivery,billing,worker', VOLTLINE_NOW: '2026-11-15T03:00:00Z' })
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const shared = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

let app: TestApp
let medID: MediumId
let operator: OperatorClient

beforeAll(async () => {
  const rows = new DeliveryRows({ db: server.db, clock: { now: () => server.now }, secrets: server.secrets })
  app = await rows.app()
  medID = await rows.medium(app)
  await rows.ad({ billingType: 'CPC', minCost: 20_000, maxCost: 20_000 })
  await eventually(async () => (await post('ad', { medID, deviceID: 'first' })).error === 'SUCCESS')
})
beforeEach(async () => {
  operator = await server.operator()
})

interface Answer {
  status: number
  error: string
  [field: string]: unknown
}

async function read(reply: Response): Promise<Answer> {
  return { status: reply.status, ...((await reply.json()) as { error: string }) }
}

const post = async (call: string, body: object): Promise<Answer> =>
  read(
    await fetch(`${server.url}/sdk/v1/${call}`, {
      method: 'POST',
      headers: { 'x-api-key': app.key },
      body: JSON.stringify(body),
    }),
  )

const session = (deviceID: string, deviceKey?: string) =>
  post('session', { deviceID, platform: 'AOS', deviceKey })
const user = async (deviceID: string, deviceKey?: string): Promise<Answer> => {
  const query = new URLSearchParams({ deviceID, ...(deviceKey === undefined ? {} : { deviceKey }) })
  return read(await fetch(`${server.url}/sdk/v1/user?${query}`, { headers: { 'x-api-key': app.key } }))
}

/** A device with volts that can be withdrawn, and its key. */
async function earner(deviceID: string): Promise<string> {
  const { deviceKey } = await session(deviceID)
  const { ad } = (await post('ad', { medID, deviceID })) as Answer & { ad: { token: string } }
  for (const action of ['IMPRESSION', 'CLICK']) await post('event', { token: ad.token, action })
  await eventually(async () => (await user(deviceID)).volts === 2_000)
  await server.advance(day + minute)
  operator = await server.operator()
  return String(deviceKey)
}

const link = (deviceID: string, deviceKey: string, to: string) =>
  post('user/address', { deviceID, deviceKey, address: to })
const withdraw = (deviceID: string, deviceKey: string, volts: unknown) =>
  post('user/withdraw', { deviceID, deviceKey, volts })

describe('a device’s key', () => {
  test('is handed out until a call has carried it, then never again', async () => {
    const { deviceKey } = await session('lost')
    expect(deviceKey).toEqual(expect.any(String))
    expect((await session('lost')).deviceKey).toBe(deviceKey)
    expect(await session('lost', String(deviceKey))).not.toHaveProperty('deviceKey')
    expect(await session('lost')).not.toHaveProperty('deviceKey')
  })

  test('protects the wallet: a missing, wrong or foreign one is forbidden', async () => {
    const mine = String((await session('mine')).deviceKey)
    const theirs = String((await session('theirs')).deviceKey)
    const forbidden = { status: 200, error: 'API_FORBIDDEN' }
    for (const key of ['', 'wrong', theirs]) {
      expect(await link('mine', key, address)).toEqual(forbidden)
      expect(await withdraw('mine', key, 1_000)).toEqual(forbidden)
      expect(await user('mine', key)).toEqual(forbidden)
    }
    expect(await post('user/address', { deviceID: 'mine', address })).toEqual(forbidden)
    expect(await user('mine')).toEqual({ status: 200, error: 'SUCCESS', volts: 0 })
    const empty = { volts: 0, address: null, reserved: 0, withdrawals: [] }
    expect(await user('mine', mine)).toEqual({ status: 200, error: 'SUCCESS', ...empty })
  })
})

describe('an address', () => {
  test('is refused if it is none, already set today, or shared by three devices', async () => {
    const key = String((await session('one')).deviceKey)
    expect(await link('one', key, '0x123')).toEqual({ status: 200, error: 'INVALID_ADDR' })
    expect(await link('one', key, `${address.slice(0, -1)}D`)).toMatchObject({ error: 'INVALID_ADDR' })
    expect(await link('one', key, other)).toEqual({ status: 200, error: 'SUCCESS' })
    expect(await link('one', key, address)).toMatchObject({ error: 'ONLY_ONCEDAY' })
    expect(await link('one', key, 'x')).toMatchObject({ error: 'INVALID_ADDR' })
    for (const device of ['two', 'three']) {
      const deviceKey = String((await session(device)).deviceKey)
      expect(await link(device, deviceKey, other.toLowerCase())).toMatchObject({ error: 'SUCCESS' })
    }
    const fourth = String((await session('four')).deviceKey)
    expect(await link('four', fourth, other)).toMatchObject({ error: 'EXCEEDED_ADDR' })
    expect(await link('four', fourth, address)).toMatchObject({ error: 'SUCCESS' })
    expect(await post('user/address', { deviceID: 'four', deviceKey: fourth })).toMatchObject({ status: 400 })
  })
})

describe('a withdrawal', () => {
  test('is refused in order, reserved, and paid or returned by an administrator', async () => {
    const key = await earner('rich')
    expect(await withdraw('rich', key, 1_000)).toEqual({ status: 200, error: 'NEED_ADDR' })
    await link('rich', key, address)
    expect(await withdraw('rich', key, 999)).toMatchObject({ error: 'NOTENOUGH_POINT' })
    expect(await withdraw('rich', key, 2_001)).toMatchObject({ error: 'NOTENOUGH_POINT' })
    expect(await withdraw('rich', key, 1_000)).toMatchObject({ error: 'INSUFFICIENT_FUNDS' })
    for (const volts of [0, -1, 1.5, '1000', null]) {
      expect(await withdraw('rich', key, volts)).toMatchObject({ status: 400, error: 'UNKNOWN' })
    }
    await operator.ok(setWithdrawPool, { volts: 10_000, reason: 'November' })
    const { id } = await withdraw('rich', key, 1_000)
    expect(id).toEqual(expect.any(Number))
    expect(await withdraw('rich', key, 1_000)).toMatchObject({ error: 'ONLY_ONCEDAY' })
    expect(await link('rich', key, other)).toMatchObject({ error: 'CANNOT_EDITADDR' })
    expect(await user('rich', key)).toMatchObject({
      ...{ volts: 1_000, reserved: 1_000, address },
      withdrawals: [{ id, volts: 1_000, status: 'WAITING', at: expect.any(String) }],
    })
    const queue = await operator.ok(listWithdrawals, { status: 'WAITING' })
    expect(queue).toMatchObject({
      ...{ rowCount: 1, pool: 9_000 },
      withdrawals: [{ WithdrawID: id, DeviceID: 'rich', Address: address, Volts: 1_000, Flags: [] }],
    })
    const withdrawID = Number(id)
    const refused = { status: 200, error: 'UNKNOWN', body: { detail: expect.any(String) } }
    expect(await operator.call(answerWithdrawal, { withdrawID, status: 'PAID' })).toMatchObject(refused)
    expect(await operator.call(answerWithdrawal, { withdrawID, status: 'RETURNED' })).toMatchObject(refused)
    await operator.ok(answerWithdrawal, { withdrawID, status: 'RETURNED', reason: 'Wrong chain' })
    const again = { withdrawID, status: 'PAID' as const, transaction: '0x1' }
    expect(await operator.call(answerWithdrawal, again)).toMatchObject(refused)
    expect(await user('rich', key)).toMatchObject({
      ...{ volts: 2_000, reserved: 0 },
      withdrawals: [{ status: 'RETURNED', reason: 'Wrong chain' }],
    })
    const { id: second } = await withdraw('rich', key, 2_000)
    await operator.ok(answerWithdrawal, { withdrawID: Number(second), status: 'PAID', transaction: '0xfeed' })
    expect((await user('rich', key)).withdrawals).toMatchObject([
      { status: 'PAID', transaction: '0xfeed' },
      {},
    ])
    expect((await operator.ok(proveBooksNow, {})).proof).toMatchObject({ Sum: 0n, WrongVolts: 0 })
  })

  test('that waits with another device’s for one address is flagged, and all are in the file', async () => {
    await operator.ok(setWithdrawPool, { volts: 100_000, reason: 'November' })
    for (const device of ['left', 'right']) {
      const key = await earner(device)
      await operator.ok(setWithdrawPool, { volts: 100_000, reason: 'November' })
      await link(device, key, device === 'left' ? shared : shared.toLowerCase())
      expect(await withdraw(device, key, 1_000)).toMatchObject({ error: 'SUCCESS' })
    }
    const { withdrawals } = await operator.ok(listWithdrawals, { status: 'WAITING' })
    expect(withdrawals.map(({ DeviceID, Flags }) => [DeviceID, Flags])).toEqual([
      ['right', ['shared_address']],
      ['left', ['shared_address']],
    ])
    const file = await (await operator.raw('/api/v1/admin/withdrawal/?status=WAITING&format=csv')).text()
    expect(file.split('\r\n')[0]).toContain('WithdrawID,AppID,DeviceID,Address,Volts,Status,RegistTime,Flags')
    expect(file.trim().split('\r\n')).toHaveLength(3)
  })

  test('returns its volts after 14 days, and says WITHDRAW_TIMEOUT', async () => {
    const key = await earner('patient')
    await operator.ok(setWithdrawPool, { volts: 5_000, reason: 'November' })
    await link('patient', key, '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB')
    await withdraw('patient', key, 2_000)
    await server.advance(14 * day)
    await eventually(async () => (await user('patient', key)).volts === 2_000)
    expect((await user('patient', key)).withdrawals).toMatchObject([
      { status: 'RETURNED', reason: 'WITHDRAW_TIMEOUT' },
    ])
  })
})
