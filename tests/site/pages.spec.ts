import { expect, test } from '@playwright/test'
import { sidewaysPixels, violations } from '../support/accessibility.ts'
import { browserErrors, languages, pages, widths } from './site.ts'

for (const language of languages) {
  for (const width of widths) {
    test(`PUBLIC-26 UX-21 every public page reads well in ${language} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const errors = browserErrors(page)
      const titles = new Set<string>()
      for (const path of pages) {
        const response = await page.goto(`${path}?lang=${language}`)
        expect(response?.status(), path).toBe(200)
        await expect(page.locator('html'), path).toHaveAttribute('lang', language)
        await expect(page.locator('h1'), path).toHaveCount(1)
        await expect(page.locator('h1'), path).toBeVisible()
        expect(await sidewaysPixels(page), `${path} scrolls sideways`).toBeLessThanOrEqual(0)
        titles.add(await page.title())
      }
      expect(titles.size, 'each page has a title of its own').toBe(pages.length)
      expect(errors).toEqual([])
    })
  }
}

test('UX-21 no public page scrolls sideways at 320 px, as when a page is zoomed to 400%', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of pages) {
    await page.goto(`${path}?lang=en`)
    expect(await sidewaysPixels(page), path).toBeLessThanOrEqual(0)
  }
})

test('each page describes itself to search engines and messengers in its language', async ({
  page,
  request,
  baseURL,
}) => {
  for (const language of languages) {
    for (const path of pages) {
      await page.goto(`${path}?lang=${language}`)
      const content = (selector: string) => page.locator(selector).first().getAttribute('content')
      expect((await content('meta[name=description]'))?.length ?? 0, path).toBeGreaterThan(20)
      const self = `${baseURL}${path}?lang=${language}`
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', self)
      for (const other of languages) {
        await expect(page.locator(`link[rel=alternate][hreflang=${other}]`)).toHaveAttribute(
          'href',
          `${baseURL}${path}?lang=${other}`,
        )
      }
      const card = await request.get((await content('meta[property="og:image"]')) ?? '')
      expect(card.headers()['content-type'], path).toBe('image/png')
      const bytes = await card.body()
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 630])
    }
  }
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on any public page, ${theme}`, async ({ browser }) => {
    test.slow()
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const path of pages) {
      await page.goto(`${path}?lang=ko`)
      expect(await violations(page), path).toEqual([])
    }
    await context.close()
  })
}

test('pages work without JavaScript: text, menu and language switch', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en-US',
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  for (const path of pages) {
    await page.goto(path)
    await expect(page.locator('h1'), path).toBeVisible()
  }
  await page.goto('/')
  await page.locator('header summary').click()
  await page.locator('header details nav').getByRole('link', { name: 'SDK' }).click()
  await expect(page).toHaveURL(/\/home-sdk$/)
  await page.getByRole('link', { name: /한국어/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await page.goto('/home-start')
  await expect(page.locator('html'), 'the choice is remembered').toHaveAttribute('lang', 'ko')
  await context.close()
})

test('no page loads more than 90 kB of script, compressed with gzip', async ({ page, request }) => {
  for (const path of pages) {
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    let bytes = 0
    for (const url of scripts) {
      const response = await request.get(url, { headers: { 'accept-encoding': 'gzip' } })
      bytes += Number(response.headers()['content-length'])
    }
    expect(scripts.size, path).toBeGreaterThan(0)
    expect(bytes, path).toBeLessThan(90_000)
  }
})
