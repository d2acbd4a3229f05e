import { expect, type Page, test } from '@playwright/test'
import { toast, watchCalls } from '../support/people.ts'
import { answer, makeAdvertiser, next, sendInstead } from './advertiser.ts'

test('AD-CAMP-07 AD-CAMP-10..17 AD-CAMP-24 ROUTE-36 VALID-31..36 UX-10 a campaign is created in two steps, with every limit at its boundary', async ({
  page,
  request,
}) => {
  await makeAdvertiser(page, request, 0)
  await page.goto('/ad-campaign')
  await expect(page.getByText('No campaigns yet')).toBeVisible()
  await page.getByRole('link', { name: 'New campaign' }).first().click()
  await expect(page).toHaveURL(/\/ad-campaign-create/)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const budget = page.getByLabel('Budget')
  await expect(name).toHaveValue(/^Campaign \d{4}-\d\d-\d\d \d\d:\d\d$/)
  await expect(budget).toHaveValue('100,000')

  await name.fill('')
  await budget.fill('99999')
  await page.getByRole('button', { name: 'Next: App' }).click()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await expect(page.getByText('Minimum value 100,000')).toBeVisible()
  await name.fill('Autumn')
  await budget.fill('2000000001')
  await budget.blur()
  await expect(page.getByText('Maximum value 2,000,000,000')).toBeVisible()
  await budget.fill('2000000000')
  await next(page, 'App')

  const countries = page.getByRole('combobox', { name: 'Countries' })
  await expect(page.locator('.mantine-Pill-root')).toHaveText(['South Korea'])
  await countries.click()
  await expect(page.locator('.mantine-MultiSelect-option').first()).toHaveText('Global')
  await page.getByRole('option', { name: 'Global' }).click()
  await expect(page.locator('.mantine-Pill-root')).toHaveText(['Global'])
  await countries.fill('Jap')
  await page.getByRole('option', { name: 'Japan' }).click()
  await expect(page.locator('.mantine-Pill-root')).toHaveText(['Japan'])
  await countries.fill('')
  await countries.press('Backspace')
  await page.getByRole('heading', { name: 'App', exact: true }).click()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await countries.fill('Korea')
  await page.getByRole('option', { name: 'South Korea' }).click()

  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(name).toHaveValue('Autumn')
  await expect(budget).toHaveValue('2,000,000,000')
  await next(page, 'App')

  const url = page.getByLabel('Target URL')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await url.fill('moonjar.example/play')
  await url.blur()
  await expect(page.getByText('Enter a correct URL')).toBeVisible()
  const long = `https://moonjar.example/${'a'.repeat(1001)}`
  await url.fill(long)
  await url.blur()
  await expect(page.getByText('Maximum length 1024')).toBeVisible()
  await url.fill(long.slice(0, 1024))

  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await answer(page, 'Create “Autumn”?', 'Cancel')
  expect(calls).not.toContain('ad/campaign/add')
  await page.getByRole('button', { name: 'Create' }).click()
  await answer(page, 'Create “Autumn”?', 'Create')
  await expect(toast(page, 'Campaign created')).toBeVisible()
  await expect(page).toHaveURL(/\/ad-campaign$/)
  await expect(page.getByRole('row', { name: /Autumn AOS 2,000,000,000 0 0 0/ })).toBeVisible()
  await isInSelector(page, 'Autumn')
})

async function isInSelector(page: Page, campaign: string) {
  await page.goto('/ad-ad')
  await expect(page.getByRole('combobox', { name: 'Campaign' })).toHaveValue(campaign)
}

test('AD-CAMP-03 AD-CAMP-06 AD-CAMP-08 AD-CAMP-18..23 ROUTE-35 ROUTE-37 UX-04..06 search and page stay in the URL while a detail is changed', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  for (let n = 1; n <= 11; n++) await advertiser.campaign(`Autumn ${n}`)
  await advertiser.campaign('Winter')
  await page.goto('/ad-campaign')
  await page.getByRole('textbox', { name: 'Name' }).fill('autumn')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/name=autumn&pageNo=2/)
  await page.getByRole('link', { name: 'Autumn 1', exact: true }).click()
  await expect(page).toHaveURL(/\/ad-campaign\/\d+\?name=autumn&pageNo=2/)

  const detail = page.getByRole('dialog')
  await expect(detail.getByLabel('Budget')).toBeDisabled()
  await expect(detail.getByRole('combobox', { name: 'Type' })).toBeDisabled()
  const modify = detail.getByRole('button', { name: 'Save changes' })
  await expect(modify).toHaveAttribute('aria-disabled', 'true')
  await detail.getByLabel('Name').fill('Autumn one')
  await modify.click()
  await answer(page, 'Save changes to “Autumn 1”?', 'Save changes')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/ad-campaign\?name=autumn&pageNo=2/)
  await expect(page.getByRole('link', { name: 'Autumn one' })).toBeVisible()

  await page.goto('/ad-campaign/999999999')
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
})

test('AD-CAMP-01 AD-CAMP-02 AD-CAMP-04 AD-CAMP-05 types show as AOS, IOS or a dash, ten rows a page, page links in blocks of ten', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  for (let n = 1; n <= 98; n++) await advertiser.campaign(`Autumn ${n}`)
  for (const type of ['AOS', 'IOS', 'BOTH']) await advertiser.campaign(`For ${type}`, 300_000, type)
  await page.goto('/ad-campaign')
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Name',
    'Type',
    'Balance, KRW',
    'Ads',
    'In progress',
    'Complete',
  ])
  await expect(page.getByRole('row', { name: /For AOS AOS 300,000 0 0 0/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /For IOS IOS 300,000 0 0 0/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /For BOTH – 300,000 0 0 0/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)

  const links = page.getByRole('button', { name: /^Page \d+$/ })
  await expect(links).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  await page.getByRole('button', { name: 'Next pages' }).click()
  await expect(page).toHaveURL(/pageNo=11/)
  await expect(links).toHaveText(['11'])
  await expect(page.getByRole('row', { name: /Autumn 1 AOS/ })).toBeVisible()
})

test('AD-CAMP-25 a refusal by the server on add and modify shows its message, and the form stays', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  const campID = await advertiser.campaign('Autumn')
  await page.goto('/ad-campaign-create')
  await next(page, 'App')
  await page.getByLabel('Target URL').fill('https://moonjar.example/play')
  const sendAsTyped = await sendInstead(page, 'ad/campaign/add', { defaultURL_AOS: 'no address' })
  await page.getByRole('button', { name: 'Create' }).click()
  await answer(page, /^Create “/, 'Create')
  await answer(page, 'The tracking URL for Android is not valid.')
  await sendAsTyped()
  await expect(page.getByLabel('Target URL')).toHaveValue('https://moonjar.example/play')

  // On edit only the server checks the length.
  await page.goto(`/ad-campaign/${campID}`)
  const detail = page.getByRole('dialog', { name: 'Autumn' })
  await detail.getByLabel('Target URL').fill(`https://moonjar.example/${'a'.repeat(1_100)}`)
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await answer(page, 'Save changes to “Autumn”?', 'Save changes')
  await answer(page, 'The tracking URL for Android is not valid.')
})

test('a changed form asks before Escape discards it; an unchanged one closes at once', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  const campID = await advertiser.campaign('Winter')
  await page.goto(`/ad-campaign/${campID}`)
  const detail = page.getByRole('dialog', { name: 'Winter' })
  const name = detail.getByLabel('Name')
  await name.fill('Spring')
  await page.keyboard.press('Escape')
  await answer(page, 'Discard changes?', 'Keep editing')
  await expect(name).toHaveValue('Spring')
  await detail.getByRole('button', { name: 'Close' }).first().click()
  await answer(page, 'Discard changes?', 'Discard')
  await expect(page).toHaveURL(/\/ad-campaign(\?|$)/)

  await page.goto(`/ad-campaign/${campID}`)
  await expect(name).toHaveValue('Winter')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/ad-campaign(\?|$)/)
})
