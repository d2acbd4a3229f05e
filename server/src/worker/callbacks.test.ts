import { randomUUID } from 'node:crypto'
import {
  type AdId,
  after,
  type Instant,
  instant,
  type MediumId,
  micros,
  second,
  utcDay,
} from '@voltline/kernel'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { DeliveryRows } from '../../testing/delivery-rows.ts'
import { eventually } from '../../testing/eventually.ts'
import { useReceiver } from '../../testing/receiver.ts'
import { encodePassthrough } from '../domain/callback/passthrough.ts'
import {
  claimCallbacks,
  deleteCallbacksBefore,
  queueCallbacks,
  recordTry,
} from '../domain/callback/queue-store.ts'
import { saveCallback } from '../domain/callback/setup-store.ts'
import { Database } from '../platform/database/database.ts'
import type { RewardCallbackRow } from '../platform/database/rows.ts'
import { sql } from '../platform/database/sql.ts'
import { makeLog } from '../platform/log.ts'
import { allTargets } from '../platform/outbound/targets.ts'
import { Secrets } from '../platform/secrets.ts'
import { CallbackSender } from './callbacks.ts'

const secrets = new Secrets('a secret key that only the test of callbacks uses')
let database: FreshDatabase
let db: Database
let rows: DeliveryRows
let now: Instant = instant(Date.parse('2026-11-15T03:00:00Z'))
const clock = { now: () => now }
const fast = useReceiver()
const slow = useReceiver('127.0.0.2')

beforeAll(async () => {
  database = await freshDatabase()
  db = new Database({ url: database.url, connectionsMax: 8, statementMsMax: 10_000, onLost: () => {} })
  rows = new DeliveryRows({ db, clock, secrets })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

let sender: CallbackSender | undefined
const start = () => {
  sender = new CallbackSender({ db, clock, log: makeLog('silent'), secrets, targets: allTargets })
  sender.start()
}
beforeEach(() => db.transaction((tx) => deleteCallbacksBefore(tx, after(now, 1))))
afterEach(async () => {
  await sender?.stop()
  sender = undefined
})

async function unit(url: string, { active = true, reward = 'Gem' } = {}): Promise<MediumId> {
  const mediumId = await rows.medium(await rows.app(), { product: 'VIDEO', reward, rewards: 5 })
  const setup = { mediumId, url: `${url}/cb?u={user_id}&e={event_id}`, active, secret: 'secret' }
  await db.transaction((tx) => saveCallback(tx, setup, { secrets, now }))
  return mediumId
}

const watchOf = (mediumId: MediumId, userId: string) => ({
  ...{
    issueDay: utcDay(now),
    offerId: randomUUID(),
    action: 'WATCH' as const,
    receivedAt: now,
    adId: 1 as AdId,
  },
  ...{ mediumId, deviceId: 'device', priceMicros: micros(1n), major: 1n, minor: 1n },
  passthrough: encodePassthrough({ userId, custom: '' }),
})

const watch = (mediumId: MediumId, ...userIds: string[]) =>
  db.transaction((tx) =>
    queueCallbacks(
      tx,
      userIds.map((userId) => watchOf(mediumId, userId)),
      now,
    ),
  )

const logged = () =>
  db.read((session) => session.rows(sql<RewardCallbackRow>`select * from reward_callback order by user_id`))

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`)

describe('callbacks', () => {
  test('to a host that hangs do not delay others, and at most eight are under way to one host', async () => {
    slow.answer = () => {}
    const hanging = await unit(slow.url)
    const another = await unit(slow.url)
    const fine = await unit(fast.url)
    await watch(hanging, ...numbered('stuck', 20))
    await watch(another, ...numbered('stuck-too', 20))
    start()
    await eventually(() => slow.open === 8)
    await watch(fine, ...numbered('quick', 30))
    const isDone = async () => (await logged()).filter(({ status }) => status === 'DELIVERED').length === 30
    await eventually(isDone)
    expect(slow.openMax).toBe(8)
    expect(fast.openMax).toBeLessThanOrEqual(8)
    slow.answer = (_, response) => response.end()
  })

  test('are claimed by several processes without exceeding the limit of a host', async () => {
    const mediumId = await unit(fast.url)
    await watch(mediumId, ...numbered('shared', 20))
    const room = { rowsMax: 100, except: [] }
    const claims = await Promise.all(
      [1, 2, 3].map(() => db.transaction((tx) => claimCallbacks(tx, room, now))),
    )
    expect(claims.flat()).toHaveLength(8)
    expect(await db.transaction((tx) => claimCallbacks(tx, room, now))).toEqual([])
  })

  test('whose process died are sent again within 30 s, and what it records afterwards is ignored', async () => {
    const mediumId = await unit(fast.url)
    await watch(mediumId, 'interrupted')
    const [claimed] = await db.transaction((tx) => claimCallbacks(tx, { rowsMax: 1, except: [] }, now))
    if (!claimed) throw new Error('the callback is claimed')
    now = after(now, 30 * second)
    start()
    await eventually(async () => (await logged())[0]?.status === 'DELIVERED')
    expect(fast.about('interrupted')).toHaveLength(1)
    await db.transaction((tx) => recordTry(tx, claimed, { status: 500, ms: 1, body: 'late' }, now))
    expect((await logged())[0]).toMatchObject({ status: 'DELIVERED', tries: 1, http_status: 200 })
  })

  test('are queued once for each watch, and not while the callback is off or the unit has no reward', async () => {
    const on = await unit(fast.url)
    const off = await unit(fast.url, { active: false })
    const without = await unit(fast.url, { reward: '' })
    const event = watchOf(on, 'once')
    for (let times = 0; times < 2; times++) await db.transaction((tx) => queueCallbacks(tx, [event], now))
    await watch(off, 'off')
    await watch(without, 'without')
    expect((await logged()).map((row) => row.user_id)).toEqual(['once'])
    await db.transaction(async (tx) => {
      await tx.run(sql`update medium_callback set active = false where medium_id = ${on}`)
      expect(await claimCallbacks(tx, { rowsMax: 10, except: [] }, now)).toEqual([])
    })
  })
})
