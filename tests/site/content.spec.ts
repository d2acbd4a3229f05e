import { expect, test } from '@playwright/test'
import { sampleEcpm, sdkMinimums } from '@voltline/contract'
import { languages } from './site.ts'

test('PUBLIC-02 PUBLIC-03 home describes the mainnet move, the wallet and volts', async ({ page }) => {
  await page.goto('/?lang=en')
  await expect(page.getByRole('heading', { name: /Volts are moving to a new mainnet/ })).toBeVisible()
  await expect(page.getByText('Link a wallet')).toBeVisible()
  await page.getByRole('link', { name: 'How the move works' }).click()
  await expect(page).toHaveURL(/\/home-benefit#mainnet$/)
  await expect(page.getByRole('heading', { name: /How the move to the new mainnet works/ })).toBeInViewport()
})

test('PUBLIC-04 PUBLIC-05 CONST-30 home shows static sample figures, including an eCPM of 6,000 KRW', async ({
  page,
}) => {
  expect(sampleEcpm).toBe(6_000)
  for (const language of languages) {
    await page.goto(`/?lang=${language}`)
    await expect(page.locator('main dl dd')).toHaveText(['6,000', '12,000,000', '72,000,000', '400,000'])
  }
  await expect(page.locator('main dl dt').first()).toContainText('eCPM')
  // The figures are part of the page; no call loads others.
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(calls).toEqual([])
})

test('home shows how one impression is shared, and the shares add up', async ({ page }) => {
  await page.goto('/?lang=en')
  const amounts = await page.locator('main figure b').allTextContents()
  const [price, ...shares] = amounts.map((text) => Number.parseFloat(text))
  expect(amounts).toEqual(['10.00 KRW', '7.00 KRW', '2.00 KRW', '1.00 volt'])
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(price)
})

test('PUBLIC-06 the benefits page is reached from the public navigation', async ({ page }) => {
  await page.goto('/?lang=en')
  await page.getByRole('navigation').getByRole('link', { name: 'Benefits' }).first().click()
  await expect(page).toHaveURL(/\/home-benefit$/)
  for (const row of await page.locator('main table tbody tr').all()) {
    const [charged = 0, ...shares] = (await row.locator('td').allTextContents()).map((text) =>
      Number(text.replaceAll(',', '')),
    )
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(charged)
  }
})

test('PUBLIC-07 PUBLIC-08 ROUTE-04 getting started has exactly three steps and a join button to /signup-email', async ({
  page,
}) => {
  for (const language of languages) {
    await page.goto(`/home-start?lang=${language}`)
    await expect(page.locator('main ol')).toHaveCount(1)
    await expect(page.locator('main ol > li')).toHaveCount(3)
  }
  await page.goto('/home-start?lang=en')
  await page.getByRole('main').getByRole('link', { name: 'Join by e-mail' }).click()
  await expect(page).toHaveURL(/\/signup-email$/)
})

test('PUBLIC-15 PUBLIC-16 PUBLIC-17 CONST-31 ROUTE-06 the SDK page states what each platform needs', async ({
  page,
}) => {
  expect(sdkMinimums).toEqual({ iosToolchain: '10', androidApiLevel: '14', unity: '5.1' })
  await page.goto('/home-sdk?lang=en')
  await expect(page.locator('#ios')).toContainText('Toolchain (Xcode) version 10 or later')
  await expect(page.locator('#android')).toContainText('API level 14 or later')
  await expect(page.locator('#unity')).toContainText('Unity 5.1 or later')
  await expect(page.locator('#unreal')).toBeVisible()
})

test('PUBLIC-13 PUBLIC-18 PUBLIC-19 PUBLIC-21 ROUTE-07 ROUTE-08 ROUTE-10 invented apps, partners and stories are marked as samples', async ({
  page,
}) => {
  for (const path of ['/home-game', '/home-app', '/home-publisher', '/home-resource']) {
    for (const [language, word] of [
      ['en', 'Sample'],
      ['ko', '예시'],
    ]) {
      await page.goto(`${path}?lang=${language}`)
      const cards = await page.getByTestId('sample-card').all()
      expect(cards.length, path).toBeGreaterThanOrEqual(3)
      for (const card of cards) await expect(card.locator('span').first()).toHaveText(word ?? '')
    }
  }
})

test('PUBLIC-20 ROUTE-09 the mediation page explains how to run beside other networks', async ({ page }) => {
  await page.goto('/home-mediation?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One network among several.')
  await expect(page.getByRole('row', { name: /No fill/ })).toContainText('AD_NOTFOUND')
})

test('PUBLIC-23 PUBLIC-24 PUBLIC-25 FOOTER-02 FOOTER-03 FOOTER-04 the legal texts open from the footer in a new tab', async ({
  page,
  context,
}) => {
  await page.goto('/?lang=en')
  for (const [name, path, clause] of [
    ['Privacy policy', '/privacy', 'How long we keep it'],
    ['Advertiser terms', '/terms-advertiser', 'The auction and the price'],
    ['Publisher terms', '/terms-publisher', 'Being paid'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    const tab = await opened
    await expect(tab).toHaveURL(new RegExp(`${path}$`))
    await expect(tab.getByRole('heading', { name: clause })).toBeVisible()
    await tab.close()
  }
})

test('a legal text inside a frame has no header and footer', async ({ page }) => {
  await page.goto('/terms-publisher?lang=en')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goto('/terms-publisher?lang=en&frame=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('header')).toBeHidden()
  await expect(page.locator('footer')).toBeHidden()
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/privacy?lang=en'
    document.body.append(frame)
  })
  const framed = page.frameLocator('iframe')
  await expect(framed.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
  await expect(framed.locator('header')).toBeHidden()
})

test('ROUTE-12 /home-support shows the "not ready" alert and nothing else', async ({ page }) => {
  for (const [language, text] of [
    ['en', 'Not ready yet'],
    ['ko', '아직 준비 중이에요'],
  ] as const) {
    await page.goto(`/home-support?lang=${language}`)
    await expect(page.getByRole('alertdialog')).toContainText(text)
    await expect(page.locator('header, footer, nav')).toHaveCount(0)
  }
  await page.goto('/home-help?lang=en')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click()
  await page.getByRole('link', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/home-help/)
})
