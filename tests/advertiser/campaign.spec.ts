import { expect, type Page, test } from '@playwright/test'
import { toast, watchCalls } from '../support/people.ts'
import { answer, makeAdvertiser, next } from './advertiser.ts'

test('AD-CAMP-07 AD-CAMP-10..17 AD-CAMP-24 ROUTE-36 VALID-31..36 UX-10 a campaign is made in two steps, each limit at its edge', async ({
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
  await expect(toast(page, 'Added')).toBeVisible()
  await expect(page).toHaveURL(/\/ad-campaign$/)
  await expect(page.getByRole('row', { name: /Autumn AOS 2,000,000,000 0 0 0/ })).toBeVisible()
  await isInSelector(page, 'Autumn')
})

async function isInSelector(page: Page, campaign: string) {
  await page.goto('/ad-ad')
  await expect(page.getByRole('combobox', { name: 'Campaign' })).toHaveValue(campaign)
}

test('AD-CAMP-03 AD-CAMP-06 AD-CAMP-08 AD-CAMP-18..23 ROUTE-35 ROUTE-37 UX-04..06 search and page stay in the URL through a detail that is changed', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  for (let n = 1; n <= 11; n++) await advertiser.campaign(`Autumn ${n}`)
  await advertiser.campaign('Winter')
  await page.goto('/ad-campaign')
  await page.getByLabel('Campaign name').fill('autumn')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/name=autumn&pageNo=2/)
  await page.getByRole('link', { name: 'Autumn 1', exact: true }).click()
  await expect(page).toHaveURL(/\/ad-campaign\/\d+\?name=autumn&pageNo=2/)

  const detail = page.getByRole('dialog')
  await expect(detail.getByLabel('Budget')).toBeDisabled()
  await expect(detail.getByRole('combobox', { name: 'Type' })).toBeDisabled()
  const modify = detail.getByRole('button', { name: 'Modify' })
  await expect(modify).toHaveAttribute('aria-disabled', 'true')
  await detail.getByLabel('Name').fill('Autumn one')
  await modify.click()
  await answer(page, 'Save the changes to “Autumn 1”?', 'Modify')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/ad-campaign\?name=autumn&pageNo=2/)
  await expect(page.getByRole('link', { name: 'Autumn one' })).toBeVisible()

  await page.goto('/ad-campaign/999999999')
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
})
