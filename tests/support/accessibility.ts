import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe reports as serious or critical. Legacy mode needs no second page; no page under test has frames. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** How many pixels a page is wider than its window; above 0 it scrolls sideways. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
