import { expect, type Page, test } from '@playwright/test'
import { Game, userAgent } from './game.ts'

test.use({ userAgent })

let game: Game
test.beforeEach(async ({ page, baseURL }) => {
  game = await Game.make(page, baseURL)
})
test.afterEach(() => game.end())

const appInfo = {
  ...{ Title: 'Puzzle Quest', Genres: ['Puzzle'], Free: true, StoreURL: 'https://store.example/app' },
  ...{ Score: 4.5, Installs: '1,000,000+' },
}
const reward = { name: 'Gem', count: 10 }
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Advertisement' })

/** The sample video has 5 s. */
const videoAd = (server: string | undefined) => ({
  ...{ product: 'VIDEO' as const, billingType: 'CPV', materials: [`${server}/sdk/v1/sample/video.mp4`] },
  ...{ videoMs: 5_000, reward, appInfo },
})

test('an interstitial shows the store card, can be closed 5 s after it was drawn, and keeps the focus', async ({
  page,
}) => {
  await page.clock.install()
  game.ad = { product: 'INTERSTITIAL', materials: [game.picture('320x480-teal.svg')], appInfo }
  await game.open()
  await page.locator('#focus').focus()
  await game.fullscreen('interstitial')
  const dialog = dialogOf(page)
  await expect(dialog).toBeFocused()
  await expect(dialog).toContainText('Puzzle Quest')
  await expect(dialog).toContainText('Puzzle · Free · ★ 4.5 · 1,000,000+ installs')
  await expect(dialog.getByRole('img', { name: 'An ad' })).toBeVisible()
  const close = dialog.getByRole('button', { name: 'Close' })
  await expect(close).toBeDisabled()
  await page.clock.runFor(4_000)
  await page.keyboard.press('Escape')
  await expect(close).toBeDisabled()
  await expect(dialog).toBeVisible()
  for (const name of ['An ad', 'Why this ad', 'An ad']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('link', { name })).toBeFocused()
  }
  await page.clock.runFor(1_500)
  await expect(close).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('#focus')).toBeFocused()
  expect(await page.evaluate(() => window.shown)).toEqual({})
  expect(game.actions()).toEqual(['IMPRESSION'])
})

test.describe('in Korean', () => {
  test.use({ locale: 'ko-KR' })
  test('the close button, the mark and the card speak it', async ({ page }) => {
    game.ad = { product: 'INTERSTITIAL', materials: [game.picture('320x480-teal.svg')], appInfo }
    await game.open()
    await game.fullscreen('interstitial')
    const dialog = page.getByRole('dialog', { name: '광고' })
    await expect(dialog.getByRole('button', { name: '닫기' })).toBeDisabled()
    await expect(dialog.getByRole('link', { name: '이 광고가 표시된 이유' })).toBeVisible()
    await expect(dialog).toContainText('무료')
  })
})

test('a video starts without sound, pauses in a hidden tab, ends with its card, and its watch says what was played', async ({
  page,
  baseURL,
}) => {
  game.ad = videoAd(baseURL)
  await game.open()
  await game.fullscreen('rewardedVideo', { userID: 'user-7', custom: 'level 3' })
  const video = page.locator('video')
  expect(await video.evaluate((found: HTMLVideoElement) => found.muted)).toBe(true)
  await page.getByRole('button', { name: 'Turn the sound on' }).click()
  expect(await video.evaluate((found: HTMLVideoElement) => found.muted)).toBe(false)
  await expect(page.getByRole('button', { name: 'Turn the sound off' })).toBeVisible()
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION'])
  const answeredAtMs = performance.now()
  await game.setHidden(true)
  expect(await video.evaluate((found: HTMLVideoElement) => found.paused)).toBe(true)
  await game.setHidden(false)
  await expect.poll(() => video.evaluate((found: HTMLVideoElement) => found.paused)).toBe(false)
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION', 'WATCH'])
  const [impression, watch] = game.reports
  expect(impression).toMatchObject({ visibleRatio: 1 })
  expect(impression?.width).toBeGreaterThan(600)
  expect(watch).toMatchObject({ userID: 'user-7', custom: 'level 3' })
  expect(watch?.playedMs).toBeGreaterThanOrEqual(4_500)
  expect(watch?.playedMs).toBeLessThanOrEqual(5_100)
  expect((watch?.sentAtMs ?? 0) - answeredAtMs).toBeGreaterThan(3_000)
  await expect(dialogOf(page).getByText('Puzzle Quest')).toHaveCount(2)
})

test('seeking to the end or playing faster is no watch', async ({ page, baseURL }) => {
  game.ad = videoAd(baseURL)
  for (const cheat of ['seek', 'rate'] as const) {
    await game.open()
    await game.fullscreen('rewardedVideo')
    await expect.poll(() => game.actions().length).toBeGreaterThanOrEqual(1)
    await page.locator('video').evaluate(
      (video: HTMLVideoElement, how) =>
        new Promise((ended) => {
          video.addEventListener('ended', ended)
          if (how === 'seek') video.currentTime = video.duration - 0.2
          else video.playbackRate = 8
        }),
      cheat,
    )
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await page.evaluate(() => window.shown)).toEqual({})
  }
  expect(game.actions()).toEqual(['IMPRESSION', 'IMPRESSION'])
})

test('a watch is sent no sooner than 2 s after the answer to its impression, also by the next page', async ({
  page,
}) => {
  game.ad = { product: 'INTERSTITIAL', materials: [game.picture('320x480-teal.svg')], reward }
  await game.open()
  game.onEvent = (route) => route.abort()
  await game.fullscreen('interstitial')
  await page.getByRole('button', { name: 'Close' }).click()
  const kept = () => page.evaluate(() => localStorage.getItem('voltline.outbox.key') ?? '')
  await expect.poll(kept).toContain('WATCH')
  expect(game.actions()).not.toContain('WATCH')
  let answeredAtMs = 0
  game.reports.length = 0
  game.onEvent = async (route) => {
    const isWatch = route.request().postDataJSON().action === 'WATCH'
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { error: 'SUCCESS', ...(isWatch && { reward: { ...reward, receipt: 'r' } }) },
    })
    if (!isWatch) answeredAtMs = performance.now()
  }
  await page.reload()
  await page.evaluate(() => {
    const onReward = (earned: unknown) => {
      window.shown = earned
    }
    window.voltline = window.Voltline.init({ apiKey: 'key', platform: 'AOS', deviceID: 'd', onReward })
  })
  await expect.poll(() => game.actions()).toEqual(['IMPRESSION', 'WATCH'])
  expect((game.reports[1]?.sentAtMs ?? 0) - answeredAtMs).toBeGreaterThanOrEqual(1_950)
  await expect.poll(() => page.evaluate(() => window.shown)).toEqual({ ...reward, receipt: 'r' })
  expect(await kept()).toBe('[]')
})
