import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { answer, makeAdvertiser } from './advertiser.ts'

const dayBefore = (days: number): string =>
  new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

test('AD-REPORT-01..03 AD-REPORT-10 AD-REPORT-11 ROUTE-41 VALID-28 the campaign report has presets, a limit of 180 days and a guarded CSV', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  await advertiser.campaign('=SUM(A1)')
  await page.goto('/ad-report-campaign')
  await expect(page.getByLabel('From')).toHaveValue(dayBefore(6))
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(dayBefore(0))
  await expect(page.getByRole('row', { name: /=SUM\(A1\) 0 0 0.00 0 0 0 0 0 0/ })).toBeVisible()
  await page.getByText('30 days').click()
  await expect(page).toHaveURL(new RegExp(`startDate=${dayBefore(29)}&endDate=${dayBefore(0)}`))

  await expect(page.getByLabel('From')).toHaveValue(dayBefore(29))
  await page.getByLabel('From').fill(dayBefore(181))
  await page.getByRole('button', { name: 'Search' }).click()
  await answer(page, 'Search range is 1 to 180 days')
  await page.getByLabel('From').fill(dayBefore(180))
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(new RegExp(`startDate=${dayBefore(180)}`))

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`Advertiser-Campaign-${dayBefore(180)}-${dayBefore(0)}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toBe(
    `\uFEFF"Campaign","Impressions","Clicks","CTR, %","Watches","Installs","Actions","Spend, KRW","Invalid, not charged","Corrected, KRW"\r\n"'=SUM(A1)",0,0,0,0,0,0,0,0,0\r\n`,
  )
})

test('AD-REPORT-04..07 AD-REPORT-09 ROUTE-42 the ad report opens on the first campaign, and an ad expands into its days', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  const first = await advertiser.campaign('Winter')
  const proID = await advertiser.ad(first, 'Snow gate')
  await advertiser.campaign('Autumn')
  await page.goto('/ad-report-ad')
  const campaigns = page.getByRole('combobox', { name: 'Campaign' })
  await expect(campaigns).toHaveValue('Autumn')
  await campaigns.click()
  await page.getByRole('option', { name: 'Winter' }).click()
  await expect(page).toHaveURL(new RegExp(`campID=${first}`))
  await page.getByRole('button', { name: 'Snow gate' }).click()
  await expect(page.getByRole('row', { name: new RegExp(dayBefore(0)) })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(dayBefore(6)) })).toBeVisible()
  await page.getByRole('button', { name: 'Snow gate' }).click()
  await expect(page.getByRole('row', { name: new RegExp(dayBefore(0)) })).toHaveCount(0)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`Advertiser-Ad-${dayBefore(6)}-${dayBefore(0)}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`${proID},"Snow gate",0,0,0,0`)
})

test('ERR-60 a report that the server refuses shows an unknown error, and the page stays', async ({
  page,
  request,
}) => {
  await makeAdvertiser(page, request, 0)
  await page.goto('/ad-report-campaign')
  await expect(page.getByRole('heading', { name: 'Campaign report' })).toBeVisible()
  // A range that the screen itself would not request.
  await page.route('**/api/v1/ad/report/campaign?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('startDate', '2020-01-01')
    return route.continue({ url: url.href })
  })
  await page.getByText('30 days').click()
  await answer(page, /Unknown error/i)
  await expect(page.getByRole('heading', { name: 'Campaign report' })).toBeVisible()
})
