import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds. Legacy mode needs no second page, since no page under test has frames; leaving out the details of
 * passed rules halves the time.
 */
const analyze = (page: Page) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()

export async function violations(page: Page): Promise<string[]> {
  const found = await analyze(page)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Only what axe rates as serious or critical. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const found = await analyze(page)
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** How many pixels a page is wider than its window; above 0 it scrolls sideways. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
