import { after, day, hour, type Instant, instant, minute, type OperatorId, won } from '@voltline/kernel'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { correct } from '../../server/src/domain/correction/correct.ts'
import { balanceOf, outside, voltsOf, voltsReservedOf } from '../../server/src/domain/ledger/account.ts'
import { voltsOfDevice } from '../../server/src/domain/ledger/device-volts.ts'
import { keyToHandOut, openWallet } from '../../server/src/domain/wallet/store.ts'
import {
  payWithdrawal,
  returnWithdrawal,
  setAddress,
  withdraw,
} from '../../server/src/domain/wallet/withdraw.ts'
import {
  listWithdrawals,
  lockWaiting,
  readPool,
  savePool,
} from '../../server/src/domain/wallet/withdrawal-store.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { returnUnsettled } from '../../server/src/worker/withdrawals.ts'
import { BillingWorld, type TestAd } from './world.ts'

const secrets = new Secrets('a secret key that only the test of wallets uses')
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
let world: BillingWorld
let operator: OperatorId
let ad: TestAd
let keys: Map<string, string>

beforeEach(async () => {
  world = await BillingWorld.make()
  const [row] = await world.rows(sql<{ operator_id: OperatorId }>`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values ('o@x.test', 'o@x.test', '', 'ADMINISTRATORS', ${at(world.now)}) returning operator_id`)
  if (!row) throw new Error('The operator was not made.')
  operator = row.operator_id
  const plenty = { cash: won(900_000_000), budget: won(900_000_000), dayLimit: won(900_000_000) }
  ad = await world.ad({ billingType: 'CPC', ...plenty, adLimit: won(900_000_000) })
  keys = new Map()
  await world.db.transaction((tx) => savePool(tx, 1_000_000n))
  return () => world.end()
})

const deviceOf = (deviceId: string) => ({ appId: world.app, deviceId })

/** The device's wallet, with an address from the first time on. */
async function inWallet<T>(
  deviceId: string,
  work: (tx: Parameters<typeof withdraw>[0], wallet: Parameters<typeof withdraw>[1]) => Promise<T>,
): Promise<T> {
  return world.db.transaction(async (tx) => {
    const device = deviceOf(deviceId)
    const key = keys.get(deviceId) ?? (await keyToHandOut(tx, device, secrets)) ?? ''
    keys.set(deviceId, key)
    const wallet = await openWallet(tx, device, key)
    if (!wallet) throw new Error('The key is the device’s.')
    if (wallet.address !== undefined) return work(tx, wallet)
    await setAddress(tx, wallet, address, world.now)
    return work(tx, { ...wallet, address })
  })
}

const ask = (deviceId: string, volts: number) =>
  inWallet(deviceId, (tx, wallet) =>
    withdraw(tx, wallet, { volts: BigInt(volts), voltsMin: 1_000, now: world.now }),
  )

/** A click of which the device's tenth is this many volts. */
async function earn(deviceId: string, volts: number): Promise<void> {
  await world.send(world.offer(ad, won(volts * 10), deviceId), 'IMPRESSION', 'CLICK')
  await world.billing.drain()
}

const pass = (ms: number): void => {
  world.now = after(world.now, ms)
}

const volts = (deviceId: string) => world.db.read((session) => voltsOfDevice(session, deviceOf(deviceId)))

test('volts are reserved, then paid out of the books or returned', async () => {
  await earn('phone', 5_000)
  pass(day + minute)
  expect(await ask('phone', 2_000)).toMatchObject({ ok: true })
  expect(await volts('phone')).toBe(won(3_000))
  expect(await world.db.read((session) => balanceOf(session, voltsReservedOf(world.app)))).toBe(won(2_000))
  expect(await world.booksAreRight()).toBe(true)
  pass(day)
  const second = await ask('phone', 3_000)
  if (!second.ok) throw new Error(second.error)
  const before = await world.db.read((session) => balanceOf(session, outside))
  await world.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, second.value)
    if (!waiting) throw new Error('The withdrawal waits.')
    await payWithdrawal(tx, waiting, { transaction: '0xabc', by: operator, now: world.now })
  })
  expect(await world.db.read((session) => balanceOf(session, outside))).toBe(before + won(3_000))
  expect(await world.booksAreRight()).toBe(true)
  expect(await world.db.read(readPool)).toBe(995_000n)
  pass(13 * day)
  await returnUnsettled(world)
  expect(await volts('phone')).toBe(won(2_000))
  expect(
    await world.db.read((session) => listWithdrawals(session, { status: undefined, pageNo: 1 })),
  ).toMatchObject([
    { status: 'PAID', transaction: '0xabc' },
    { status: 'RETURNED', reason: 'WITHDRAW_TIMEOUT' },
  ])
  expect(await world.db.read(readPool)).toBe(997_000n)
  expect(await world.booksAreRight()).toBe(true)
  expect(await ask('phone', 2_000)).toMatchObject({ ok: true })
})

test('volts of events younger than a day, or that an open case holds, cannot be withdrawn', async () => {
  await earn('phone', 1_000)
  const firstAt = world.now
  expect(await ask('phone', 1_000)).toMatchObject({ ok: false, error: 'NOTENOUGH_POINT' })
  pass(day + minute)
  await earn('phone', 1_000)
  expect(await ask('phone', 1_001)).toMatchObject({ ok: false, error: 'NOTENOUGH_POINT' })
  const hold = (status: 'OPEN' | 'RELEASED') =>
    status === 'OPEN'
      ? sql`insert into quality_case (medium_id, origin, from_at, to_at, opened_at)
            values (${world.medium}, 'DETECTOR', ${at(after(firstAt, -hour))}, ${at(after(firstAt, hour))}, ${at(world.now)})`
      : sql`update quality_case set status = 'RELEASED', decided_at = ${at(world.now)}, amount_micros = 0, events = 0,
                   decided_by = ${operator}`
  await world.rows(hold('OPEN'))
  expect(await ask('phone', 1_000)).toMatchObject({ ok: false, error: 'NOTENOUGH_POINT' })
  await world.rows(hold('RELEASED'))
  expect(await ask('phone', 1_000)).toMatchObject({ ok: true })
})

test('of many simultaneous requests one succeeds, and nothing is paid twice', async () => {
  await earn('phone', 5_000)
  pass(day + minute)
  await inWallet('phone', async () => {})
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask('phone', 1_000)))
  expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await volts('phone')).toBe(won(4_000))
  expect(await world.booksAreRight()).toBe(true)
})

type Step = {
  kind: 'earn' | 'ask' | 'pay' | 'return' | 'correct' | 'wait' | 'time out'
  device: string
  volts: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('earn', 'earn', 'ask', 'ask', 'pay', 'return', 'correct', 'wait', 'time out'),
    device: fc.constantFrom('a', 'b'),
    volts: fc.integer({ min: 1, max: 3_000 }),
  }),
  { minLength: 6, maxLength: 12 },
)

async function settleOldest(kind: 'pay' | 'return'): Promise<void> {
  const waiting = await world.db.read((session) =>
    listWithdrawals(session, { status: 'WAITING', pageNo: undefined }),
  )
  const oldest = waiting.at(-1)
  if (!oldest) return
  await world.db.transaction((tx) =>
    kind === 'pay'
      ? payWithdrawal(tx, oldest, { transaction: 'tx', by: operator, now: world.now })
      : returnWithdrawal(tx, oldest, { reason: 'wrong', by: operator, now: world.now }),
  )
}

async function take({ kind, device, volts: amount }: Step): Promise<void> {
  const always = { from: instant(0) as Instant, to: after(world.now, day) }
  if (kind === 'earn') await earn(device, amount)
  else if (kind === 'ask') await ask(device, amount)
  else if (kind === 'wait') pass(day + minute)
  else if (kind === 'time out') {
    pass(15 * day)
    await returnUnsettled(world)
  } else if (kind === 'correct') {
    const selection = { deviceId: device, ...always }
    await world.db.transaction((tx) =>
      correct(tx, selection, { reason: 'invented', by: operator, now: world.now }),
    )
  } else await settleOldest(kind)
}

test('the books prove 0 after every step of any sequence, and volts are never negative', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      for (const step of sequence) {
        await take(step)
        expect(await world.booksAreRight()).toBe(true)
        for (const account of [voltsOf(world.app), voltsReservedOf(world.app)]) {
          expect(await world.db.read((session) => balanceOf(session, account))).toBeGreaterThanOrEqual(0n)
        }
      }
    }),
    { numRuns: 6 },
  )
})
