import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Download, expect, type Page, test } from '@playwright/test'
import { reportByDaily } from '@voltline/contract'
import type { Client } from '../../server/testing/client.ts'
import { answerDialog, signInBrowser, signInByCall, toast, watchCalls } from '../support/people.ts'
import { callsOf, newPublisher } from './publisher.ts'

/** The demo's publisher has 200 days of history; these tests only read it. */
const demoPublisher = 'publisher@voltline.test'
let session: Awaited<ReturnType<typeof signInByCall>>
let calls: Client

test.beforeAll(async ({ request, baseURL }) => {
  session = await signInByCall(request, demoPublisher)
  calls = callsOf({ session }, baseURL ?? '')
})

const rows = (page: Page) => page.locator('tbody > [data-row]')
const figure = (text: string) => Number(text.replaceAll(',', ''))

async function column(page: Page, selector: string, index: number): Promise<number> {
  const cells = await page.locator(`${selector} > td:nth-child(${index})`).allTextContents()
  return cells.reduce((sum, text) => sum + figure(text), 0)
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

test('ROUTE-53 PUB-REPORT-01..04 PUB-REPORT-11..12 PUB-REPORT-14..15 PUB-REPORT-17 the daily report expands into days and apps, and the rows add up', async ({
  page,
}) => {
  await signInBrowser(page, { session })
  await page.goto('/pub-report-day')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Day, app, unit',
    'Revenue, KRW',
    'eCPM, KRW',
    'Impressions',
    'Installs',
    'CTR, %',
  ])
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByRole('radio', { name: 'eCPM' })).toBeChecked()
  for (const metric of ['Impressions', 'Revenue', 'CTR']) {
    await page.locator('figure').getByText(metric, { exact: true }).click()
    await expect(page.getByRole('radio', { name: metric })).toBeChecked()
  }
  const busy = rows(page)
    .filter({ hasNot: page.getByRole('cell', { name: '0', exact: true }) })
    .first()
  const impressions = figure((await busy.getByRole('cell').nth(3).textContent()) ?? '')
  expect(impressions).toBeGreaterThan(0)
  await busy.getByRole('button').click()
  await expect(page.locator('tr[data-level="1"]').first()).toBeVisible()
  expect(await column(page, 'tr[data-level="1"]', 4)).toBe(impressions)
  const app = page.locator('tr[data-level="1"]').first()
  const ofApp = figure((await app.getByRole('cell').nth(3).textContent()) ?? '')
  await app.getByRole('button').click()
  await expect(page.locator('tr[data-level="2"]').first()).toBeVisible()
  expect(await column(page, 'tr[data-level="2"]', 4)).toBe(ofApp)
  await app.getByRole('button').click()
  await expect(page.locator('tr[data-level="2"]')).toHaveCount(0)
  await busy.getByRole('button').click()
  await expect(page.locator('tr[data-level="1"]')).toHaveCount(0)

  for (const days of [15, 30]) {
    await page.getByText(`${days} days`, { exact: true }).click()
    await expect(rows(page)).toHaveCount(days)
  }
  await page.goto('/pub-report-day?startDate=2026-05-01&endDate=2026-10-28')
  await expect(rows(page)).toHaveCount(181)
  await page.getByRole('textbox', { name: 'From' }).fill('2026-04-30')
  await page.getByRole('textbox', { name: 'From' }).press('Tab')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await answerDialog(page, 'Search range is 1 to 180 days')
})

test('PUB-REPORT-05..07 PUB-REPORT-10 PUB-REPORT-13 ROUTE-54 CSV and PNG are downloaded under their names, the CSV with the exact revenue', async ({
  page,
}) => {
  await signInBrowser(page, { session })
  await page.goto('/pub-report-day')
  await expect(rows(page)).toHaveCount(7)
  const { list } = await calls.ok(reportByDaily, { startDate: '', endDate: '' })
  const start = list[0]?.RegistTime
  const end = list.at(-1)?.RegistTime
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe(`Publisher-Daily-${start}-${end}.csv`)
  const text = await textOf(csv)
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFF"Day","Revenue, KRW","eCPM, KRW","Impressions","Installs","CTR, %"',
  )
  for (const day of list.slice(0, -1)) {
    const line = text.split('\r\n').find((row) => row.startsWith(`"${day.RegistTime}"`))
    expect(Math.round(Number(line?.split(',')[1]) * 1e6)).toBe(Number(day.Revenue))
  }
  const sent = watchCalls(page)
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Chart PNG' }).click(),
  ])
  expect(png.suggestedFilename()).toBe('daily-report.png')
  expect(sent).toContain('common/s3-get-signed-url')
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')
  await expect(toast(page, 'Chart saved')).toBeVisible()

  await page.goto('/pub-report-app')
  await expect(rows(page).first()).toBeVisible()
  const [byApp] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(byApp.suggestedFilename()).toBe(`Publisher-App-${start}-${end}.csv`)
  expect(await textOf(byApp)).toContain('Maru Weather')
})

test('a PNG that is requested before the chart is drawn shows the chart', async ({ page }) => {
  await page.route('**/assets/chart-plot-*.js', async (route) => {
    await wait(1_500)
    await route.continue()
  })
  await signInBrowser(page, { session })
  await page.goto('/pub-report-day')
  await expect(rows(page)).toHaveCount(7)
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Chart PNG' }).click(),
  ])
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')
})

test('ROUTE-55 PUB-REPORT-08..10 PUB-REPORT-13 the user report shows a selected app with its summary and its chart', async ({
  page,
}) => {
  await signInBrowser(page, { session })
  await page.goto('/pub-report-user')
  await page.getByRole('combobox', { name: 'App' }).click()
  await page.getByRole('option', { name: 'Maru Weather', exact: true }).click()
  await expect(page).toHaveURL(/appID=\d+/)
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByRole('columnheader')).toHaveText(['Day', 'DAU', 'NRU'])
  const totals = page.getByLabel('Totals')
  for (const label of [
    'Average DAU',
    'Lowest DAU',
    'Highest DAU',
    'Total new users',
    'Lowest new users',
    'Highest new users',
  ]) {
    await expect(totals.locator('div', { hasText: label })).toContainText(/\d/)
  }
  // The previous app stays visible until the selected one has loaded.
  await expect(async () => {
    const shown = await totals.locator('div', { hasText: 'Total new users' }).locator('dd span').textContent()
    expect(await column(page, 'tr[data-row]', 3)).toBe(figure(shown ?? ''))
  }).toPass()
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Chart PNG' }).click(),
  ])
  expect(png.suggestedFilename()).toBe('user-report.png')
})

test('PUB-REPORT-18 another publisher’s reports are empty', async ({ page, request, baseURL }) => {
  await newPublisher(page, request, baseURL ?? '')
  await page.goto('/pub-report-app')
  await expect(page.getByText('No traffic in this period')).toBeVisible()
  await page.goto('/pub-report-user')
  await expect(page.getByText('Register an app first')).toBeVisible()
})
