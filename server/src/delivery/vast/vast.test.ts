import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VASTParser } from '@dailymotion/vast-client'
import { DOMParser } from '@xmldom/xmldom'
import { beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { publicUrl, useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { durationText } from './document.ts'

const world = useDeliveryWorld({ trafficRules: true })
const schema = readFileSync(join(import.meta.dirname, '../../../testing/vast/vast-4.2-linear.xsd'), 'utf8')
const name = 'Puzzle <Quest> & "co"\u0001 퍼즐'
const phone = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
}
let app: TestApp
let medID: number
let rewarded: number
let banner: number

beforeAll(async () => {
  app = await world().app()
  medID = await world().medium(app, { product: 'VIDEO' })
  rewarded = await world().medium(app, { product: 'VIDEO', reward: 'Gem', rewards: 1 })
  banner = await world().medium(app)
  await world().run(
    `insert into file (name, folder, content_type, bytes_max, is_private, state, bytes, sha256, width, height, duration_ms,
                       original_name, issued_at, expires_at, stored_at)
     select 'film.mp4', 'encoded', 'video/mp4', 1000000, false, 'STORED', 750000, '\\x00', 1280, 720, 6000, 'film.mp4', $1, $1, $1`,
    [new Date(world().now)],
  )
  await world().ad({ name, product: 'VIDEO', billingType: 'CPV', minCost: 10, materials: ['film.mp4'] })
  await world().known(app, medID)
  await eventually(async () => (await documentOf({ medID: rewarded, deviceID: 'first' })).includes('<Ad '))
})

const fetchVast = (query: object) =>
  fetch(`${world().url}/sdk/v1/vast?${new URLSearchParams({ key: app.key, country: 'KR', ...query })}`, {
    headers: phone,
  })
const documentOf = async (query: object) => (await fetchVast(query)).text()

async function errorsOf(contents: string): Promise<unknown[]> {
  const { valid, errors } = await validateXML({ xml: { fileName: 'vast.xml', contents }, schema })
  return valid ? [] : [...errors]
}

/** What a player's library reads. */
async function parse(text: string) {
  const parser = new VASTParser()
  const xml = new DOMParser().parseFromString(text, 'text/xml') as unknown as Document
  const { ads } = await parser.parseVAST(xml)
  const [ad] = ads
  const creative = ad?.creatives.find((found: { type: string }) => found.type === 'linear')
  return { ad, creative: creative as unknown as Linear | undefined }
}
interface Linear {
  duration: number
  /** -1 without one. */
  skipDelay: number
  mediaFiles: Record<string, unknown>[]
  videoClickThroughURLTemplate: { url: string }
  trackingEvents: Record<string, string[]>
}

/** Follows a tracking URL, which names the public address. */
const track = (url: string) => fetch(url.replace(publicUrl, world().url), { headers: phone })
const actionsOf = async (deviceID: string) => {
  const rows = await world().rows('select action from event where device_id = $1 order by seq', [deviceID])
  return rows.map(({ action }) => action)
}

test('the document is valid and a client library reads the ad, its video and its links', async () => {
  const response = await fetchVast({ medID, deviceID: 'd1' })
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  expect(await errorsOf(text)).toEqual([])
  const { ad, creative } = await parse(text)
  expect(ad?.title).toBe('Puzzle <Quest> & "co" 퍼즐')
  expect(ad?.impressionURLTemplates).toHaveLength(1)
  expect(ad?.errorURLTemplates[0]).toContain('/sdk/v1/vast/error/')
  expect(creative).toMatchObject({ duration: 6, skipDelay: 5 })
  expect(creative?.mediaFiles[0]).toMatchObject({
    ...{ fileURL: `${publicUrl}/files/film.mp4`, deliveryType: 'progressive', mimeType: 'video/mp4' },
    ...{ width: 1280, height: 720, bitrate: 1_000, fileSize: 750_000 },
  })
  expect(creative?.videoClickThroughURLTemplate.url).toMatch(new RegExp(`^${publicUrl}/c/[\\w-]{70,}$`))
  expect(Object.keys(creative?.trackingEvents ?? {}).sort()).toEqual(
    ['complete', 'firstQuartile', 'midpoint', 'skip', 'start', 'thirdQuartile'].sort(),
  )
})

test('the validator refuses a document that is not VAST', async () => {
  const text = await documentOf({ medID, deviceID: 'd1' })
  expect(await errorsOf(text.replace(/<Impression.*<\/Impression>/, ''))).not.toEqual([])
  expect(await errorsOf(text.replace('event="skip"', 'event="click"'))).not.toEqual([])
})

test('a missing or unknown key is a 401; every other refusal is an empty document', async () => {
  for (const key of ['', 'unknown']) expect((await fetchVast({ medID, deviceID: 'd', key })).status).toBe(401)
  const blocked = { medID, deviceID: 'blocked' }
  await world().run('insert into blocked_device (device_id, reason, blocked_at) values ($1, $2, $3)', [
    ...['blocked', '', new Date(world().now)],
  ])
  await eventually(async () => !(await documentOf(blocked)).includes('<Ad '))
  for (const query of [
    blocked,
    { medID: 999_999, deviceID: 'd' },
    { medID: banner, deviceID: 'd' },
    { medID },
    {},
  ]) {
    const response = await fetchVast(query)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toContain('<Ad')
    expect(await errorsOf(text)).toEqual([])
    expect((await parse(text)).ad).toBeUndefined()
  }
})

test('a test request gets the sample, whose events count nothing; a rewarded video cannot be skipped', async () => {
  const text = await documentOf({ medID, deviceID: 'sample', test: '1' })
  expect(await errorsOf(text)).toEqual([])
  const { ad, creative } = await parse(text)
  expect([ad?.title, creative?.duration, creative?.mediaFiles[0]?.width]).toEqual([
    'Voltline test ad',
    5,
    640,
  ])
  expect((await track(ad?.impressionURLTemplates[0]?.url ?? '')).status).toBe(204)
  expect(await actionsOf('sample')).toEqual([])
  const { creative: kept } = await parse(await documentOf({ medID: rewarded, deviceID: 'd2' }))
  expect(kept?.skipDelay).toBe(-1)
})

test('Impression and complete are the events of the offer, once; other tracking counts nothing and none fails', async () => {
  const { ad, creative } = await parse(await documentOf({ medID: rewarded, deviceID: 'viewer' }))
  const impression = ad?.impressionURLTemplates[0]?.url ?? ''
  expect((await track(impression.replace('/vast/', '/vast/x'))).status).toBe(204)
  expect((await track(`${publicUrl}/sdk/v1/vast/impression/forged`)).status).toBe(204)
  for (const [event, [url = '']] of Object.entries(creative?.trackingEvents ?? {})) {
    if (event !== 'complete') expect((await track(url)).status).toBe(204)
  }
  expect((await track(ad?.errorURLTemplates[0] ?? '')).status).toBe(204)
  expect(await actionsOf('viewer')).toEqual([])
  world().advance(300)
  for (let times = 0; times < 2; times++) expect((await track(impression)).status).toBe(204)
  expect(await actionsOf('viewer')).toEqual(['IMPRESSION'])
  world().advance(6_000)
  const [complete = ''] = creative?.trackingEvents.complete ?? []
  for (let times = 0; times < 2; times++) expect((await track(complete)).status).toBe(204)
  expect(await actionsOf('viewer')).toEqual(['IMPRESSION', 'WATCH'])
  const events = await world().rows(
    'select get_byte(evidence, 20) & 4 as vast from event where device_id = $1',
    ['viewer'],
  )
  expect(events.map(({ vast }) => Number(vast) > 0)).toEqual([true, true])
})

test('the token of an app’s offer is not reported without its key', async () => {
  const { token } = await world().offer(app, rewarded, { deviceID: 'app-device' })
  expect((await track(`${publicUrl}/sdk/v1/vast/impression/${token}`)).status).toBe(204)
  expect(await actionsOf('app-device')).toEqual([])
})

test('a duration is a time of the schema', () => {
  expect([0, 5_000, 61_001, 3_600_000].map(durationText)).toEqual([
    ...['00:00:00.000', '00:00:05.000', '00:01:01.001', '01:00:00.000'],
  ])
})
