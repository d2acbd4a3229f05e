import { expect, test } from '@playwright/test'
import { Game, userAgent } from './game.ts'

test.use({ userAgent })

let game: Game
test.beforeEach(async ({ page, baseURL }) => {
  game = await Game.make(page, baseURL)
})
test.afterEach(() => game.end())

test('a banner fills its element’s width, gives it the picture’s height, and reports what was measured', async ({
  page,
}) => {
  await game.open()
  await game.banner()
  const image = page.getByRole('img', { name: 'An ad' })
  await expect(image).toBeVisible()
  expect(await page.locator('#banner').boundingBox()).toMatchObject({ width: 320, height: 50 })
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
  const [report] = game.reports
  expect(report).toMatchObject({ width: 320, height: 50, visibleRatio: 1 })
  expect(report?.visibleMs).toBeGreaterThanOrEqual(1_000)
  expect(report?.headers['x-voltline-sdk']).toMatch(/^javascript\/\d+\.\d+\.\d+$/)
})

test('the mark on an ad leads to the page that explains it', async ({ page, baseURL }) => {
  await game.open()
  await game.banner()
  const mark = page.getByRole('link', { name: 'Why this ad' })
  await expect(mark).toBeVisible()
  await expect(mark).toHaveAttribute('href', `${baseURL}/why/token-1`)
})

test('a second in view with a break does not count; one without does', async ({ page }) => {
  await page.clock.install()
  await game.open()
  await game.banner()
  await expect(page.getByRole('img', { name: 'An ad' })).toBeVisible()
  for (let visit = 0; visit < 3; visit++) {
    await page.clock.runFor(700)
    await game.setHidden(true)
    await page.clock.runFor(700)
    await game.setHidden(false)
  }
  expect(game.actions()).toEqual([])
  await page.clock.runFor(1_100)
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
})

test('a banner in a hidden tab, out of view, transparent or half covered by the edge does not count', async ({
  page,
}) => {
  await page.clock.install()
  await game.open()
  await game.setHidden(true)
  await game.banner()
  await expect(page.getByRole('img', { name: 'An ad' })).toBeVisible()
  await page.clock.runFor(5_000)
  await game.setHidden(false)
  const place = async (style: Record<string, string>) => {
    await page.evaluate((given) => {
      const element = document.getElementById('banner') ?? document.body
      element.removeAttribute('style')
      Object.assign(element.style, { width: '320px' }, given)
      // The observer tells with the next frames.
      return new Promise((done) => {
        const real = new MessageChannel()
        real.port1.onmessage = done
        requestAnimationFrame(() => requestAnimationFrame(() => real.port2.postMessage('')))
      })
    }, style)
  }
  await page.clock.resume()
  await place({ marginTop: '3000px' })
  await page.waitForTimeout(1_300)
  await place({ opacity: '0' })
  await page.waitForTimeout(1_300)
  await place({ marginTop: '-30px' })
  await page.waitForTimeout(1_300)
  expect(game.actions()).toEqual([])
  await place({ marginTop: '-20px' })
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
  expect(game.reports[0]?.visibleRatio).toBeCloseTo(0.6, 1)
})

test('a picture that fails is loaded once more; then the unit reports it, shows nothing and asks again after 10, 20, 40 s', async ({
  page,
}) => {
  await page.clock.install()
  game.ad = { materials: [game.picture('broken')] }
  await game.open()
  await game.banner()
  for (const [failures, waitMs] of [
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
  ] as const) {
    await expect.poll(() => game.loads.get('broken')).toBe(2 * failures - 1)
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return (await game.failures()).length
      })
      .toBe(failures)
    expect(game.loads.get('broken')).toBe(2 * failures)
    expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(failures)
    await page.clock.runFor(waitMs - 5_000)
    expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(failures)
    await page.clock.runFor(5_000)
    await expect.poll(() => game.requestsOf('/sdk/v1/ad').length).toBe(failures + 1)
  }
  expect(await game.failures()).toEqual(['MATERIAL', 'MATERIAL', 'MATERIAL'])
  expect(await page.locator('#banner').innerHTML()).toBe('')
  expect(game.actions()).toEqual([])
  await page.evaluate(() => (window.shown as { remove(): void }).remove())
  await page.clock.runFor(600_000)
  expect(game.requestsOf('/sdk/v1/ad').length).toBeLessThanOrEqual(4)
})

test('an interstitial and a video whose material fails reject with MATERIAL and ask for nothing else', async ({
  page,
}) => {
  await game.open()
  for (const product of ['INTERSTITIAL', 'VIDEO'] as const) {
    game.ad = { product, materials: [game.picture(`broken-${product}`)] }
    const code = await page.evaluate(
      (call) =>
        window.voltline[call]({ medID: 1 }).then(
          () => 'loaded',
          (fault: { code: string }) => fault.code,
        ),
      product === 'VIDEO' ? ('rewardedVideo' as const) : ('interstitial' as const),
    )
    expect(code).toBe('MATERIAL')
  }
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(2)
  expect(game.actions()).toEqual([])
})

test('of two sizes of one picture the larger is used on a dense screen, and a size that fails does no harm', async ({
  page,
  browser,
  baseURL,
}) => {
  game.ad = { materials: [game.picture('640x100-teal.svg'), game.picture('320x50-teal.svg')] }
  await game.open()
  await game.banner()
  const src = (tab: typeof page) => tab.getByRole('img', { name: 'An ad' }).getAttribute('src')
  await expect.poll(() => src(page)).toContain('320x50')
  game.ad = { materials: [game.picture('640x100-teal.svg'), game.picture('broken')] }
  await game.banner()
  await expect.poll(() => src(page)).toContain('640x100')
  const dense = await browser.newContext({ deviceScaleFactor: 1.5, userAgent })
  const other = await Game.make(await dense.newPage(), baseURL)
  other.ad = { materials: [other.picture('320x50-teal.svg'), other.picture('640x100-teal.svg')] }
  await other.open()
  await other.banner()
  await expect.poll(() => src(other.page)).toContain('640x100')
  await dense.close()
  other.end()
})

test('of two pictures the second follows after 8 s, and both are one impression', async ({ page }) => {
  await page.clock.install()
  game.ad = { materials: [game.picture('640x100-teal.svg'), game.picture('640x90-navy.svg')] }
  await game.open()
  await game.banner()
  const image = page.getByRole('img', { name: 'An ad' })
  await expect(image).toHaveAttribute('src', /teal/)
  await expect.poll(() => game.loads.get('640x90-navy.svg')).toBe(1)
  await page.clock.runFor(7_000)
  await expect(image).toHaveAttribute('src', /teal/)
  await page.clock.runFor(2_000)
  await expect(image).toHaveAttribute('src', /navy/)
  await page.clock.runFor(5_000)
  expect(game.actions()).toEqual(['IMPRESSION'])
})

test('a banner refreshes only by option, only in view, and each ad is a new request', async ({ page }) => {
  await page.clock.install()
  await game.open()
  await game.banner()
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
  await page.clock.runFor(600_000)
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(1)
  // 30 s is the least.
  await game.banner({ refresh: 5 })
  await expect.poll(() => game.requestsOf('/sdk/v1/ad').length).toBe(2)
  await expect.poll(() => game.actions().length).toBe(2)
  await page.clock.runFor(25_000)
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(2)
  await game.setHidden(true)
  await page.clock.runFor(60_000)
  expect(game.requestsOf('/sdk/v1/ad')).toHaveLength(2)
  await game.setHidden(false)
  await expect.poll(() => game.requestsOf('/sdk/v1/ad').length).toBe(3)
  await page.clock.runFor(2_000)
  // The test's clock runs faster than the network: a report may pass its time limit and be sent again.
  const tokens = () => [...new Set(game.reports.map(({ token }) => token))]
  await expect.poll(tokens).toEqual(['token-1', 'token-2', 'token-3'])
})

test('with coppa or limitTracking the device is a random id of the app, and the given one is not sent', async ({
  page,
}) => {
  await game.open({ deviceID: 'my-own-id', consent: { coppa: true } })
  const first = await page.evaluate(() => window.voltline.deviceID)
  await game.start({ deviceID: 'my-own-id', consent: { limitTracking: true } })
  expect(await page.evaluate(() => window.voltline.deviceID)).toBe(first)
  await game.start({ apiKey: 'another', deviceID: 'my-own-id', consent: { limitTracking: true } })
  expect(await page.evaluate(() => window.voltline.deviceID)).not.toBe(first)
  await game.banner()
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
  expect(JSON.stringify(game.requests)).not.toContain('my-own-id')
  await game.start({ deviceID: 'my-own-id', consent: { gdpr: true, tcString: 'x' } })
  expect(await page.evaluate(() => window.voltline.deviceID)).toBe('my-own-id')
})

test('an ad in an iframe of another origin counts when the frame is in view', async ({ page }) => {
  await game.open()
  await page.goto(game.outerUrl)
  const frame = page.frames().find((found) => found.url() === game.url)
  await frame?.evaluate(async () => {
    window.voltline = window.Voltline.init({ apiKey: 'key', platform: 'AOS', deviceID: 'd' })
    await window.voltline.banner({ medID: 1, element: document.getElementById('banner') ?? document.body })
  })
  await expect(page.frameLocator('iframe').getByRole('img', { name: 'An ad' })).toBeVisible()
  await page.waitForTimeout(1_500)
  expect(game.actions()).toEqual([])
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
})
