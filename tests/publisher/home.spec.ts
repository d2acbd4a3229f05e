import { expect, test } from '@playwright/test'
import { listMedia } from '@voltline/contract'
import { seriousViolations, sidewaysPixels } from '../support/accessibility.ts'
import { answerDialog, toast, watchCalls } from '../support/people.ts'
import { makeApp, makeReward, makeUnit, newPublisher } from './publisher.ts'

test('ROUTE-43 PUB-HOME-01..07 PUB-HOME-09 three cards and a top block, and all units close and open after a confirmation', async ({
  page,
  request,
  baseURL,
}) => {
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  await page.goto('/pub')
  await expect(page.getByRole('link', { name: /Register your first app/ })).toHaveAttribute(
    'href',
    '/pub-app-create',
  )
  const appID = await makeApp(calls, 'Nabi Weather')
  await makeUnit(calls, { appID, name: 'Morning banner', product: 'BANNER' })
  await makeUnit(calls, { appID, name: 'Rain alert', product: 'INTERSTITIAL' })
  await page.reload()
  const top = page.getByLabel('Last 7 days')
  for (const [label, when] of [
    ['Revenue', 'Last 7 days'],
    ['eCPM', 'Last 7 days'],
    ['Daily users', 'Today'],
    ['Installs', 'Last 7 days'],
  ] as const) {
    await expect(top.locator('div', { hasText: label })).toContainText(when)
  }
  const inventory = page.getByRole('region', { name: 'Inventory' })
  await expect(inventory).toContainText('Units2')
  await expect(inventory).toContainText('Open2')
  const sent = watchCalls(page)
  await inventory.getByRole('button', { name: 'Close all' }).click()
  await answerDialog(page, 'Close all units?', 'Cancel')
  expect(sent).not.toContain('pub/active-all-media')
  await inventory.getByRole('button', { name: 'Close all' }).click()
  await answerDialog(page, 'Close all units?', 'Close all')
  await expect(toast(page, 'Done')).toBeVisible()
  await expect(inventory).toContainText('Closed2')
  expect((await calls.ok(listMedia, { appID: String(appID) })).invens.map((unit) => unit.Active)).toEqual([
    0, 0,
  ])
  await inventory.getByRole('button', { name: 'Open all' }).click()
  await answerDialog(page, 'Open all units?', 'Open all')
  await expect(inventory).toContainText('Closed0')
  await expect(page.getByRole('region', { name: 'Payable revenue' })).toContainText('0 KRW')
  await page.getByRole('link', { name: 'Revenue request' }).click()
  await expect(page).toHaveURL('/pub-my-page-request')
  await page.goto('/pub')
  await page.getByRole('region', { name: 'Apps' }).getByRole('link', { name: 'New app' }).click()
  await expect(page).toHaveURL('/pub-app-create')
})

test('UX-21 UX-22 no publisher page scrolls sideways, and axe finds nothing serious, in both themes', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const appID = await makeApp(calls, 'Nabi Weather')
  const unit = await makeUnit(calls, { appID, name: 'Extra forecast', product: 'VIDEO' })
  const reward = await makeReward(calls, appID, 'Daily visit')
  const paths = [
    '/pub',
    '/pub-app',
    '/pub-app-create',
    `/pub-app/${appID}`,
    '/pub-inventory',
    `/pub-inventory-create?appID=${appID}`,
    `/pub-inventory/${unit}`,
    '/pub-app-reward',
    `/pub-app-reward/${reward}`,
    '/pub-report-day',
    '/pub-report-app',
    '/pub-report-user',
    '/pub-my-page-revenue-details',
    '/pub-my-page-doc',
    '/pub-my-page-request',
    '/pub-my-page-request-list',
  ]
  for (const [index, path] of paths.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect.soft(await seriousViolations(page), path).toEqual([])
    for (const width of [716, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await sidewaysPixels(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
