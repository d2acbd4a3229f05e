import { deviceIdPattern } from '@voltline/contract'
import { day, hour, minute } from '@voltline/kernel'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { publicUrl, useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { targetUrl } from './click.ts'

const world = useDeliveryWorld()
const secret = 'the advertiser’s own secret'
let app: TestApp
let medID: number
let proID: number

beforeAll(async () => {
  app = await world().app()
  medID = await world().medium(app)
  await world().known(app, medID)
  const advertiser = await world().advertiser({ postbackSecret: secret })
  proID = await world().ad({
    advertiser,
    billingType: 'nCPI',
    url: 'https://shop.example/app?pro={pro_id}&med={med_id}&dev={device_id}#top',
  })
  await eventually(async () => (await world().request(app, medID)).error === 'SUCCESS')
})

const freshDevice = () => `device-${Math.random().toString(36).slice(2)}`
const actionsOf = async (deviceId: string) =>
  (await world().rows('select action from event where device_id = $1 order by seq', [deviceId])).map(
    (row) => row.action,
  )
async function invalid(reason: string): Promise<number> {
  await world().delivery.drainIntake()
  const [row] = await world().rows('select sum(count) as sum from invalid_rollup_now where reason = $1', [
    reason,
  ])
  return Number(row?.sum ?? 0)
}

/** Clicks on a new offer and returns the redirect. */
async function click(deviceID: string) {
  const { token } = await world().offer(app, medID, { deviceID })
  const reply = await world().send(`/c/${token}`)
  return { token, reply, location: new URL(reply.headers.get('location') ?? '') }
}

describe('a target URL', () => {
  const values = { click_id: 'C', pro_id: '7', med_id: '9', device_id: 'a b&c' }
  test.each([
    ['https://a.example/x', 'https://a.example/x?click_id=C'],
    ['https://a.example/x?y=1', 'https://a.example/x?y=1&click_id=C'],
    ['https://a.example/x#part', 'https://a.example/x?click_id=C#part'],
    ['https://a.example/?c={click_id}', 'https://a.example/?c=C'],
    ['https://a.example/{click_id}/{pro_id}/{med_id}', 'https://a.example/C/7/9'],
    ['https://a.example/?d={device_id}&c=%7Bclick_id%7D', 'https://a.example/?d=a%20b%26c&c=C'],
    ['https://a.example/?c={CLICK_ID}', 'https://a.example/?c=C'],
    ['https://a.example/?other={nothing}', 'https://a.example/?other={nothing}&click_id=C'],
    ['https://{device_id}/', 'https://{device_id}/?click_id=C'],
    ['https://:p@a.example/', 'https://a.example/?click_id=C'],
    ['nonsense', undefined],
    ['javascript:{click_id}', undefined],
  ])('%s becomes %s', (template, expected) => {
    expect(targetUrl(template, values)).toBe(expected)
  })

  test('keeps its host and stays one valid URL, whatever the device sends', () => {
    const part = fc.constantFrom(
      '/',
      '?',
      '#',
      '&',
      '=',
      '..',
      '\\',
      '{device_id}',
      '%7Bdevice_id%7D',
      '{x',
      'ö',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.stringMatching(deviceIdPattern), (parts, deviceId) => {
        const template = `https://a.example/${parts.join('')}`
        const filled = targetUrl(template, { ...values, device_id: deviceId })
        const url = new URL(filled ?? '')
        expect([url.host, url.username, url.password]).toEqual(['a.example', '', ''])
        expect(filled).toMatch(/^[\x21-\x7e]+$/)
        const names = [...url.searchParams.keys()].filter((name) => name === 'click_id')
        expect(names.length).toBeLessThanOrEqual(1)
      }),
      { seed: 7, numRuns: 500 },
    )
  })
})

describe('a click', () => {
  test('is recorded and redirects to the ad’s target URL with its macros filled in', async () => {
    const deviceID = freshDevice()
    const { reply, location } = await click(deviceID)
    expect(reply.status).toBe(302)
    expect(location.origin + location.pathname + location.hash).toBe('https://shop.example/app#top')
    expect(location.searchParams.get('pro')).toBe(String(proID))
    expect(location.searchParams.get('med')).toBe(String(medID))
    expect(location.searchParams.get('dev')).toBe(deviceID)
    expect(location.searchParams.get('click_id')).toMatch(/^[\w-]{80,200}$/)
    expect(await actionsOf(deviceID)).toEqual(['CLICK'])
  })

  test('tells the target its app, country, price, campaign and creative, each platform its own', async () => {
    const advertiser = await world().advertiser()
    const campaign = await world().campaign(advertiser)
    const rest =
      'app={app_id}&land={country}&cost={cost}&camp={campaign_id}&creative={creative_id}&d={device_id}'
    const adId = await world().ad({
      ...{ advertiser, campaign, product: 'INTERSTITIAL', billingType: 'CPC', minCost: 30 },
      url: `https://shop.example/aos?${rest}`,
    })
    await world().run("update ad set url_ios = 'https://shop.example/ios' where ad_id = $1", [adId])
    const ios = await world().app({ platform: 'IOS' })
    for (const [owner, path] of [
      [app, '/aos'],
      [ios, '/ios'],
    ] as const) {
      const unit = await world().medium(owner, { product: 'INTERSTITIAL' })
      await eventually(async () => (await world().request(owner, unit)).error === 'SUCCESS')
      const { token } = await world().offer(owner, unit, { deviceID: 'a&b', country: 'KR' })
      const target = new URL((await world().send(`/c/${token}`)).headers.get('location') ?? '')
      expect(target.pathname).toBe(path)
      if (path === '/aos') {
        expect(target.search).toContain('d=a%26b')
        expect(Object.fromEntries(target.searchParams)).toMatchObject({
          ...{ app: String(app.id), land: 'KR', cost: '30', camp: String(campaign), creative: String(adId) },
        })
      }
    }
  })

  test('that is repeated counts once, also when the app reports it itself', async () => {
    const deviceID = freshDevice()
    const { token } = await click(deviceID)
    expect((await world().send(`/c/${token}`)).status).toBe(302)
    expect((await world().report(app, token, 'CLICK')).body).toEqual({ error: 'SUCCESS', repeated: true })
    expect(await actionsOf(deviceID)).toEqual(['CLICK'])
  })

  test('on an expired offer still redirects, without a click id, and is not counted', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, medID, { deviceID })
    world().advance(hour + minute)
    const late = await invalid('expired_offer')
    const reply = await world().send(`/c/${token}`)
    expect(reply.status).toBe(302)
    expect(new URL(reply.headers.get('location') ?? '').searchParams.get('click_id')).toBe('')
    expect(await invalid('expired_offer')).toBe(late + 1)
    expect(await actionsOf(deviceID)).toEqual([])
  })

  test('on a forged link shows the site’s 404 page', async () => {
    const { token } = await world().offer(app, medID)
    for (const bad of ['', 'x', `${token}x`, token.slice(1), '%00', '..%2f..', 'a'.repeat(3_000)]) {
      expect((await world().send(`/c/${bad}`)).status).toBe(404)
    }
  })

  test('on a stopped ad that a restarted server has not loaded still redirects', async () => {
    const deviceID = freshDevice()
    const gone = await world().ad({ billingType: 'nCPI', maxCost: 100_000, url: 'https://gone.example/' })
    await eventually(async () => (await world().request(app, medID)).ad?.proID === gone)
    const { token } = await world().offer(app, medID, { deviceID })
    await world().run("update ad set status = 'COMPLETE' where ad_id = $1", [gone])
    await world().restart()
    const reply = await world().send(`/c/${token}`)
    expect(reply.headers.get('location')).toMatch(/^https:\/\/gone\.example\/\?click_id=[\w-]{80,}$/)
    expect(await actionsOf(deviceID)).toEqual(['CLICK'])
  })

  test('redirects also for a device id that looks like part of a URL, and for a stored target that is none', async () => {
    const ad = await world().ad({ billingType: 'nCPI', maxCost: 100_000, url: 'https://{device_id}/' })
    await eventually(async () => (await world().request(app, medID)).ad?.proID === ad)
    const { token } = await world().offer(app, medID, { deviceID: 'a/b' })
    expect((await world().send(`/c/${token}`)).status).toBe(302)
    await world().run("update ad set url_aos = 'x', url_ios = 'x' where ad_id = $1", [ad])
    await eventually(async () => {
      const { token: late } = await world().offer(app, medID, { deviceID: freshDevice() })
      const reply = await world().send(`/c/${late}`)
      expect(reply.status).toBe(302)
      return reply.headers.get('location') === publicUrl
    })
    await world().run("update ad set status = 'COMPLETE' where ad_id = $1", [ad])
    await eventually(async () => (await world().request(app, medID)).ad?.proID === proID)
  })

  test('is not counted for a preview with HEAD', async () => {
    const deviceID = freshDevice()
    const { token } = await world().offer(app, medID, { deviceID })
    expect((await world().send(`/c/${token}`, { method: 'HEAD' })).status).toBe(302)
    expect(await actionsOf(deviceID)).toEqual([])
  })
})

describe('threat 24: a postback', () => {
  const install = (clickId: string, sig: string) =>
    world().send(`/postback/v1/install?${new URLSearchParams({ click_id: clickId, sig })}`)
  const clicked = async (deviceID: string) =>
    (await click(deviceID)).location.searchParams.get('click_id') ?? ''

  test('that is signed records the install once', async () => {
    const deviceID = freshDevice()
    const id = await clicked(deviceID)
    const sig = world().sign(secret, `install:${id}`)
    expect((await install(id, sig)).body).toEqual({ error: 'SUCCESS' })
    expect((await install(id, sig)).body).toEqual({ error: 'SUCCESS', repeated: true })
    expect(await actionsOf(deviceID)).toEqual(['CLICK', 'INSTALL'])
    const [row] = await world().rows("select * from event where device_id = $1 and action = 'INSTALL'", [
      deviceID,
    ])
    expect(row).toMatchObject({ ad_id: proID, medium_id: medID })
  })

  test('may be posted as JSON or as a form, and an action may name its event', async () => {
    const deviceID = freshDevice()
    const id = await clicked(deviceID)
    const byJson = { click_id: id, sig: world().sign(secret, `install:${id}`) }
    expect((await world().post('/postback/v1/install', byJson)).error).toBe('SUCCESS')
    const byForm = new URLSearchParams({
      click_id: id,
      event: 'level 5',
      sig: world().sign(secret, `action:${id}:level 5`),
    })
    expect((await world().send('/postback/v1/action', { method: 'POST', body: byForm })).error).toBe(
      'SUCCESS',
    )
    const unnamed = { click_id: id, sig: world().sign(secret, `action:${id}:`) }
    expect((await world().post('/postback/v1/action', unnamed)).body).toEqual({
      error: 'SUCCESS',
      repeated: true,
    })
    expect(await actionsOf(deviceID)).toEqual(['CLICK', 'INSTALL', 'ACTION'])
  })

  test('with a bad signature is forbidden and counts as invalid traffic', async () => {
    const deviceID = freshDevice()
    const id = await clicked(deviceID)
    const bad = await invalid('bad_signature')
    const right = world().sign(secret, `install:${id}`)
    const wrong = ['', 'x', right.toUpperCase(), right.slice(1), world().sign('guess', `install:${id}`)]
    wrong.push(world().sign(secret, `action:${id}:`))
    for (const sig of wrong) expect((await install(id, sig)).error).toBe('API_FORBIDDEN')
    expect(await invalid('bad_signature')).toBe(bad + wrong.length)
    expect(await actionsOf(deviceID)).toEqual(['CLICK'])
  })

  test('for an unknown click is refused with AD_NOTFOUND', async () => {
    const { token } = await world().offer(app, medID)
    for (const id of ['', 'x', token, 'A'.repeat(9_000)]) {
      expect((await install(id, world().sign(secret, `install:${id}`))).error).toBe('AD_NOTFOUND')
    }
  })

  test('is accepted for 7 days after the click', async () => {
    const [early, late] = [freshDevice(), freshDevice()]
    const [earlyId, lateId] = [await clicked(early), await clicked(late)]
    world().advance(7 * day - minute)
    expect((await install(earlyId, world().sign(secret, `install:${earlyId}`))).error).toBe('SUCCESS')
    world().advance(2 * minute)
    expect((await install(lateId, world().sign(secret, `install:${lateId}`))).error).toBe('AD_EXPIRED')
    expect(await actionsOf(early)).toEqual(['CLICK', 'INSTALL'])
    expect(await actionsOf(late)).toEqual(['CLICK'])
  })

  test('is verified with the current secret', async () => {
    const id = await clicked(freshDevice())
    const sealed = world().secrets.seal('postback-secret', 'renewed')
    await world().run('update customer set postback_secret = $1', [sealed])
    expect((await install(id, world().sign(secret, `install:${id}`))).error).toBe('API_FORBIDDEN')
    expect((await install(id, world().sign('renewed', `install:${id}`))).error).toBe('SUCCESS')
  })
})

test('an unknown path below the API is refused with API_NOTFOUND', async () => {
  expect(await world().send('/postback/v1/nothing')).toMatchObject({ status: 404, error: 'API_NOTFOUND' })
  expect(await world().send('/sdk/v1/nothing')).toMatchObject({ status: 404, error: 'API_NOTFOUND' })
  expect(await world().send('/sdk/v1/ad')).toMatchObject({ status: 404, error: 'API_NOTFOUND' })
})
