import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Options } from '../../sdk/src/index.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { userAgent } from './game.ts'
import type { Running } from './program.ts'

/** A page of another origin that shows ads, as an app's web view would. */
const pageWith = (script: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Game</title>
<script src="${script}"></script><div id="banner" style="width:640px"></div><button id="focus">Play</button></html>`

let program: ChildProcess
let running: Running
let site: Server
let siteUrl: string

test.describe.configure({ mode: 'serial' })

test.use({ userAgent })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const root = join(import.meta.dirname, '../..')
  execFileSync(process.execPath, [join(root, 'sdk/build.mjs')])
  site = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(pageWith(`${running.url}/sdk/voltline.js`))
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  program = fork(join(import.meta.dirname, 'program.ts'), [String(await freePort())], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  ;[running] = (await once(program, 'message')) as [Running]
})

test.afterAll(async () => {
  const gone = once(program, 'exit')
  program.disconnect()
  site.close()
  await gone
})

/** The events that the server has stored for a device. */
async function actionsOf(deviceID: string): Promise<string[]> {
  program.send({ sql: `select action from event where device_id = '${deviceID}' order by seq` })
  const [{ rows }] = (await once(program, 'message')) as [{ rows: { action: string }[] }]
  return rows.map((row) => row.action)
}

/** Opens the page of the other origin and starts the SDK there. */
async function open(browserPage: Page, deviceID: string, more: Partial<Options> = {}): Promise<void> {
  await browserPage.goto(siteUrl)
  await browserPage.evaluate(
    (options) => {
      window.voltline = window.Voltline.init(options)
    },
    { apiKey: running.apiKey, platform: 'AOS' as const, country: 'KR', deviceID, ...more },
  )
}

test('a banner is shown, counts once it is visible, and its click leads to the target', async ({
  page: tab,
  context,
}) => {
  const device = 'sdk-banner'
  await open(tab, device)
  await tab.evaluate(async (medID) => {
    const element = document.getElementById('banner') ?? document.body
    await window.voltline.banner({ medID, element })
  }, running.banner)
  const image = tab.getByRole('img', { name: 'Banner ad' })
  await expect(image).toBeVisible()
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION'])
  const [opened] = await Promise.all([context.waitForEvent('page'), image.click()])
  await opened.waitForURL(/robots\.txt\?from=[\w-]{80,}/)
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION', 'CLICK'])
})

test('a banner below the fold does not count before it is scrolled to', async ({ page: tab }) => {
  const device = 'sdk-scroll'
  await open(tab, device)
  await tab.evaluate(async (medID) => {
    const element = document.getElementById('banner') ?? document.body
    element.style.marginTop = '3000px'
    await window.voltline.banner({ medID, element })
  }, running.banner)
  await expect(tab.getByRole('img', { name: 'Banner ad' })).toBeAttached()
  await tab.waitForTimeout(1_300)
  expect(await actionsOf(device)).toEqual([])
  await tab.getByRole('img', { name: 'Banner ad' }).scrollIntoViewIfNeeded()
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION'])
})

test('an interstitial with a reward fills the screen, closes with Escape once it may be closed, and then gives it', async ({
  page: tab,
}) => {
  const device = 'sdk-interstitial'
  await open(tab, device)
  await tab.locator('#focus').focus()
  await tab.evaluate(async (medID) => {
    const loaded = await window.voltline.interstitial({ medID })
    window.shown = loaded.show()
  }, running.interstitial)
  const dialog = tab.getByRole('dialog', { name: 'Advertisement' })
  await expect(dialog).toBeVisible()
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION'])
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeEnabled()
  await tab.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tab.locator('#focus')).toBeFocused()
  expect(await tab.evaluate(() => window.shown)).toMatchObject({ reward: { name: 'Gem', count: 10 } })
  expect(await actionsOf(device)).toEqual(['IMPRESSION', 'WATCH'])
})

test('a video that is watched to its end earns a receipt that verifies', async ({ page: tab, request }) => {
  const device = 'sdk-video'
  await open(tab, device)
  await tab.evaluate(async (medID) => {
    const loaded = await window.voltline.rewardedVideo({ medID })
    window.shown = loaded.show()
  }, running.video)
  await expect.poll(() => actionsOf(device), { timeout: 20_000 }).toEqual(['IMPRESSION', 'WATCH'])
  await tab.getByRole('button', { name: 'Close' }).click()
  const { reward } = (await tab.evaluate(() => window.shown)) as { reward: { receipt: string } }
  const [header = '', claims = '', signature = ''] = reward.receipt.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    medID: running.video,
    deviceID: device,
    name: 'Gem',
    count: 10,
  })
  const { keys } = await (await request.get(`${running.url}/sdk/v1/keys`)).json()
  const key = createPublicKey({ key: keys[0], format: 'jwk' })
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isGenuine).toBe(true)
})

test('a video that is closed early earns nothing', async ({ page: tab }) => {
  const device = 'sdk-skip'
  await open(tab, device)
  await tab.evaluate(async (medID) => {
    const loaded = await window.voltline.rewardedVideo({ medID })
    window.shown = loaded.show()
  }, running.video)
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION'])
  // The video is as long as the delay of the close button, so it pauses for a while.
  await tab.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await tab.getByRole('button', { name: 'Close' }).click()
  expect(await tab.evaluate(() => window.shown)).toEqual({})
  expect(await actionsOf(device)).toEqual(['IMPRESSION'])
})

test('events without a connection are reported once it is back', async ({ page: tab, context }) => {
  const device = 'sdk-offline'
  await open(tab, device)
  await tab.evaluate(async (medID) => {
    window.shown = await window.voltline.interstitial({ medID })
  }, running.interstitial)
  await context.setOffline(true)
  await tab.evaluate(() => {
    void (window.shown as { show(): Promise<unknown> }).show()
  })
  await tab.getByRole('button', { name: 'Close' }).click()
  await tab.waitForTimeout(300)
  expect(await actionsOf(device)).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION', 'WATCH'])
  await tab.waitForTimeout(300)
  expect(await tab.evaluate((key) => localStorage.getItem(`voltline.outbox.${key}`), running.apiKey)).toBe(
    '[]',
  )
})

test('a report that a closed page could not send is sent by the next page', async ({
  page: tab,
  context,
}) => {
  const device = 'sdk-reload'
  await open(tab, device)
  await tab.evaluate(async (medID) => {
    window.shown = await window.voltline.interstitial({ medID })
  }, running.interstitial)
  await tab.route('**/sdk/v1/event', (route) => route.abort())
  const refused = tab.waitForEvent('requestfailed')
  await tab.evaluate(() => {
    void (window.shown as { show(): Promise<unknown> }).show()
  })
  await refused
  const next = await context.newPage()
  await tab.close()
  await open(next, device)
  await expect.poll(() => actionsOf(device)).toEqual(['IMPRESSION'])
})

test('test mode and an app under review show marked samples that are not counted', async ({ page: tab }) => {
  for (const more of [{ test: true }, { apiKey: running.review.apiKey }]) {
    const device = 'sdk-sample'
    await open(tab, device, more)
    const medID = 'apiKey' in more ? running.review.banner : running.banner
    await tab.evaluate(async (unit) => {
      await window.voltline.banner({
        medID: unit,
        element: document.getElementById('banner') ?? document.body,
      })
    }, medID)
    await expect(tab.getByRole('img', { name: 'Voltline test ad' })).toBeVisible()
    await tab.waitForTimeout(200)
    expect(await actionsOf(device)).toEqual([])
  }
})

test('a refusal rejects with its code', async ({ page: tab }) => {
  await open(tab, 'sdk-refused')
  const code = await tab.evaluate(async () => {
    const banner = window.voltline.banner({ medID: 999_999, element: document.body })
    return banner.then(
      () => 'shown',
      (error: { code: string }) => error.code,
    )
  })
  expect(code).toBe('UNKNOWN_MEDID')
  await open(tab, 'sdk-refused', { apiKey: 'nobody' })
  const volts = await tab.evaluate(() =>
    window.voltline.volts().catch((error: { code: string }) => error.code),
  )
  expect(volts).toBe('API_FORBIDDEN')
})

test('the device’s volts are read, and a device without an id gets a permanent one', async ({
  page: tab,
}) => {
  await open(tab, 'sdk-volts')
  expect(await tab.evaluate(() => window.voltline.volts())).toBe(0)
  const ids = []
  for (let visit = 0; visit < 2; visit++) {
    await tab.goto(siteUrl)
    const made = await tab.evaluate((options) => window.Voltline.init(options).deviceID, {
      apiKey: running.apiKey,
      platform: 'AOS' as const,
      server: running.url,
    })
    ids.push(made)
  }
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(ids[1]).toBe(ids[0])
})
