import { sdkCalls } from '@voltline/contract'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { asQuery, hostileInputs, hostileSeed, seededNumbers } from '../../../testing/hostile/inputs.ts'
import { hostileTexts } from '../../../testing/hostile/values.ts'

const world = useDeliveryWorld()
const secret = 'the advertiser’s own secret'
let app: TestApp
/** Real ids and tokens, so that a hostile field reaches the code behind the schema. */
let known: Record<string, unknown>

beforeAll(async () => {
  app = await world().app()
  const medID = await world().medium(app)
  await world().known(app, medID)
  const advertiser = await world().advertiser({ postbackSecret: secret })
  await world().ad({ advertiser, billingType: 'nCPI', url: 'https://shop.example/{device_id}?d={device_id}' })
  await eventually(async () => (await world().request(app, medID)).error === 'SUCCESS')
  const { token } = await world().offer(app, medID)
  const location = (await world().send(`/c/${token}`)).headers.get('location') ?? ''
  const clickId = new URL(location).searchParams.get('click_id') ?? ''
  const sig = world().sign(secret, `install:${clickId}`)
  known = { medID, token, deviceID: 'device-1', country: 'KR', click_id: clickId, sig, rewardKey: 'x' }
})

const methodsOf = (method: string) => method.split(' or ')

test.each(sdkCalls.map((call) => ({ path: call.path, call })))(
  '$path never answers a hostile field with a fault, with and without a key',
  async ({ call }) => {
    const random = seededNumbers(hostileSeed * 1_000 + sdkCalls.indexOf(call))
    const keys = [{ 'x-api-key': app.key }, {}, { 'x-api-key': 'x'.repeat(500) }]
    for (const [index, key] of keys.entries()) {
      const inputs = hostileInputs(call.input, known, random)
      for (const { field, json } of index === 0 ? inputs : inputs.slice(0, 3)) {
        for (const method of methodsOf(call.method)) {
          const { status } =
            method === 'GET'
              ? await world().send(`${call.path}?${asQuery(json)}`, { headers: key })
              : await world().send(call.path, { method, body: json, headers: key })
          expect([field, json.slice(0, 300), status < 500]).toEqual([field, json.slice(0, 300), true])
        }
      }
    }
  },
)

test('no body, however malformed, is answered with a fault', async () => {
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '1',
    '"x"',
    '\u0000',
    '['.repeat(5_000),
    '%',
    '=&=&',
    ...hostileTexts,
  ]
  for (const call of sdkCalls.filter(({ method }) => method !== 'GET')) {
    for (const body of bodies) {
      const { status } = await world().post(call.path, body, app.key)
      expect([call.path, body.slice(0, 60), status < 500]).toEqual([call.path, body.slice(0, 60), true])
    }
  }
})

test('a click is a redirect for a valid token of any device, and the 404 page for everything else', async () => {
  const medID = Number(known.medID)
  for (const deviceID of [
    'a/b',
    '..',
    '{click_id}',
    '%00',
    '#',
    '?a=b',
    '@',
    '\\\\x',
    '!'.repeat(64),
    '%7Bpro_id%7D',
  ]) {
    const { token } = await world().offer(app, medID, { deviceID })
    const reply = await world().send(`/c/${token}`)
    expect([deviceID, reply.status]).toEqual([deviceID, 302])
    const { host, pathname, searchParams } = new URL(reply.headers.get('location') ?? '')
    expect([host, searchParams.get('d')]).toEqual(['shop.example', deviceID])
    expect(pathname.split('/')).toHaveLength(2)
  }
  for (const token of [
    '',
    '%',
    '%zz',
    '%00',
    '..',
    '{}',
    'x'.repeat(5_000),
    encodeURIComponent('é'.repeat(60)),
  ]) {
    expect([token, (await world().send(`/c/${token}`)).status]).toEqual([token, 404])
  }
})
