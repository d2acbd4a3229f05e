import { expect, test } from '@playwright/test'
import { toast, watchCalls } from '../support/people.ts'
import { answer, makeAdvertiser } from './advertiser.ts'

test('AD-AD-13 VALID-66 UX-15 without a campaign, New ad only says that a campaign is needed', async ({
  page,
  request,
}) => {
  await makeAdvertiser(page, request, 0)
  await page.goto('/ad-ad')
  await page.getByRole('button', { name: 'New ad' }).first().click()
  await answer(page, 'Create a campaign first, then an ad.')
  await expect(page).toHaveURL(/\/ad-ad$/)
})

test('AD-AD-01..03 AD-AD-05..11 AD-AD-15..17 AD-AD-19 AD-AD-20 ROUTE-38 filters are in the URL, a product clears the billing type, a campaign clears all filters', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  const other = await advertiser.campaign('Winter')
  const campID = await advertiser.campaign('Autumn')
  for (let n = 1; n <= 11; n++) await advertiser.ad(campID, `Gate ${n}`)
  await page.goto('/ad-ad')
  await expect(page.getByText('11 ads in this campaign: 0 in progress, 11 stopped')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(new RegExp(`campID=${campID}&pageNo=2`))
  await expect(page.getByRole('row')).toHaveCount(2)

  // A page that does not exist falls back to the last page.
  await page.goto(`/ad-ad?campID=${campID}&pageNo=9`)
  await expect(page).toHaveURL(new RegExp(`campID=${campID}&pageNo=2`))
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByRole('button', { name: 'Filters' }).click()
  const pick = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('Billing type', 'nCPA')
  await pick('Product', 'Interstitial')
  await expect(page.getByRole('combobox', { name: 'Billing type' })).toHaveValue('All')
  await pick('Status', 'Stopped')
  await page.getByLabel('Ad name').fill('gate 1')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).not.toHaveURL(/pageNo/)
  await expect(page).toHaveURL(/name=gate\+1&status=STOPPED&product=INTERSTITIAL/)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('link', { name: 'Gate 11' }).click()
  await expect(page).toHaveURL(/\/ad-ad\/\d+\?campID=\d+&name=gate\+1&status=STOPPED/)
  await expect(page.getByRole('dialog', { name: 'Gate 11' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/ad-ad\?campID=\d+&name=gate\+1&status=STOPPED/)

  await page.getByRole('combobox', { name: 'Campaign', exact: true }).click()
  await page.getByRole('option', { name: 'Winter' }).click()
  await expect(page).toHaveURL(new RegExp(`/ad-ad\\?campID=${other}$`))
  await expect(page.getByText('No ads yet')).toBeVisible()
})

test('AD-AD-21 AD-AD-22 AD-AD-68 ERR-59 STATE-07..09 STATE-11 UX-08 UX-10 the switch asks before it starts or stops an ad, and reports a failure', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Autumn')
  const proID = await advertiser.ad(campID, 'Red gate')
  await page.goto('/ad-ad')
  const calls = watchCalls(page)
  const row = page.getByRole('row', { name: /Red gate/ })
  await row.getByRole('switch', { name: 'Start Red gate' }).press(' ')
  await answer(page, 'Start “Red gate”?', 'Cancel')
  expect(calls).not.toContain('ad/ad/start')
  await row.getByRole('switch', { name: 'Start Red gate' }).press(' ')
  await answer(page, 'Start “Red gate”?', 'Start')
  await expect(toast(page, 'Ad started')).toBeVisible()
  await expect(row).toContainText('In progress')
  expect(await advertiser.stored(proID)).toMatchObject({ Status: 'INPROGRESS' })
  await row.getByRole('switch', { name: 'Stop Red gate' }).press(' ')
  await answer(page, 'Stop “Red gate”?', 'Stop')
  await expect(row).toContainText('Stopped')
  expect(await advertiser.stored(proID)).toMatchObject({ Status: 'WAITING' })

  // The ad was started in another tab: the refusal is shown and nothing changes.
  await advertiser.start(proID)
  await row.getByRole('switch', { name: 'Start Red gate' }).press(' ')
  await answer(page, 'Start “Red gate”?', 'Start')
  await answer(page, /Unknown error/i)
  expect(await advertiser.stored(proID)).toMatchObject({ Status: 'INPROGRESS' })
})

test('a mouse click on the switch of a row asks to start the ad and does not open its detail; a stopped ad shows play', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Winter')
  await advertiser.ad(campID, 'Snow gate')
  await page.goto(`/ad-ad?campID=${campID}`)
  const row = page.getByRole('row').filter({ hasText: 'Snow gate' })
  await expect(row.locator('.tabler-icon-player-play-filled')).toBeVisible()
  // The label is what the mouse hits; the input itself is hidden behind it.
  await row.locator('label').last().click()
  await answer(page, 'Start “Snow gate”?', 'Start')
  await expect(row.locator('.tabler-icon-player-pause-filled')).toBeVisible()
  await expect(page).toHaveURL(/\/ad-ad\?/)
})

test('without cash the switch cannot start an ad and says why; a detail opened alone lies over its own campaign', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  const first = await advertiser.campaign('Winter')
  const proID = await advertiser.ad(first, 'Snow gate')
  await advertiser.campaign('Autumn')
  await page.goto(`/ad-ad/${proID}`)
  await expect(page).toHaveURL(new RegExp(`/ad-ad/${proID}\\?campID=${first}`))
  await page.keyboard.press('Escape')
  const start = page.getByRole('switch', { name: 'Start Snow gate' })
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription('Add cash to start your ads.')
})
