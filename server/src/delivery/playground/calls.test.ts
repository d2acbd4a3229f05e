import { type DemoDecision, demoInstall, demoVisit } from '@voltline/contract'
import { assert, type CustomerId, type Millionths, split, won } from '@voltline/kernel'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { createBilling } from '../../billing/billing.ts'
import { makeLog } from '../../platform/log.ts'

const world = useDeliveryWorld()
const networkShare = 200_000 as Millionths
let play: TestApp
let video: number
let banner: number
let players: CustomerId[]
let other: TestApp
let othersVideo: number

const cpv = { product: 'VIDEO', billingType: 'CPV' } as const

async function addPlaygroundAds(): Promise<void> {
  const [first, second, third, poor] = players
  assert(first && second && third && poor, 'there are four advertisers')
  await world().ad({ ...cpv, advertiser: first, name: 'Winner', minCost: 8, maxCost: 14 })
  await world().ad({ ...cpv, advertiser: first, name: 'Own', minCost: 8, maxCost: 13 })
  await world().ad({ ...cpv, advertiser: second, name: 'Second', minCost: 5, maxCost: 12 })
  await world().ad({ ...cpv, advertiser: third, name: 'Lower', minCost: 5, maxCost: 9 })
  await world().ad({ ...cpv, advertiser: third, name: 'Abroad', minCost: 5, maxCost: 90, countries: ['JP'] })
  await world().ad({ ...cpv, advertiser: third, name: 'Adult', minCost: 5, maxCost: 90, adult: true })
  await world().ad({
    ...cpv,
    advertiser: third,
    name: 'Off',
    minCost: 5,
    maxCost: 90,
    week: Array(7).fill(0),
  })
  await world().ad({ ...cpv, advertiser: third, name: 'Small', minCost: 5, maxCost: 90, dayLimit: won(4) })
  await world().ad({ ...cpv, advertiser: poor, name: 'Poor', minCost: 5, maxCost: 90 })
  await world().ad({ ...cpv, advertiser: third, name: 'Stopped', minCost: 5, maxCost: 90, status: 'WAITING' })
  await world().ad({
    ...{ product: 'BANNER', billingType: 'nCPI', advertiser: first, name: 'Installs', minCost: 1_000 },
  })
}

beforeAll(async () => {
  play = await world().app()
  video = await world().medium(play, { product: 'VIDEO' })
  banner = await world().medium(play)
  const cash = [won(100_000), won(100_000), won(100_000), won(1)]
  players = await Promise.all(cash.map((amount) => world().advertiser({ cash: amount })))
  await addPlaygroundAds()
  // Another publisher and another advertiser, of whom the playground knows nothing.
  other = await world().app()
  othersVideo = await world().medium(other, { product: 'VIDEO' })
  await world().ad({ ...cpv, name: 'Elsewhere', minCost: 1, maxCost: 1_000 })
  world().playground = { appId: play.id, customers: [play.owner, ...players] }
  await world().restart()
})

const ask = (app: TestApp, deviceID: string) =>
  world().send(`${demoVisit.path}?deviceID=${deviceID}`, { headers: { 'x-api-key': app.key } })

async function visit(deviceID: string): Promise<DemoDecision[]> {
  const { decisions } = demoVisit.output.parse((await ask(play, deviceID)).body)
  assert(decisions, 'the playground returns its own visit')
  return decisions
}

async function bill(): Promise<void> {
  await world().delivery.drainIntake()
  const { db, clock, eventReader } = world()
  const billing = createBilling({
    ...{ db, eventReader, clock, log: makeLog('silent') },
    settings: { networkShare, trafficRules: false },
  })
  await billing.drain()
  await billing.stop()
}

describe('the playground’s market', () => {
  test('is separate: its ads serve no other publisher, and other ads do not serve there', async () => {
    expect((await world().offer(other, othersVideo)).name).toBe('Elsewhere')
    expect((await world().offer(play, video)).name).toBe('Winner')
  })
})

describe('a decision is explained', () => {
  test('with its winner, the ad that set the price, and why each other ad did not bid', async () => {
    const { token } = await world().offer(play, video, { deviceID: 'explained' })
    const [decision] = await visit('explained')
    expect(decision).toMatchObject({
      ...{ medID: video, product: 'VIDEO', platform: 'AOS', country: 'KR', answer: 'SUCCESS' },
      // The runner-up's 12 won at the same rate; the advertiser's own 13 do not count.
      offer: { token, priceMicros: 12_000_000 },
      events: [],
    })
    expect(decision?.bids.map((bid) => [bid.name, bid.outcome])).toEqual([
      ...[
        ['Winner', 'won'],
        ['Own', 'own'],
        ['Second', 'second'],
        ['Lower', 'lower'],
      ],
      ...[
        ['Abroad', 'country'],
        ['Adult', 'adult'],
        ['Off', 'hour_off'],
        ['Small', 'day_limit'],
        ['Poor', 'cash'],
        ['Stopped', 'stopped'],
      ],
    ])
    expect(decision?.bids[0]?.terms).toEqual({
      ...{ bidMicros: 14_000_000, floorMicros: 8_000_000, rateOver: 500, rateUnder: 1_000 },
    })
    expect(decision?.bids.slice(4).every((bid) => bid.terms === undefined)).toBe(true)
  })

  test('also if no ad matched, newest first, and only to its own device', async () => {
    await world().request(play, video, { deviceID: 'nowhere', country: 'KR' })
    const interstitial = await world().medium(play, { product: 'INTERSTITIAL' })
    await world().known(play, interstitial)
    await world().request(play, interstitial, { deviceID: 'nowhere' })
    const decisions = await visit('nowhere')
    expect(decisions.map(({ product, answer, bids }) => [product, answer, bids.length])).toEqual([
      ['INTERSTITIAL', 'AD_NOTFOUND', 0],
      ['VIDEO', 'SUCCESS', 10],
    ])
    expect(await visit('a-stranger')).toEqual([])
  })
})

describe('the money of a decision', () => {
  test('comes from the ledger once it is billed, and adds up to the price', async () => {
    const { token } = await world().offer(play, video, { deviceID: 'watcher' })
    await world().report(play, token, 'IMPRESSION')
    await world().report(play, token, 'WATCH')
    const states = async () => (await visit('watcher'))[0]?.events.map((event) => [event.action, event.state])
    expect(await states()).toEqual([
      ['IMPRESSION', 'BILLING'],
      ['WATCH', 'BILLING'],
    ])
    await bill()
    expect(await states()).toEqual([
      ['IMPRESSION', 'COUNTED'],
      ['WATCH', 'CHARGED'],
    ])
    const charge = (await visit('watcher'))[0]?.events[1]?.charge
    const shares = split(won(12), networkShare)
    expect(charge).toEqual({
      priceMicros: Number(won(12)),
      publisherMicros: Number(shares.publisher),
      networkMicros: Number(shares.network),
      userMicros: Number(shares.user),
    })
    expect(shares.publisher + shares.network + shares.user).toBe(won(12))
  })

  test('an install follows a click by a signed postback, and counts once per phone and campaign', async () => {
    const install = (token: string) => world().post(demoInstall.path, { token }, play.key)
    const { token } = await world().offer(play, banner, { deviceID: 'installer' })
    expect((await install(token)).error).toBe('AD_NOTFOUND')
    await world().report(play, token, 'IMPRESSION')
    await world().send(`/c/${token}`)
    expect((await install(token)).body).toEqual({ error: 'SUCCESS' })
    expect((await install(token)).body).toEqual({ error: 'SUCCESS', repeated: true })
    const again = await world().offer(play, banner, { deviceID: 'installer' })
    await world().report(play, again.token, 'IMPRESSION')
    await world().send(`/c/${again.token}`)
    await install(again.token)
    await bill()
    const decisions = await visit('installer')
    expect(decisions.map(({ events }) => events.map((event) => [event.action, event.state]))).toEqual([
      [
        ['IMPRESSION', 'COUNTED'],
        ['CLICK', 'COUNTED'],
        ['INSTALL', 'INVALID'],
      ],
      [
        ['IMPRESSION', 'COUNTED'],
        ['CLICK', 'COUNTED'],
        ['INSTALL', 'CHARGED'],
      ],
    ])
  })
})

describe('explanations are for the playground only', () => {
  test('another app’s key, no key, and another app’s offer are refused', async () => {
    const elsewhere = await world().offer(other, othersVideo, { deviceID: 'spy' })
    expect(await ask(other, 'spy')).toMatchObject({ status: 401, error: 'API_FORBIDDEN' })
    expect(await world().send(`${demoVisit.path}?deviceID=spy`)).toMatchObject({ status: 401 })
    expect(await visit('spy')).toEqual([])
    const install = { token: elsewhere.token }
    expect((await world().post(demoInstall.path, install, other.key)).error).toBe('API_FORBIDDEN')
    expect((await world().post(demoInstall.path, install, play.key)).error).toBe('AD_NOTFOUND')
    for (const body of [{}, { token: 5 }, { token: 'x'.repeat(9_000) }]) {
      expect((await world().post(demoInstall.path, body, play.key)).status).toBe(400)
    }
    expect((await ask(play, '%00')).status).toBe(400)
  })

  test('without demo data the calls do not exist', async () => {
    const { playground } = world()
    world().playground = undefined
    await world().restart()
    expect(await ask(play, 'd')).toMatchObject({ status: 404, error: 'API_NOTFOUND' })
    const install = await world().post(demoInstall.path, { token: 't' }, play.key)
    expect(install).toMatchObject({ status: 404, error: 'API_NOTFOUND' })
    world().playground = playground
    await world().restart()
  })
})
