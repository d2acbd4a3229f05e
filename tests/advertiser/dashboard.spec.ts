import { expect, type Page, test } from '@playwright/test'
import { answerDialog, toast, watchCalls } from '../support/people.ts'
import { answer, makeAdvertiser } from './advertiser.ts'

const count = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Ads', exact: true })
    .locator('dl > div')
    .filter({ hasText: name })
    .locator('dd')

test('AD-HOME-01..04 AD-HOME-07..10 ROUTE-34 the dashboard counts, and Stop all and Start all replace the counts', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 500_000)
  const campID = await advertiser.campaign('Autumn')
  for (const name of ['Red gate', 'Blue gate']) await advertiser.start(await advertiser.ad(campID, name))
  await advertiser.ad(campID, 'Never started')
  await page.goto('/ad')
  await expect(page.getByText('500,000').first()).toBeVisible()
  for (const label of ['Impressions', 'Clicks', 'CTR', 'Campaigns'])
    await expect(page.locator('dl').first().getByText(label, { exact: true })).toBeVisible()
  await expect(count(page, 'Stopped')).toHaveText('1')
  await expect(count(page, 'In progress').first()).toHaveText('2')
  await expect(page.getByRole('link', { name: /Never started/ })).toBeVisible()
  await page.getByRole('tab', { name: /Clicks/ }).click()
  await expect(page.getByRole('figure', { name: 'Daily clicks' })).toBeVisible()

  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Stop all' }).click()
  await answer(page, 'Stop all ads?', 'Cancel')
  expect(calls).not.toContain('ad/stop-all-promotion')
  await page.getByRole('button', { name: 'Stop all' }).click()
  await answer(page, 'Stop all ads?', 'Stop all')
  await expect(toast(page, 'All ads stopped')).toBeVisible()
  await expect(count(page, 'Stopped')).toHaveText('3')
  await page.getByRole('button', { name: 'Start all' }).click()
  await answer(page, 'Start all ads?', 'Start all')
  await expect(count(page, 'Stopped')).toHaveText('0')
  await expect(count(page, 'In progress').first()).toHaveText('3')
  await expect(page.getByText('Your cash is used up')).toHaveCount(0)
})

test('AD-HOME-05 AD-HOME-06 UX-14 without cash a banner offers payment, which is not available yet', async ({
  page,
  request,
}) => {
  await makeAdvertiser(page, request, 0)
  await page.goto('/ad')
  await page.getByRole('button', { name: /Add cash to start your ads/ }).click()
  await answerDialog(page, 'Not ready yet')
  await expect(page).toHaveURL(/\/ad$/)
})
