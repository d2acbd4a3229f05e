import { expect, test } from '@playwright/test'
import { listApps } from '@voltline/contract'
import { answerDialog, toast, watchCalls } from '../support/people.ts'
import { expectNotFound, makeApp, newPublisher, overlay, refuseWith } from './publisher.ts'

const url = (base: string | undefined) => base ?? ''

test('ROUTE-44 ROUTE-45 PUB-APP-01..02 PUB-APP-05..06 PUB-APP-09..12 VALID-68 VALID-69 a first app is registered with its defaults and is not approved', async ({
  page,
  request,
  baseURL,
}) => {
  await newPublisher(page, request, url(baseURL))
  await page.goto('/pub-app')
  await expect(page.getByRole('cell')).toHaveText(['–'])
  await expect(page.getByRole('columnheader')).toHaveText(['State', 'App name', 'Platform'])
  await page.getByRole('link', { name: 'New app' }).click()
  await expect(page).toHaveURL(/\/pub-app-create/)

  const form = overlay(page)
  const name = form.getByRole('textbox', { name: 'App name' })
  const storeURL = form.getByRole('textbox', { name: 'Store URL' })
  await expect(name).toHaveValue(/^App \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
  await expect(form.getByRole('combobox', { name: 'Platform' })).toHaveValue('Android')
  await expect(form.getByRole('combobox', { name: 'Adult content' })).toHaveValue('No')
  await name.fill(' ')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Required')).toHaveCount(2)
  await name.fill('Nabi Weather')
  await storeURL.fill('nabi weather')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Enter a correct URL')).toBeVisible()
  await storeURL.fill(`https://play.google.com/${'a'.repeat(1024)}`)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Maximum length 1024')).toBeVisible()
  const page1 = `https://play.google.com/store/apps/details?id=kr.nabi${Date.now()}`
  await storeURL.fill(page1)

  const sent = watchCalls(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Register “Nabi Weather”?', 'Cancel')
  expect(sent).not.toContain('pub/app/add')
  await form.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Register “Nabi Weather”?', 'Create')
  await expect(toast(page, 'App registered')).toBeVisible()
  const row = page.getByRole('row', { name: /Nabi Weather/ })
  await expect(row).toContainText('Not approved')
  await expect(row).toContainText('Android')
  await expect(row.locator('.tabler-icon-brand-android')).toBeVisible()

  await page.goto('/pub-app-create')
  await storeURL.fill(page1)
  await form.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'We review it', 'Create')
  await answerDialog(page, 'This store URL is already registered for this platform.')
  await form.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: 'iOS' }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'We review it', 'Create')
  await expect(page.getByRole('row', { name: /iOS/ }).locator('.tabler-icon-brand-apple')).toBeVisible()
})

test('PUB-APP-03 PUB-APP-04 PUB-APP-07 PUB-APP-08 PUB-APP-17 ROUTE-46 search by button and by Enter, ten rows a page, and the list returns unchanged', async ({
  page,
  request,
  baseURL,
}) => {
  const { calls } = await newPublisher(page, request, url(baseURL))
  for (let number = 1; number <= 12; number++) await makeApp(calls, `Pocket Bus ${number}`)
  await makeApp(calls, 'Dot Sudoku')
  await page.goto('/pub-app')
  await expect(page.locator('tbody > [data-row]')).toHaveCount(10)
  const search = page.getByPlaceholder('Part of the name')
  await search.fill('pocket')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/name=pocket&pageNo=1/)
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/name=pocket&pageNo=2/)
  await expect(page.locator('tbody > [data-row]')).toHaveCount(2)
  await page.getByRole('row', { name: /Pocket Bus 1(?!\d)/ }).click()
  await expect(page).toHaveURL(/\/pub-app\/\d+\?name=pocket&pageNo=2/)
  await expect(overlay(page).getByRole('heading', { name: 'Pocket Bus 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/pub-app\?name=pocket&pageNo=2/)
  await search.fill('sudoku')
  await search.press('Enter')
  await expect(page.locator('tbody > [data-row]')).toHaveCount(1)
  await search.fill('nothing of that name')
  await search.press('Enter')
  await expect(page.getByRole('cell')).toHaveText(['–'])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.locator('tbody > [data-row]')).toHaveCount(10)
  const { rowCount } = await calls.ok(listApps, { name: '', pageNo: '1' })
  expect(rowCount).toBe(13)
})

test('PUB-APP-13..16 PUB-APP-18 PUB-APP-19 PUB-APP-21 STATE-27 ERR-61 ERR-65 an app is changed except for its platform, and its key is requested once', async ({
  page,
  request,
  baseURL,
}) => {
  const { calls } = await newPublisher(page, request, url(baseURL))
  const appID = await makeApp(calls, 'Nabi Weather')
  await page.goto(`/pub-app/${appID}`)
  const detail = overlay(page)
  await expect(detail.getByText('Registered')).toBeVisible()
  await expect(detail.getByText('Updated')).toBeVisible()
  await expect(detail.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)).toHaveCount(2)
  await expect(detail.getByRole('link', { name: 'Inventory of this app' })).toHaveAttribute(
    'href',
    `/pub-inventory?appID=${appID}`,
  )
  await expect(detail.getByRole('combobox', { name: 'Platform' })).toBeDisabled()

  await detail.getByRole('textbox', { name: 'App name' }).fill('Nabi Sky')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await answerDialog(page, 'Save changes to “Nabi Weather”?', 'Save changes')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await expect(detail.getByRole('heading', { name: 'Nabi Sky' })).toBeVisible()

  await detail.getByRole('button', { name: 'Request an API key' }).click()
  await answerDialog(page, 'Request an API key for “Nabi Sky”?', 'Request an API key')
  await expect(toast(page, 'Request sent')).toBeVisible()
  await expect(detail.getByText('Requested. The key will appear here once it is issued.')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Request an API key' })).toBeHidden()

  await refuseWith(page, 'pub/app/modify', 'NO_PERMISSION')
  await detail.getByRole('textbox', { name: 'App name' }).fill('Nabi Rain')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await answerDialog(page, 'Save changes to “Nabi Sky”?', 'Save changes')
  await answerDialog(page, 'You have no permission to do this.')
  await expectNotFound(page, '/pub-app/99999999')
})
