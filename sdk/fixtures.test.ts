import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hour } from '@voltline/kernel'
import { expect, test } from 'vitest'
import type { TestApp } from '../server/testing/delivery-rows.ts'
import { DeliveryWorld, type Reply } from '../server/testing/delivery-world.ts'

/**
 * The wire format for clients on other platforms: real requests and the responses of the real server. Run with
 * RECORD_FIXTURES=1 to record them again after the format has changed.
 */
const folder = join(import.meta.dirname, 'fixtures')
const isRecording = process.env.RECORD_FIXTURES === '1'

interface Fixture {
  about: string
  request: { method: string; path: string; headers: Record<string, string>; body?: unknown }
  response: { status: number; headers?: Record<string, string>; body?: unknown }
}

const apiKey = 'fixture-key-0123456789'
const deviceID = '3f1c0f5e-8d1f-4a57-9f0b-2f1f1a2b3c4d'
const secret = 'the-advertisers-postback-secret'

class Recorder {
  readonly fixtures = new Map<string, Fixture>()
  readonly #world: DeliveryWorld
  constructor(world: DeliveryWorld) {
    this.#world = world
  }

  async record(name: string, about: string, request: Fixture['request']): Promise<Reply> {
    const reply = await this.#world.send(request.path, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    const location = reply.headers.get('location')
    this.fixtures.set(name, {
      about,
      request,
      response: {
        status: reply.status,
        ...(location === null ? {} : { headers: { Location: location } }),
        ...(reply.error === '' ? {} : { body: reply.body }),
      },
    })
    return reply
  }

  post(name: string, about: string, path: string, body: object, key = apiKey): Promise<Reply> {
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key }
    return this.record(name, about, { method: 'POST', path, headers, body })
  }

  get(name: string, about: string, path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.record(name, about, { method: 'GET', path, headers })
  }
}

const tokenOf = (reply: Reply): string => (reply.body.ad as { token: string }).token

async function recordAds(recorder: Recorder, world: DeliveryWorld, app: TestApp) {
  const ad = (name: string, about: string, medID: number, more: object = {}, key = apiKey) =>
    recorder.post(name, about, '/sdk/v1/ad', { medID, deviceID, country: 'KR', ...more }, key)
  const banner = await world.medium(app)
  const video = await world.medium(app, { product: 'VIDEO', reward: 'Gems', rewards: 5 })
  const interstitial = await world.medium(app, { product: 'INTERSTITIAL' })
  const closed = await world.medium(app, { active: false })
  const advertiser = await world.advertiser({ postbackSecret: secret })
  await world.ad({ advertiser, name: 'Puzzle Quest', materials: ['banner-1.png'] })
  await world.ad({
    advertiser,
    name: '퍼즐 퀘스트',
    product: 'VIDEO',
    billingType: 'CPV',
    minCost: 10,
    maxCost: 30,
    materials: ['video-1.mp4'],
    url: 'https://shop.example/app?from=voltline',
    appInfo: {
      Title: 'Puzzle Quest',
      Genres: ['Puzzle'],
      Free: true,
      StoreURL: 'https://store.example/app',
      Score: 4.5,
      Installs: '1,000,000+',
      Show: true,
    },
  })
  await world.run('insert into blocked_device (device_id, reason, blocked_at) values ($1, $2, $3)', [
    'blocked-device',
    '',
    new Date(world.now),
  ])
  await world.restart()
  const shown = await ad('ad-banner', 'A banner.', banner)
  const watched = await ad('ad-rewarded-video', 'A video on a rewarded unit, with store details.', video)
  const late = await ad('ad-banner-again', 'Another offer of the same banner has a token of its own.', banner)
  await ad('ad-test', 'A marked sample that nobody pays for. Treat it as an ad.', interstitial, {
    test: true,
  })
  await ad('ad-not-found', 'Nothing to show now. Ask again later.', interstitial)
  await ad('ad-disabled', 'The unit is closed, or its owner is blocked.', closed)
  await ad('ad-unknown-unit', 'No such unit in this app.', 999_999)
  await ad('ad-forbidden', 'The key is missing, unknown or revoked.', banner, {}, 'wrong-key')
  await ad('ad-blocked-device', 'The device is blocked.', banner, { deviceID: 'blocked-device' })
  await ad('ad-bad-request', 'A body that does not fit.', 0)
  return { shown: tokenOf(shown), watched: tokenOf(watched), late: tokenOf(late) }
}

async function recordAll(world: DeliveryWorld): Promise<Map<string, Fixture>> {
  const recorder = new Recorder(world)
  const app = await world.app({ key: apiKey })
  const tokens = await recordAds(recorder, world, app)
  const event = (name: string, about: string, token: string, action: string) =>
    recorder.post(name, about, '/sdk/v1/event', { token, action, deviceID })
  await recorder.post('session', 'The app was opened.', '/sdk/v1/session', {
    deviceID,
    platform: 'AOS',
    country: 'KR',
    language: 'ko-KR',
    appVersion: '1.4.0',
  })
  await event('event-impression', 'The ad was shown.', tokens.shown, 'IMPRESSION')
  await event('event-repeated', 'The same again: fine, and counted once.', tokens.shown, 'IMPRESSION')
  await event('event-watch', 'A rewarded video was watched to its end.', tokens.watched, 'WATCH')
  await event('event-watch-repeated', 'The same again brings the same receipt.', tokens.watched, 'WATCH')
  await event('event-forged', 'A token that is none.', `${tokens.shown.slice(0, -4)}AAAA`, 'IMPRESSION')
  const clicked = await recorder.get('click', 'The user follows clickURL.', `/c/${tokens.watched}`)
  const clickId = new URL(clicked.headers.get('location') ?? '').searchParams.get('click_id') ?? ''
  const signed = (text: string) => new URLSearchParams({ click_id: clickId, sig: world.sign(secret, text) })
  await recorder.get(
    'postback-install',
    `The advertiser reports an install; its secret is "${secret}".`,
    `/postback/v1/install?${signed(`install:${clickId}`)}`,
  )
  const bad = new URLSearchParams({ click_id: clickId, sig: 'wrong' })
  await recorder.get(
    'postback-bad-signature',
    'A signature that does not fit.',
    `/postback/v1/install?${bad}`,
  )
  const key = { 'X-Api-Key': apiKey }
  await recorder.get('user', 'What the device has earned.', `/sdk/v1/user?deviceID=${deviceID}`, key)
  await recorder.get('keys', 'The keys that verify receipts.', '/sdk/v1/keys')
  await world.run(
    `insert into app_reward (app_id, reward_key, reward_name, reward, registered_at, updated_at)
     values ($1, 'daily-login', 'Coins', 100, $2, $2)`,
    [app.id, new Date(world.now)],
  )
  const claim = { deviceID, rewardKey: 'daily-login' }
  await recorder.post('app-reward', 'A reward of the app’s own.', '/sdk/v1/app-reward', claim)
  await recorder.post('app-reward-again', 'The same on the same day (UTC).', '/sdk/v1/app-reward', claim)
  world.advance(2 * hour)
  await event('event-expired', 'Reported too late.', tokens.late, 'IMPRESSION')
  await recorder.get('click-expired', 'Followed too late: it leads there, uncounted.', `/c/${tokens.late}`)
  return recorder.fixtures
}

/** Replaces what differs between runs: tokens, receipts and times. */
const steady = (fixture: Fixture): unknown =>
  JSON.parse(
    JSON.stringify(fixture)
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<receipt>')
      .replace(/[\w-]{100,}/g, '<token>')
      .replace(/"deviceKey":"[\w-]{43}"/g, '"deviceKey":"<key>"')
      .replace(/sig=[0-9a-f]{64}/g, 'sig=<signature>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/g, '<time>'),
  )

test('the recorded wire fixtures are what the server says today', async () => {
  const world = await DeliveryWorld.make()
  try {
    const recorded = await recordAll(world)
    if (isRecording) {
      mkdirSync(folder, { recursive: true })
      for (const [name, fixture] of recorded) {
        writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`)
      }
    }
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
    expect(names.sort()).toEqual([...recorded.keys()].sort())
    for (const [name, fixture] of recorded) {
      const kept: Fixture = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
      expect(steady(fixture), name).toEqual(steady(kept))
    }
  } finally {
    await world.end()
  }
})
