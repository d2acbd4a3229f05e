import { expect, test } from '@playwright/test'
import { limits } from '@voltline/contract'
import { makeCustomer, signInBrowser } from '../support/people.ts'
import { pages } from './site.ts'

test('HEADER-01 HEADER-05 a visitor sees the logo and a way to sign in', async ({ page }) => {
  await page.goto('/?lang=en')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Voltline home' })).toBeVisible()
  await expect(header.getByText('Manage console')).toHaveCount(2)
  for (const hidden of await header.getByText('Manage console').all()) await expect(hidden).toBeHidden()
  await header.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

for (const [type, label, home, myPage] of [
  ['ADVERTISER', 'Advertiser', '/ad', '/ad-my-page'],
  ['PUBLISHER', 'Publisher', '/pub', '/pub-my-page'],
] as const) {
  test(`HEADER-02 HEADER-03 HEADER-06 HEADER-07 a signed-in ${type} sees type, my page and the console on / and /home pages only`, async ({
    page,
    request,
  }) => {
    await signInBrowser(page, await makeCustomer(request, type))
    for (const path of pages.filter((path) => path !== '/home-support')) {
      await page.goto(`${path}?lang=en`)
      const header = page.getByRole('banner')
      await expect(header.locator('[data-session] > span:visible')).toHaveText(label)
      await expect(header.getByRole('link', { name: 'My page' })).toHaveAttribute('href', myPage)
      await expect(header.getByRole('link', { name: 'Sign in' })).toBeHidden()
      const manage = header.getByRole('link', { name: 'Manage console' })
      if (path === '/' || path.startsWith('/home')) await expect(manage).toHaveAttribute('href', home)
      else await expect(manage).toHaveCount(0)
    }
  })
}

test('HEADER-04 HEADER-14 HEADER-15 signing out asks first and clears the session', async ({
  page,
  request,
}) => {
  await signInBrowser(page, await makeCustomer(request, 'ADVERTISER'))
  await page.goto('/home-sdk?lang=en')
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' })
  await signOut.click()
  const confirmation = page.getByRole('alertdialog', { name: 'Sign out?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toHaveCount(0)
  await expect(signOut).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()

  await signOut.click()
  await confirmation.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left.filter((key) => key !== 'language' && key !== 'theme')).toEqual([])
})

test('a stored session that has ended elsewhere is cleared on a public page, which stays open', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await request.post('/api/v1/account/signin', { data: { email: customer.email, pw: 'voltline-2026' } })
  await page.goto('/home-benefit?lang=en')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/home-benefit/)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('HEADER-08 CONST-16 the header gains a border after 50 px and loses it at the top', async ({ page }) => {
  expect(limits.headerBorderPx).toBe(50)
  await page.goto('/home-sdk?lang=en')
  const border = () => page.locator('header').evaluate((header) => getComputedStyle(header).borderBottomColor)
  const none = 'rgba(0, 0, 0, 0)'
  await page.evaluate(() => window.scrollTo(0, 50))
  await expect.poll(border).toBe(none)
  await page.evaluate(() => window.scrollTo(0, 51))
  await expect.poll(border).not.toBe(none)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(border).toBe(none)
})

test('HEADER-09 HEADER-10 HEADER-11 UX-22 on a phone a hamburger opens a menu that closes on any tap and on its backdrop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?lang=en')
  await expect(page.locator('header nav').first()).toBeHidden()
  const panel = page.locator('header details nav')
  const open = () => page.getByRole('banner').locator('summary').click()
  await open()
  await expect(panel).toBeVisible()
  await panel.click({ position: { x: 150, y: 700 } })
  await expect(panel).toBeHidden()
  await open()
  await page.mouse.click(20, 500)
  await expect(panel).toBeHidden()
  await open()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await open()
  await panel.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/home-help$/)
})

test('HEADER-12 HEADER-13 the menu holds the console of the signed-in type, and app reward leads to the inventory', async ({
  page,
  request,
}) => {
  await signInBrowser(page, await makeCustomer(request, 'PUBLISHER'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?lang=en')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('banner').locator('summary').click()
  const panel = page.locator('header details nav')
  await expect(panel.getByRole('link', { name: 'App reward' })).toHaveAttribute('href', '/pub-inventory')
  await expect(panel.getByRole('link', { name: 'Campaigns' })).toBeHidden()
})

test('FOOTER-01 FOOTER-05 ROUTE-58 the footer has link columns, the language switch and the way to the admin console', async ({
  page,
}) => {
  await page.goto('/?lang=en')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('navigation')).toHaveCount(4)
  await expect(footer.getByRole('link', { name: /^KOR/ })).toBeVisible()
  await expect(footer.getByRole('link', { name: /^ENG/ })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Operators' })).toHaveAttribute('href', '/admin')
})
