import { expect, test } from '@playwright/test'
import { seriousViolations, sidewaysPixels } from '../support/accessibility.ts'
import {
  answerDialog,
  makeCustomer,
  signInBrowser,
  signInByForm,
  toast,
  watchCalls,
} from '../support/people.ts'

const signedOutPages = [
  '/signin',
  '/signup-email',
  '/signup?email=a%40orchardlab.kr&token=x',
  '/signup-success?name=Dain&email=a%40orchardlab.kr',
  '/find-email',
  '/find-password',
  '/failed-authentication',
  '/verify-email?token=x',
  '/admin/signin',
  '/no-such-page',
]

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the account pages in the ${theme} theme`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const path of signedOutPages) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await seriousViolations(page), path).toEqual([])
    }
  })
}

test('UX-21 UX-22 CONST-15 HEADER-09 no page scrolls sideways at any width, and phones get the menu', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  test.slow()
  const fits = async (path: string, widths: readonly number[]) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => sidewaysPixels(page), { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
    }
  }
  for (const path of signedOutPages) await fits(path, [1440, 716, 390, 320])
  await signInBrowser(page, customer)
  await fits('/pub-my-page', [1440, 716, 390])
})

test('HEADER-01..04 HEADER-13..15 STATE-06 the header shows who is signed in, and sign-out asks first and clears the session', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  // The type is shown at once, the company when the account has been loaded.
  const loaded = Promise.withResolvers<void>()
  await page.route('**/api/v1/account/ad-my-page', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto('/ad-my-page')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /Voltline/ }).first()).toBeVisible()
  await expect(header.getByText('Advertiser', { exact: true })).toBeVisible()
  loaded.resolve()
  await expect(header.getByText('Orchard Lab', { exact: true })).toBeVisible()
  await expect(header.getByText('Advertiser', { exact: true })).toBeVisible()
  await expect(page.locator('a[href="/ad-my-page"]').first()).toBeAttached()
  await expect(page.getByRole('link', { name: 'Campaigns' }).first()).toHaveAttribute('href', '/ad-campaign')
  expect(await page.locator('a[href="/pub-app"]').count()).toBe(0)
  await header.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await header.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  const left = await page.evaluate(() =>
    ['accessToken', 'user', 'lastType'].map((key) => localStorage.getItem(key)),
  )
  expect(left).toEqual([null, null, null])
  const check = await request.post('/api/v1/account/signin-check', { data: { accessToken: token } })
  expect(await check.json()).toMatchObject({ error: 'NEED_SIGNIN' })
})

test('HEADER-09..12 on a phone the hamburger opens the menu, any tap closes it, and app reward leads to the inventory', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInBrowser(page, customer)
  await page.goto('/pub-my-page')
  const open = () => page.getByRole('button', { name: /menu/i }).first().click()
  await open()
  const menu = page.getByRole('dialog')
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('link', { name: /reward/i })).toHaveAttribute('href', /^\/pub-inventory/)
  await page.mouse.click(8, 600)
  await expect(menu).toBeHidden()
  await open()
  await menu.getByRole('link', { name: /My page/ }).click()
  await expect(menu).toBeHidden()
})

test('ROUTE-58 the navigation has a link to the operators’ console', async ({ page, request }) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await page.goto('/pub-my-page')
  await expect(page.locator('a[href="/admin"]').first()).toBeAttached()
})

test('ROUTE-59 UX-18 an unknown route shows the 404 page with a way home', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
  await expect(page.getByText(/We can.t find the page that you.re looking for/)).toBeVisible()
  await expect(page.getByText('ERROR: 404')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
})

test('ROUTE-60 UX-19 UX-20 API-33 an uncaught render error shows the 500 page and is reported', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  const reported = page.waitForRequest('**/api/v1/error/logger')
  await page.route('**/api/v1/account/ad-my-page', (route) =>
    route.fulfill({ json: { error: 'SUCCESS', customer: null } }),
  )
  await page.goto('/ad-my-page')
  await expect(page.getByText(/Sorry! It.s not you. It.s us/)).toBeVisible()
  await expect(
    page.getByText(/We.re experiencing an internal server error. Please try again later./),
  ).toBeVisible()
  await expect(page.getByText('ERROR: 500')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  expect((await reported).postDataJSON()).toMatchObject({
    message: expect.any(String),
    componentStack: expect.any(String),
  })
})

test('I18N-01..07 FOOTER-05 the language follows the browser, the switch changes every text at once and is remembered', async ({
  browser,
}) => {
  const korean = await browser.newPage({ locale: 'ko-KR' })
  await korean.goto('/signin')
  await expect(korean.locator('html')).toHaveAttribute('lang', 'ko')
  await expect(korean.getByRole('button', { name: '로그인' })).toBeVisible()
  await korean.getByRole('button', { name: 'ENG' }).click()
  await expect(korean.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await korean.reload()
  await expect(korean.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await korean.close()
  const german = await browser.newPage({ locale: 'de-DE' })
  await german.goto('/signin')
  await expect(german.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await german.close()
})

test('FOOTER-01..04 the console footer keeps the three legal links', async ({ page, request }) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  await page.goto('/ad-my-page')
  for (const path of ['/privacy', '/terms-advertiser', '/terms-publisher']) {
    await expect(page.getByRole('contentinfo').locator(`a[href="${path}"]`)).toHaveAttribute(
      'target',
      '_blank',
    )
  }
})

test('UX-01 CONST-13 a toast closes after 2 seconds', async ({ page, request }) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  await page.goto('/ad-my-page')
  const zone = page.getByRole('form', { name: 'Time zone' })
  await zone.getByRole('combobox', { name: 'Time zone' }).click()
  await zone.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await zone.getByRole('button', { name: 'Modify Time zone' }).click()
  await answerDialog(page, 'Change the time zone', 'Modify')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await expect(toast(page, 'Changes saved')).toBeHidden({ timeout: 4_000 })
})

test('UX-07 a slow write shows the full-screen loader', async ({ page }) => {
  await page.route('**/api/v1/account/signin', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto('/signin')
  await signInByForm(page, { email: 'nobody@orchardlab.kr' })
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
})

test('a customer who opens a route of the other console is sent to their own start page', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await page.goto('/ad-my-page')
  await expect(page).toHaveURL('/pub')
})

test('operators sign in at /admin/signin, customers’ accounts do not, and an operator is no customer', async ({
  page,
}) => {
  const calls = watchCalls(page)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/signin/)
  await signInByForm(page, { email: 'advertiser@voltline.test' })
  // The same as for a wrong password, so that nobody learns who is an operator.
  await answerDialog(page, /confirm your password/i)
  await signInByForm(page, { email: 'admin@voltline.test' })
  await expect(page).toHaveURL('/admin')
  expect(calls).toContain('admin/signin')
  await page.goto('/signin')
  await signInByForm(page, { email: 'admin@voltline.test' })
  await answerDialog(page, /sign up/i)
})
