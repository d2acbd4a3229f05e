import { expect, test } from '@playwright/test'
import { languages, pages } from './site.ts'

test('every link of every public page works, in both languages', async ({ page, request }) => {
  const found = new Map<string, string>()
  const anchors = new Set<string>()
  for (const language of languages) {
    for (const path of pages) {
      await page.goto(`${path}?lang=${language}`)
      for (const href of await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))) {
        const url = new URL(href)
        expect(url.origin, `${path} links only to this site`).toBe(new URL(page.url()).origin)
        found.set(url.pathname + url.search, path)
        if (url.hash) anchors.add(url.pathname + url.hash)
      }
    }
  }
  expect(found.size).toBeGreaterThan(40)
  for (const [target, from] of found) {
    const response = await request.get(target)
    expect(response.status(), `${target}, linked from ${from}`).toBe(200)
  }
  for (const anchor of anchors) {
    const [path, id] = anchor.split('#')
    await page.goto(`${path}?lang=en`)
    await expect(page.locator(`[id="${id}"]`), anchor).toHaveCount(1)
  }
})
