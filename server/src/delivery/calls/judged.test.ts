import { after, type Instant, type Millionths } from '@voltline/kernel'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { createBilling } from '../../billing/billing.ts'
import { makeLog } from '../../platform/log.ts'

const world = useDeliveryWorld({ trafficRules: true, trustedProxies: 1 })
/** Stands still, so that no time passes but that of the test. */
let now: Instant
const advance = (ms: number) => {
  now = after(now, ms)
}

let app: TestApp
let banner: number
let interstitial: number

beforeAll(async () => {
  now = world().clock.now()
  vi.spyOn(world().clock, 'now').mockImplementation(() => now)
  app = await world().app()
  banner = await world().medium(app, { product: 'BANNER' })
  interstitial = await world().medium(app, { product: 'INTERSTITIAL', reward: 'Gems', rewards: 3 })
  await world().ad({ product: 'BANNER', countries: ['Global'] })
  await world().ad({ product: 'INTERSTITIAL', countries: ['Global'] })
  await eventually(async () => (await world().request(app, banner)).error === 'SUCCESS')
  await eventually(async () => (await world().request(app, interstitial)).error === 'SUCCESS')
})

interface From {
  address?: string
  agent?: string
}

const headersOf = ({ address = '10.0.0.1', agent = 'okhttp/4.12.0' }: From) => ({
  'content-type': 'application/json',
  'x-api-key': app.key,
  'x-forwarded-for': address,
  'user-agent': agent,
})

const post = (path: string, body: object, from: From = {}) =>
  world().send(path, { method: 'POST', headers: headersOf(from), body: JSON.stringify(body) })

async function offer(medID: number, deviceID: string, from: From = {}): Promise<string> {
  const { body } = await post('/sdk/v1/ad', { medID, deviceID }, from)
  return (body.ad as { token: string }).token
}

const report = (token: string, action: string, more: object = {}, from: From = {}) =>
  post('/sdk/v1/event', { token, action, ...more }, from)

async function invalid(): Promise<Record<string, number>> {
  const { db, clock, eventReader } = world()
  const billing = createBilling({
    ...{ db, eventReader, clock, log: makeLog('silent') },
    settings: { networkShare: 200_000 as Millionths },
  })
  await billing.drain()
  await billing.stop()
  const rows = await world().rows(
    'select reason, sum(count)::int as count from invalid_rollup_now group by reason',
  )
  return Object.fromEntries(rows.map((row) => [String(row.reason), Number(row.count)]))
}

describe('an event of an app', () => {
  test('is judged by its own time, agent and measures, and answered like any other', async () => {
    const before = await invalid()
    const [soon, hidden, tool, honest] = await Promise.all(
      ['soon', 'hidden', 'tool', 'honest'].map((device) => offer(banner, device)),
    )
    expect((await report(soon ?? '', 'IMPRESSION')).body).toEqual({ error: 'SUCCESS' })
    advance(1_000)
    expect((await report(soon ?? '', 'IMPRESSION')).body).toEqual({ error: 'SUCCESS', repeated: true })
    await report(hidden ?? '', 'IMPRESSION', { visibleMs: 10, visibleRatio: 1 })
    await report(tool ?? '', 'IMPRESSION', {}, { agent: 'curl/8.5.0' })
    await report(honest ?? '', 'IMPRESSION', { visibleMs: 1_000, visibleRatio: 0.9, width: 320, height: 50 })
    advance(1_000)
    await report(soon ?? '', 'CLICK')
    expect(await invalid()).toEqual({ ...before, too_soon: 2, not_visible: 1, bot_agent: 1 })
    const rows = await world().rows('select distinct agent from event_evidence order by agent')
    expect(rows).toEqual([{ agent: 'APP' }, { agent: 'BOT' }])
  })

  test('is invalid beyond 60 new devices of one address within an hour, and not from a private address', async () => {
    const before = await invalid()
    const devices = Array.from({ length: 62 }, (_, index) => `new-${index}`)
    const tokens: string[] = []
    for (const device of devices) tokens.push(await offer(banner, device, { address: '1.208.0.7' }))
    advance(1_000)
    for (const token of tokens) await report(token, 'IMPRESSION', {}, { address: '1.208.0.7' })
    expect(await invalid()).toEqual({ ...before, address_flood: 2 })
  })
})

describe('a watch of a rewarded interstitial', () => {
  test('gets its receipt only after an accepted impression and enough time', async () => {
    const early = await offer(interstitial, 'early')
    const patient = await offer(interstitial, 'patient')
    advance(1_000)
    expect((await report(patient, 'WATCH')).body).toEqual({ error: 'SUCCESS' })
    await report(early, 'IMPRESSION')
    advance(1_999)
    expect((await report(early, 'WATCH')).body).toEqual({ error: 'SUCCESS' })
    advance(10_000)
    expect((await report(early, 'WATCH')).body).toEqual({ error: 'SUCCESS', repeated: true })
    const third = await offer(interstitial, 'third')
    advance(1_000)
    await report(third, 'IMPRESSION')
    advance(2_000)
    expect((await report(third, 'WATCH')).body.reward).toMatchObject({ name: 'Gems', count: 3 })
    expect((await report(third, 'WATCH')).body).toMatchObject({ repeated: true, reward: { name: 'Gems' } })
  })
})
