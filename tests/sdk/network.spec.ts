import { expect, test } from '@playwright/test'
import { Game, userAgent } from './game.ts'

test.use({ userAgent })

let game: Game
test.beforeEach(async ({ page, baseURL }) => {
  game = await Game.make(page, baseURL)
})
test.afterEach(() => game.end())

/** The code that a banner is refused with, in `window.shown` once it is. */
const requestBanner = () =>
  game.page.evaluate(() => {
    window.shown = ''
    const element = document.getElementById('banner') ?? document.body
    window.voltline.banner({ medID: 1, element }).then(
      () => {
        window.shown = 'shown'
      },
      (fault: { code: string }) => {
        window.shown = fault.code
      },
    )
  })
const shown = () => game.page.evaluate(() => window.shown)

test('a request without an answer ends after 10 s, is tried once more after 1 s, and rejects with NETWORK', async ({
  page,
}) => {
  await page.clock.install()
  await game.open()
  game.onAd = () => new Promise(() => {})
  await requestBanner()
  await expect.poll(() => game.requestsOf('/sdk/v1/ad').length).toBe(1)
  await page.clock.runFor(9_900)
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(1)
  await page.clock.runFor(1_200)
  await expect.poll(() => game.requestsOf('/sdk/v1/ad').length).toBe(2)
  expect(await shown()).toBe('')
  await page.clock.runFor(10_100)
  await expect.poll(shown).toBe('NETWORK')
  await page.clock.runFor(60_000)
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(2)
})

test('a refusal is not tried again, and a connection that comes back in time shows the ad', async ({
  page,
}) => {
  await game.open()
  const headers = { 'access-control-allow-origin': '*' }
  game.onAd = (route) => route.fulfill({ headers, json: { error: 'AD_NOTFOUND' } })
  await requestBanner()
  await expect.poll(shown).toBe('AD_NOTFOUND')
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(1)
  game.onAd = async (route) => {
    game.onAd = undefined
    await route.abort()
  }
  await requestBanner()
  await expect.poll(shown).toBe('shown')
  await expect(page.getByRole('img', { name: 'An ad' })).toBeVisible()
})

test('a picture that does not arrive within 15 s fails after one more try', async ({ page }) => {
  await page.clock.install()
  game.ad = { materials: [game.picture('hanging')] }
  await game.open()
  await game.banner()
  await expect.poll(() => game.loads.get('hanging')).toBe(1)
  await page.clock.runFor(14_500)
  expect(game.loads.get('hanging')).toBe(1)
  await page.clock.runFor(800)
  // The browser gives the first try up before the second starts.
  await expect.poll(() => game.hanging[0]?.destroyed).toBe(true)
  await page.clock.runFor(1_200)
  await expect.poll(() => game.loads.get('hanging')).toBe(2)
  expect(await game.failures()).toEqual([])
  await page.clock.runFor(15_500)
  await expect.poll(() => game.failures()).toEqual(['MATERIAL'])
  expect(game.actions()).toEqual([])
})

test('a banner on a slow network counts from when its picture is there', async ({ page }) => {
  game.ad = { materials: [game.picture('hanging')] }
  await game.open()
  await game.banner()
  await expect.poll(() => game.hanging.length).toBe(1)
  await page.waitForTimeout(1_500)
  expect(game.actions()).toEqual([])
  const [response] = game.hanging
  response?.writeHead(200, { 'Content-Type': 'image/svg+xml' })
  response?.end('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="100"></svg>')
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
  expect(game.reports[0]).toMatchObject({ width: 320, height: 50 })
})

test('reports of two pages of the app do not overwrite each other', async ({ page, context }) => {
  await game.open()
  game.onEvent = (route) => route.abort()
  await game.banner()
  await expect.poll(() => game.actions()).toContain('IMPRESSION')
  const second = await context.newPage()
  await second.route('**/sdk/v1/event', (route) => route.abort())
  await second.route('**/sdk/v1/ad', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        error: 'SUCCESS',
        ad: {
          ...{
            token: 'second',
            product: 'BANNER',
            materials: [game.picture('640x100-teal.svg')],
            name: 'An ad',
          },
          clickURL: game.url,
        },
      },
    }),
  )
  await second.goto(game.url)
  await second.evaluate(async () => {
    window.voltline = window.Voltline.init({ apiKey: 'key', platform: 'AOS', deviceID: 'd' })
    await window.voltline.banner({ medID: 1, element: document.getElementById('banner') ?? document.body })
  })
  const kept = () => page.evaluate(() => localStorage.getItem('voltline.outbox.key') ?? '')
  await expect.poll(kept).toContain('"second"')
  expect(await kept()).toContain('"token-1"')
})
