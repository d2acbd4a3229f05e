import { expect, test } from '@playwright/test'
import type { Database } from '../../server/src/platform/database/database.ts'
import { programDatabase } from '../support/program.ts'
import { booksOf, Playground, voltsText } from './phone.ts'

let db: Database
test.beforeAll(() => {
  db = programDatabase()
})

test('a signed-out visitor opens the app and sees who bid, who won and where the money went', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Try the playground' }).click()
  const play = new Playground(page)
  await expect(page.getByText('Open the app: it asks for its first ad.')).toBeVisible()
  await play.start()
  await expect(play.step('The app asked for an ad')).toContainText('POST /sdk/v1/ad')
  await expect(play.bid('Hanok Tycoon')).toContainText('Won, pays')
  await expect(play.bid('Tiny Orchard')).toContainText('Runner-up, sets the price')
  await expect(play.bid('Star pitcher')).toContainText('No cash left')
  await expect(play.bid('Kyoto by rail')).toContainText('Not for this country')
  await expect(page.getByText(/Second price: .* ÷ 1,000 = .* KRW per impression/)).toBeVisible()
  await expect(play.step('Shown')).toContainText('IMPRESSION accepted')
  await expect(play.step('Shown')).toContainText('CPM is billed on this event.')
  await expect(play.step('KRW moved')).toBeVisible()
  const { price, publisher, network, user } = await play.shares()
  expect(publisher + network + user).toBe(price)
  expect(price).toBeGreaterThan(0)
  expect(await booksOf(db, await play.device())).toEqual({ price, publisher, network, user })
  // The phone shows the user's tenth.
  await expect(play.phone.getByText(`${voltsText(user)} volts`)).toBeVisible()
})

test('an interstitial is tapped and its app installed: the advertiser pays for the install, once', async ({
  page,
}) => {
  const play = await Playground.open(page)
  await play.start()
  await play.phone.getByRole('button', { name: 'Rain radar' }).click()
  const ad = play.phone.getByRole('dialog', { name: 'Advertisement' })
  await expect(play.step('Shown')).toContainText('This ad pays per install, so no money moves here.')
  await expect(play.step('Tap the ad, then install the app.')).toBeVisible()
  await ad.getByRole('link', { name: 'Tiny Orchard' }).click()
  const store = play.phone.getByRole('dialog', { name: 'Demo store' })
  await expect(store).toContainText('By Orchard Lab')
  await expect(play.step('Clicked')).toContainText('CLICK accepted')
  await store.getByRole('button', { name: 'Install' }).click()
  await expect(store.getByRole('button', { name: 'Installed' })).toBeVisible()
  await expect(play.step('Installed')).toContainText('signed postback')
  await expect(play.step('KRW moved')).toBeVisible()
  const { price, publisher, network, user } = await play.shares()
  expect(publisher + network + user).toBe(price)
  await store.getByRole('button', { name: 'Back to the app' }).click()
  // A second click on the same ad is the same click.
  await ad.getByRole('link', { name: 'Tiny Orchard' }).click()
  await expect(play.step('Clicked')).toContainText('Reported again 1 ×')
  await store.getByRole('button', { name: 'Install' }).click()
  await expect(store).toContainText('Reported before: nothing changes.')
  await store.press('Escape')
  // An overlay of the phone's screen does not scroll into view by itself.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await ad.getByRole('button', { name: 'Close' }).click()
  await expect(play.phone.getByText('No rain within 40 km.')).toBeVisible()
  await expect(play.step('Closed, reward earned')).toBeVisible()
  const charged = page.getByRole('region', { name: 'Charged in this visit' })
  await expect
    .poll(async () => {
      const books = await booksOf(db, await play.device())
      const shown = (await charged.getByRole('img').getAttribute('aria-label')) ?? ''
      const total = Number((/[\d,]+\.\d{6}/.exec(shown)?.[0] ?? '').replaceAll(',', ''))
      return Math.round(total * 1_000_000) - Number(books?.price)
    })
    .toBe(0)
})

test('a video watched to its end pays for the watch, rewards, and opens the forecast', async ({ page }) => {
  const play = await Playground.open(page)
  await play.start()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  const ad = play.phone.getByRole('dialog', { name: 'Advertisement' })
  // Its day limit restarts at midnight in Seoul; then it wins until the limit is reached again.
  await expect(play.bid('Quick ramen')).toContainText(/Day limit reached|Won/)
  await expect(play.bid('Lantern night')).toContainText('Stopped')
  await expect(play.step('Watch the video to its end, or tap it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Banner', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(play.step('Watched to the end')).toContainText('WATCH accepted')
  await expect(play.step('KRW moved')).toBeVisible()
  await ad.getByRole('button', { name: 'Close' }).click()
  await expect(play.phone.getByText('10-day forecast unlocked')).toBeVisible()
  await expect(play.phone.getByText('10 × Gem')).toBeVisible()
  const { user } = await play.shares()
  await expect(play.phone.getByText(`You earned ${voltsText(user)} volts.`)).toBeVisible()
  await play.phone.getByRole('button', { name: 'OK' }).click()
  await expect(play.phone.getByText('Watch a video to open it')).toBeHidden()
})

test('a phone in another country is served other ads', async ({ page }) => {
  const play = await Playground.open(page)
  await play.start()
  await expect(play.bid('Hanok Tycoon')).toContainText('Won')
  await page.getByText('Japan', { exact: true }).click()
  await expect(play.phone.getByText('Kagurazaka, Tokyo')).toBeVisible()
  await expect(play.bid('Kyoto by rail')).toContainText('Won')
  await expect(play.bid('Hanok Tycoon')).toContainText('Not for this country')
})

test('a phone that reached the frequency cap gets no ad, and the page says why', async ({
  page,
  request,
}) => {
  const play = await Playground.open(page)
  await play.start()
  const deviceID = await play.device()
  const { playground } = await (await request.get('/api/v1/demo/playground')).json()
  const headers = { 'x-api-key': playground.apiKey }
  const { medID } = playground.media.find((unit: { product: string }) => unit.product === 'BANNER')
  for (let requests = 0; requests < 60; requests++) {
    const data = { medID, deviceID, country: 'KR' }
    const { error, ad } = await (await request.post('/sdk/v1/ad', { headers, data })).json()
    if (error !== 'SUCCESS') break
    await request.post('/sdk/v1/event', { headers, data: { token: ad.token, action: 'IMPRESSION' } })
  }
  await page.getByRole('button', { name: 'Banner', exact: true }).click()
  await expect(play.phone.getByText('No ad this time')).toBeVisible()
  await expect(play.steps.filter({ hasText: 'EXCEEDED_IMPRESSION' })).toBeVisible()
  await expect(play.bid('Hanok Tycoon')).toContainText('Shown often enough today')
  await expect(page.getByText('Take a new phone to go on.')).toBeVisible()
  await page.getByRole('button', { name: 'New phone' }).click()
  await play.start()
  await expect(play.bid('Hanok Tycoon')).toContainText('Won')
  expect(await play.device()).not.toBe(deviceID)
})
