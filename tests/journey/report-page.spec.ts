import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { sidewaysPixels, violations } from '../support/accessibility.ts'
import { signInBrowser, signInByCall } from '../support/people.ts'

/** The demo's customers have 200 days of history; these tests only read it. */
const consoles = [
  {
    who: 'advertiser@voltline.test',
    path: '/ad-report',
    amount: 'Spend',
    metric: 'spend',
  },
  {
    who: 'publisher@voltline.test',
    path: '/pub-report',
    amount: 'Revenue',
    metric: 'revenue',
  },
] as const

const dayBefore = (days: number): string =>
  new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

const figure = (text: string) => Number(text.replaceAll(',', '').replace('−', '-'))

/** The figures of a column: those of the rows, and the total. */
async function column(page: Page, head: string): Promise<{ rows: number[]; total: number }> {
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const at = heads.findIndex((text) => text.trim() === head) + 1
  const cells = await page.locator(`tbody td:nth-child(${at})`).allInnerTexts()
  const figures = cells.map((text) => figure(text.split('\n')[0] ?? ''))
  return { rows: figures.slice(0, -1), total: figures.at(-1) ?? Number.NaN }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

for (const { who, path, amount, metric } of consoles) {
  test(`${path} adds up by any breakdown, and its address reproduces the view`, async ({ page, request }) => {
    await signInBrowser(page, { session: await signInByCall(request, who) })
    // Days that are over: the demo's traffic goes on.
    const days = `startDate=${dayBefore(7)}&endDate=${dayBefore(1)}`
    await page.goto(`${path}?${days}`)
    await expect(page.locator('[data-row]')).toHaveCount(7)
    const byDay = await column(page, `${amount}, KRW`)
    expect(sum(byDay.rows)).toBe(byDay.total)

    await page.getByRole('button', { name: /^Date range/ }).click()
    await page.getByText('Last month').click()
    await expect(page).toHaveURL(/range=last-month/)
    await page.getByRole('button', { name: /^Comparison/ }).click()
    await page.getByText('Previous period').click()
    await expect(page).toHaveURL(/compare=previous/)
    await expect(page.getByText(/[+−]\d+\.\d%/).first()).toBeVisible()
    await page.getByRole('button', { name: /^Breakdown/ }).click()
    await page.getByRole('checkbox', { name: 'Day', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Country' }).check()
    await page.getByRole('checkbox', { name: 'Platform' }).check()
    await expect(page.getByRole('checkbox', { name: 'Format' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/by=country%2Cplatform/)
    await page.getByRole('button', { name: `${amount}, KRW` }).click()
    await expect(page).toHaveURL(new RegExp(`sort=-${metric}`))
    const head = page.getByRole('columnheader', { name: `${amount}, KRW` })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByRole('columnheader').first()).toHaveText('Country')
    await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
    const sorted = await column(page, `${amount}, KRW`)
    expect(sorted.rows).toEqual(sorted.rows.toSorted((one, other) => other - one))
    expect(sum(sorted.rows)).toBe(sorted.total)

    const text = await page.locator('table').innerText()
    await page.goto(page.url())
    await expect(page.locator('table')).toHaveText(text.replaceAll(/\s+/g, ' '), { useInnerText: true })
    expect(await violations(page)).toEqual([])
  })
}

test('the file of a report has headings with units, exact amounts and a total', async ({ page, request }) => {
  await signInBrowser(page, { session: await signInByCall(request, 'advertiser@voltline.test') })
  await page.goto('/ad-report?by=country&range=last-month&metrics=impressions,ctr,spend')
  await expect(page.getByRole('columnheader')).toHaveText(['Country', 'Impressions', 'CTR, %', 'Spend, KRW'])
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
  const rows = await page.locator('[data-row]').count()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toBe('"Country","Impressions","CTR, %","Spend, KRW"')
  expect(lines).toHaveLength(rows + 2)
  const spends = lines.slice(1).map((line) => Number(line.split(',').at(-1)))
  expect(lines.at(-1)).toMatch(/^"Total"/)
  expect(sum(spends.slice(0, -1))).toBeCloseTo(spends.at(-1) ?? Number.NaN, 4)
})

test('the report works with the keyboard and on a phone', async ({ page, request }) => {
  await signInBrowser(page, { session: await signInByCall(request, 'publisher@voltline.test') })
  await page.goto('/pub-report?by=app')
  const breakdown = page.getByRole('button', { name: /^Breakdown/ })
  await expect(breakdown).toHaveAttribute('aria-expanded', 'false')
  await breakdown.press('Enter')
  await expect(breakdown).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('checkbox', { name: 'App', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(breakdown).toBeFocused()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('columnheader', { name: 'Day' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Sort by').selectOption({ label: 'Revenue, KRW, highest first' })
  await expect(page).toHaveURL(/sort=-revenue/)
  expect(await sidewaysPixels(page)).toBe(0)
  expect(await violations(page)).toEqual([])
})
