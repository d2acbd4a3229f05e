import { expect, type Page, test } from '@playwright/test'
import {
  answerDialog,
  confirmPassword,
  makeCustomer,
  signInBrowser,
  toast,
  watchCalls,
} from '../support/people.ts'

const row = (page: Page, name: string) => page.getByRole('form', { name })

/** A dialog that is still fading out would receive the input for the next one. */
async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(toast(page, 'Changes saved')).toBeVisible()
}

test('MYPAGE-01..05 MYPAGE-09..12 MYPAGE-15 ROUTE-29 VALID-17 name, company and mobile are changed with the password and saved', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await page.goto('/pub-my-page')
  for (const block of ['Basic info', 'Additional info', 'Revenue payout'])
    await expect(page.getByRole('heading', { name: block })).toBeVisible()
  await expect(page.getByText(customer.email).first()).toBeVisible()

  const calls = watchCalls(page)
  await row(page, 'Name').getByRole('textbox', { name: 'First name' }).fill('Mina')
  await row(page, 'Name').getByRole('button').click()
  await confirmPassword(page, 'voltline-9999')
  await expect(
    page
      .getByRole('dialog')
      .getByText(/password/i)
      .last(),
  ).toBeVisible()
  expect(calls).not.toContain('account/change-name')
  await confirmPassword(page)
  await expectSaved(page)

  await row(page, 'Company').getByRole('textbox', { name: 'Company' }).fill('Moonjar Studio')
  await row(page, 'Company').getByRole('button').click()
  await confirmPassword(page)
  await expectSaved(page)

  await expect(row(page, 'Mobile number').getByRole('combobox', { name: 'Country code' })).toHaveValue(/\+82/)
  await row(page, 'Mobile number').getByRole('textbox', { name: 'Mobile number' }).fill('010-1234')
  await row(page, 'Mobile number').getByRole('button', { name: 'Modify Mobile number' }).click()
  await expect(page.getByText('Numbers only')).toBeVisible()
  await row(page, 'Mobile number').getByRole('textbox', { name: 'Mobile number' }).fill('01012345678')
  await row(page, 'Mobile number').getByRole('button', { name: 'Modify Mobile number' }).click()
  await confirmPassword(page)
  await expectSaved(page)

  await page.reload()
  await expect(row(page, 'Name').getByRole('textbox', { name: 'First name' })).toHaveValue('Mina')
  await expect(row(page, 'Company').getByRole('textbox', { name: 'Company' })).toHaveValue('Moonjar Studio')
  await expect(row(page, 'Mobile number').getByRole('textbox', { name: 'Mobile number' })).toHaveValue(
    '01012345678',
  )
})

test('MYPAGE-06..08 MYPAGE-13 MYPAGE-14 CONST-28 CONST-29 a time zone is confirmed, and the stored user gets its offset', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  await page.goto('/ad-my-page')
  await row(page, 'Mobile number').getByRole('combobox', { name: 'Country code' }).click()
  expect(await page.getByRole('option').count()).toBeGreaterThan(235)
  await page.keyboard.press('Escape')
  const zone = row(page, 'Time zone').getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await zone.fill('Kabul')
  await page.getByRole('option', { name: /Kabul/ }).click()
  await row(page, 'Time zone').getByRole('button', { name: 'Modify Time zone' }).click()
  await answerDialog(page, 'Change the time zone', 'Cancel')
  await row(page, 'Time zone').getByRole('button', { name: 'Modify Time zone' }).click()
  await answerDialog(page, 'Change the time zone', 'Modify')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect(user).toMatchObject({ TimezoneOffset: 270, Iso2: 'AF' })
})

test('MYPAGE-16..18 ROUTE-28 UX-14 UX-23 an advertiser’s assets show cash in KRW, and payment is not ready', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  await page.goto('/ad-my-page')
  await expect(page.getByRole('main').getByText('0 KRW').first()).toBeVisible()
  for (const button of ['Payment', 'Payment history']) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await answerDialog(page, /not ready/i)
  }
})

test('MYPAGE-19 MYPAGE-20 a publisher’s payout block shows revenue and documents and leads to the payout pages', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await page.goto('/pub-my-page')
  await expect(page.getByText('Not submitted')).toBeVisible()
  for (const path of [
    '/pub-my-page-revenue-details',
    '/pub-my-page-doc',
    '/pub-my-page-request',
    '/pub-my-page-request-list',
  ]) {
    await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toBeVisible()
  }
})
