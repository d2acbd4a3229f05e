import { randomUUID } from 'node:crypto'
import { type DemoVisit, demoVisit } from '@voltline/contract'
import { instant, type MediumId, type Millionths, micros, minute, won } from '@voltline/kernel'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createBilling } from '../../server/src/billing/billing.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { cashOf, outside } from '../../server/src/domain/ledger/account.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import { openBroadcast } from '../../server/src/platform/broadcast/open-broadcast.ts'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { parseNatsUrl } from '../../server/src/platform/nats/nats-url.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'
import { DeliveryRows, type TestApp } from '../../server/testing/delivery-rows.ts'
import { requireNats, startNats } from '../../server/testing/event-log/nats-server.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { callSdk, DeliveryProcess, type ProcessOptions, testPartitions } from './delivery-process.ts'

const cap = 3
const price = 1_000
const impressions = (count: number) => micros((won(price) / 1_000n) * BigInt(count))

let database: FreshDatabase
let db: Database
let clock: ProgramClock
let rows: DeliveryRows
let app: TestApp
let medium: MediumId
let running: DeliveryProcess[]

beforeEach(async () => {
  database = await freshDatabase()
  db = new Database({ url: database.url, connectionsMax: 4, statementMsMax: 20_000, onLost: () => {} })
  clock = new ProgramClock(instant(Date.parse('2026-11-15T03:00:00Z')))
  rows = new DeliveryRows({ db, clock, secrets: new Secrets('a secret key that is only for these tests') })
  app = await rows.app()
  medium = await rows.medium(app)
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((delivery) => delivery.stop()))
  await db.close()
  await database.drop()
})

async function startProcess(more: Partial<ProcessOptions> = {}): Promise<DeliveryProcess> {
  const options = { clock, secrets: rows.secrets, ...more }
  const started = await DeliveryProcess.start(database.url, options)
  running.push(started)
  return started
}

async function stop(delivery: DeliveryProcess): Promise<void> {
  running = running.filter((other) => other !== delivery)
  await delivery.stop()
}

const request = (at: DeliveryProcess, deviceID: string = randomUUID()) =>
  callSdk(at.url, app, { path: '/sdk/v1/ad', body: { medID: medium, deviceID, country: 'KR' } })
const report = (at: DeliveryProcess, token: string) =>
  callSdk(at.url, app, { path: '/sdk/v1/event', body: { token, action: 'IMPRESSION' } })
const isServed = async (at: DeliveryProcess, deviceID?: string) =>
  (await request(at, deviceID)).error === 'SUCCESS'

/** Requests an ad and reports it as shown, each to the process that it names. */
async function show(from: DeliveryProcess, to: DeliveryProcess, deviceID?: string): Promise<void> {
  const { ad } = await request(from, deviceID)
  if (!ad) throw new Error('No ad came.')
  expect((await report(to, ad.token)).error).toBe('SUCCESS')
}

const anAd = (limit: number) =>
  rows.ad({ minCost: price, maxCost: price, adLimit: impressions(limit), dayLimit: impressions(limit) })

test('a frequency cap holds across processes, and for one that starts later', async () => {
  await anAd(1_000)
  const [a, b] = [await startProcess({ frequencyCap: cap }), await startProcess({ frequencyCap: cap })]
  await show(a, b, 'phone')
  await show(b, a, 'phone')
  await show(a, a, 'phone')
  for (const at of [a, b]) {
    await eventually(async () => (await request(at, 'phone')).error === 'EXCEEDED_IMPRESSION')
  }
  expect(await isServed(b, 'other-phone')).toBe(true)
  await stop(a)
  await stop(b)
  const c = await startProcess({ frequencyCap: cap })
  expect((await request(c, 'phone')).error).toBe('EXCEEDED_IMPRESSION')
  expect(await isServed(c, 'other-phone')).toBe(true)
})

test('a frequency cap holds across processes that tell each other on NATS', async (context) => {
  requireNats(context)
  const nats = await startNats()
  onTestFinished(() => nats.stop())
  const servers = parseNatsUrl(nats.url)
  if (!servers) throw new Error('The server has a URL.')
  const settings = { nats: { servers, credsPath: undefined, prefix: 'voltline' } }
  const start = async () => {
    const broadcast = await openBroadcast({ db, log: makeLog('silent'), settings })
    return startProcess({ frequencyCap: cap, broadcast })
  }
  await anAd(1_000)
  const [a, b] = [await start(), await start()]
  for (const to of [a, b, a]) await show(a, to, 'phone')
  await eventually(async () => (await request(b, 'phone')).error === 'EXCEEDED_IMPRESSION')
  await Promise.all([stop(a), stop(b)])
})

test('three processes together offer no more than an ad can pay, however the requests are spread', async () => {
  const limit = 60
  await anAd(limit)
  const all = [await startProcess(), await startProcess(), await startProcess()]
  await Promise.all(all.map((at) => show(at, at)))
  let served = all.length
  await eventually(async () => {
    const replies = await Promise.all(all.flatMap((at) => [request(at), request(at), request(at)]))
    const offered = replies.filter(({ error }) => error === 'SUCCESS').length
    served += offered
    return served >= limit
  })
  await eventually(async () => !(await isServed(all[0] as DeliveryProcess)))
  expect(served).toBeLessThanOrEqual(limit + all.length)
})

test('a process that starts knows the open offers of the others', async () => {
  const limit = 20
  await anAd(limit)
  const a = await startProcess()
  for (let count = 0; count < limit; count++) expect(await isServed(a)).toBe(true)
  expect(await isServed(a)).toBe(false)
  const b = await startProcess()
  await eventually(async () => !(await isServed(b)))
  clock.set(instant(clock.now() + 11 * minute))
  await eventually(() => isServed(b))
})

test('a process that starts while billing stands still counts what is shown and not billed', async () => {
  const limit = 20
  await anAd(limit)
  const a = await startProcess()
  for (let count = 0; count < limit; count++) await show(a, a)
  await stop(a)
  const b = await startProcess()
  expect(await isServed(b)).toBe(false)
  clock.set(instant(clock.now() + 11 * minute))
  expect(await isServed(b)).toBe(false)
  const log = makeLog('silent')
  const { log: eventLog, reader: eventReader } = await openEventLog({
    ...{ db, clock, log, settings: { eventPartitions: testPartitions } },
  })
  const settings = { networkShare: 200_000 as Millionths, trafficRules: false }
  const billing = createBilling({ db, clock, log, eventReader, settings })
  await billing.drain()
  await billing.stop()
  await Promise.all([eventLog.close(), eventReader.close()])
  const [row] = await db.read((session) =>
    session.rows<{ status: string; billable_events: bigint; billed_events: bigint }>({
      ...{ text: 'select status, billable_events, billed_events from ad', values: [] },
    }),
  )
  expect(row).toEqual({ status: 'COMPLETE', billable_events: 20n, billed_events: 20n })
})

test('offers that are never shown stop an ad only until they expire', async () => {
  const limit = 5
  await anAd(limit)
  const a = await startProcess()
  for (let count = 0; count < limit; count++) expect(await isServed(a)).toBe(true)
  expect(await isServed(a)).toBe(false)
  clock.set(instant(clock.now() + 9 * minute))
  expect(await isServed(a)).toBe(false)
  clock.set(instant(clock.now() + 2 * minute))
  await eventually(() => isServed(a))
})

test('promised cash is shared by the ads of an advertiser, and a credit lets them serve again', async () => {
  const advertiser = await rows.advertiser({ cash: impressions(4) })
  const terms = { advertiser, minCost: price, maxCost: price }
  await rows.ad(terms)
  await rows.ad(terms)
  const a = await startProcess()
  for (let count = 0; count < 4; count++) expect(await isServed(a)).toBe(true)
  expect(await isServed(a)).toBe(false)
  const to = [[cashOf(advertiser), impressions(1)]] as const
  await db.transaction((tx) =>
    post(tx, [{ key: 'more', kind: 'CREDIT', from: outside, to, at: clock.now() }]),
  )
  await eventually(() => isServed(a))
  expect(await isServed(a)).toBe(false)
})

test('the playground explains what another process decided, and names it', async () => {
  const advertiser = await rows.advertiser()
  await rows.ad({ advertiser, name: 'Shown', minCost: price, maxCost: price })
  const playground = { appId: app.id, customers: [app.owner, advertiser] }
  const [a, b] = [await startProcess({ playground }), await startProcess({ playground })]
  const visit = (at: DeliveryProcess, deviceID: string) =>
    callSdk<DemoVisit>(at.url, app, { path: `${demoVisit.path}?deviceID=${deviceID}` })
  await eventually(async () => {
    expect(await isServed(a, 'phone')).toBe(true)
    return ((await visit(b, 'phone')).decisions?.length ?? 0) > 0
  })
  const [there] = (await visit(b, 'phone')).decisions ?? []
  const here = (await visit(a, 'phone')).decisions?.find(({ number }) => number === there?.number)
  expect(there).toEqual(here)
  expect(there?.bids).toMatchObject([{ name: 'Shown', outcome: 'won' }])
  expect(await isServed(b, 'other')).toBe(true)
  const [ofB] = (await visit(b, 'other')).decisions ?? []
  expect(ofB?.process).not.toBe(there?.process)
})
