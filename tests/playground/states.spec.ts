import { expect, test } from '@playwright/test'
import { addDays, instant, localDay, seoul, utcDay } from '@voltline/kernel'
import { readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { readPublisherDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { CustomerRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { addOperator, openConsole } from '../operator/world.ts'
import { seriousViolations, sidewaysPixels } from '../support/accessibility.ts'
import { signInBrowser, signInByCall } from '../support/people.ts'
import { programDatabase } from '../support/program.ts'
import { Playground } from './phone.ts'

test('without a connection the SDK keeps events and reports them later', async ({ page }) => {
  const play = await Playground.open(page)
  await play.start()
  await expect(play.step('KRW moved')).toBeVisible()
  const airplane = page.getByRole('switch', { name: 'Airplane mode' })
  const reported = page.waitForResponse((response) => response.url().endsWith('/sdk/v1/event'))
  await page.getByRole('button', { name: 'Interstitial', exact: true }).click()
  const ad = play.phone.getByRole('dialog', { name: 'Advertisement' })
  await reported
  await expect(play.step('Shown')).toBeVisible()
  await airplane.check({ force: true })
  // An overlay of the phone's screen does not scroll into view by itself.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await ad.getByRole('link').first().click()
  await expect(play.phone.getByText('No connection: the click was not recorded.')).toBeVisible()
  await play.phone.getByRole('button', { name: 'Back to the app' }).click()
  await ad.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 waiting on the phone')).toBeVisible()
  await expect(play.step('Closed, reward earned')).toContainText('Not sent yet')
  await airplane.uncheck({ force: true })
  await expect(play.step('Closed, reward earned')).toContainText('WATCH accepted')
  await expect(page.getByText('waiting on the phone')).toBeHidden()
  await expect(play.phone.getByText('No rain within 40 km.')).toBeVisible()
})

test('an app that cannot request an ad says so, and requests one when it can', async ({ page }) => {
  const play = await Playground.open(page)
  await play.start()
  await page.getByRole('switch', { name: 'Airplane mode' }).check({ force: true })
  await page.getByRole('button', { name: 'Banner', exact: true }).click()
  await expect(play.phone.getByText('No connection')).toBeVisible()
  await expect(page.getByText('The app could not ask: no connection.')).toBeVisible()
  await page.getByRole('switch', { name: 'Airplane mode' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Banner', exact: true }).click()
  await expect(page.getByText('The app could not ask: no connection.')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your taps' }).getByRole('listitem')).toHaveCount(2)
})

test('an app that sends too many requests is told so', async ({ page }) => {
  const play = await Playground.open(page)
  await play.start()
  await page.route('**/sdk/v1/ad', (route) =>
    route.fulfill({ status: 429, json: { error: 'TRYAGAIN_LATER' } }),
  )
  await page.getByRole('button', { name: 'Banner', exact: true }).click()
  await expect(page.getByText('The server refused the request:')).toBeVisible()
  await expect(play.phone.getByText('No ad this time')).toBeVisible()
  await page.unroute('**/sdk/v1/ad')
  await page.getByRole('button', { name: 'Banner', exact: true }).click()
  await expect(page.getByText('The server refused the request:')).toBeHidden()
})

test('an unreachable server is reported, and the visit continues when it is back', async ({ page }) => {
  const play = await Playground.open(page)
  await page.route('**/sdk/v1/demo/visit*', (route) => route.abort())
  await play.start()
  await expect(page.getByText('The server does not answer.')).toBeVisible()
  await page.unroute('**/sdk/v1/demo/visit*')
  await expect(page.getByText('The server does not answer.')).toBeHidden()
  await expect(play.step('KRW moved')).toBeVisible()
})

test('a reload keeps the visit, back leads to the home page, and an earlier tap can be viewed again', async ({
  page,
}) => {
  await page.goto('/')
  const play = await Playground.open(page)
  await play.start()
  await expect(play.step('KRW moved')).toBeVisible()
  await page.getByRole('button', { name: 'Banner', exact: true }).click()
  const taps = page.getByRole('region', { name: 'Your taps' }).getByRole('listitem')
  await expect(taps).toHaveCount(2)
  await page.reload()
  await expect(taps).toHaveCount(2)
  await expect(taps.first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await taps.last().getByRole('button').click()
  await expect(taps.last().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await expect(play.step('KRW moved')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('everything works by keyboard', async ({ page }) => {
  const play = await Playground.open(page)
  await page.getByRole('button', { name: 'Open the app' }).focus()
  await page.keyboard.press('Enter')
  await expect(play.step('KRW moved')).toBeVisible()
  await page.getByRole('button', { name: 'Interstitial', exact: true }).focus()
  await page.keyboard.press('Enter')
  const ad = play.phone.getByRole('dialog', { name: 'Advertisement' })
  await expect(ad).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(ad.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  const store = play.phone.getByRole('dialog', { name: 'Demo store' })
  await expect(store.getByRole('button', { name: 'Install' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(store).toBeHidden()
  // It can be pressed a few seconds after the ad was drawn.
  await expect(ad.getByRole('button', { name: 'Close' })).toBeEnabled()
  await ad.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(ad).toBeHidden()
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${theme}, and nothing scrolls sideways on a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    const play = await Playground.open(page)
    const check = async () => {
      expect(await seriousViolations(page)).toEqual([])
      expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0)
    }
    await check()
    await play.start()
    await play.phone.getByRole('link').first().scrollIntoViewIfNeeded()
    await expect(play.step('KRW moved')).toBeVisible()
    expect(await play.steps.first().evaluate((step) => getComputedStyle(step).animationName)).toBe('none')
    await check()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'KOR' }).click()
    await expect(page.getByRole('heading', { name: '플레이그라운드' })).toBeVisible()
    await expect(play.phone.getByText('서울 성수동')).toBeVisible()
    await check()
  })
}

test('a publisher’s app and the operator’s first page link to the playground', async ({ page, request }) => {
  const session = await signInByCall(request, 'playground@voltline.test')
  await signInBrowser(page, { session })
  await page.goto('/pub-app')
  await page.getByRole('link', { name: 'Nabi Weather' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open the playground' }).click()
  await expect(page).toHaveURL('/playground')
  await expect(page.getByRole('link', { name: 'Manage console' })).toHaveAttribute('href', '/pub')
  const operator = await addOperator(programDatabase(), request, 'USERS')
  await openConsole(page, operator, '/admin')
  await page.getByRole('link', { name: 'Open the playground' }).click()
  await expect(page.getByRole('heading', { name: 'Playground', level: 1 })).toBeVisible()
})

/** What the consoles show a demo account, read without them: a sign-in would end the session of another test. */
async function shownTo(db: Database, email: string) {
  const range = { zone: seoul, start: addDays(utcDay(instant(Date.now())), -30), end: localToday() }
  return db.snapshot(async (tx) => {
    const owner = await tx.one(
      (row) => row.customer_id,
      sql<Pick<CustomerRow, 'customer_id'>>`select customer_id from customer where email = ${email}`,
    )
    return {
      ads: await readAdDays(tx, { owner }, range),
      media: await readPublisherDays(tx, { owner }, range),
      money: await tx.rows(sql`
        select kind, balance_micros from ledger_balance where customer_id = ${owner} order by kind`),
    }
  })
}
const localToday = () => localDay(instant(Date.now()), seoul)

test('visits change neither the reports nor the money of the demo accounts', async ({ page, request }) => {
  const db = programDatabase()
  const emails = ['advertiser', 'publisher', 'rival1', 'rival2', 'rival3'].map(
    (name) => `${name}@voltline.test`,
  )
  const readAll = () => Promise.all(emails.map((email) => shownTo(db, email)))
  const before = await readAll()
  expect(before[0]?.ads.length).toBeGreaterThan(0)
  expect(before[1]?.media.length).toBeGreaterThan(0)
  const play = await Playground.open(page)
  await play.start()
  await expect(play.step('KRW moved')).toBeVisible()
  await page.getByRole('button', { name: 'Interstitial', exact: true }).click()
  await play.phone.getByRole('dialog', { name: 'Advertisement' }).getByRole('link').first().click()
  await play.phone.getByRole('button', { name: 'Install' }).click()
  await expect(play.step('KRW moved')).toBeVisible()
  await request.post('/dev/drain')
  expect(await readAll()).toEqual(before)
})
