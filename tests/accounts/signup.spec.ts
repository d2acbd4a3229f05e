import { expect, test } from '@playwright/test'
import {
  answerDialog,
  freshEmail,
  mailsTo,
  nextMail,
  pathOf,
  signInByForm,
  toast,
  watchCalls,
} from '../support/people.ts'
import { password } from '../support/program.ts'

for (const type of ['Advertiser', 'Publisher'] as const) {
  test(`STATE-01 SIGNUP-01..06 SIGNUP-09..16 SIGNUP-23 ROUTE-02 ROUTE-14 ROUTE-15 ROUTE-18 UX-11 a new ${type} joins by the mailed link and signs in`, async ({
    page,
    request,
  }) => {
    const email = freshEmail('join')
    await page.goto('/signup-email')
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /business e-mail|link in the mail|account type|your details/ }),
    ).toHaveCount(4)
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByLabel('I am human').check()
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await answerDialog(page, 'E-mail sent')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('')

    const mail = await nextMail(request, email)
    await page.goto(pathOf(mail.links[0] ?? ''))
    await expect(page).toHaveURL(/\/signup\?email=.*&token=/)
    await expect(page.getByRole('radio', { name: 'Advertiser' })).toBeChecked()
    await expect(page.frameLocator('iframe').locator('h1')).toContainText('dvertiser')
    await page.getByRole('button', { name: 'Next' }).click()
    await answerDialog(page, 'Agree to the terms to continue.')
    if (type === 'Publisher') {
      await page.getByRole('radio', { name: 'Publisher' }).check()
      await expect(page.frameLocator('iframe').locator('h1')).toContainText('ublisher')
    }
    await page.getByLabel('I agree to the terms').check()
    await page.getByRole('button', { name: 'Next' }).click()

    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Seoul/)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Required')).toHaveCount(5)
    await page.getByRole('textbox', { name: 'First name' }).fill('Dain')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Han')
    await page.getByRole('textbox', { name: 'Company' }).fill('Orchard Lab')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(toast(page, 'Sign-up complete')).toBeVisible()
    await expect(page).toHaveURL(/\/signup-success\?name=.*&email=/)
    await expect(page.getByText(`Dain Han, your account ${email} is ready.`)).toBeVisible()
    await page.getByRole('link', { name: 'Start' }).click()

    await expect(page).toHaveURL('/signin')
    await signInByForm(page, { email })
    await expect(page).toHaveURL(type === 'Advertiser' ? '/ad' : '/pub')
  })
}

test('SIGNUP-03 without a passed human check no mail is sent', async ({ page, request }) => {
  const email = freshEmail('robot')
  const calls = watchCalls(page)
  await page.goto('/signup-email')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await expect(page.getByText('Complete the human check first')).toBeVisible()
  expect(calls).not.toContain('account/auth-mail')
  const refused = await request.post('/api/v1/account/auth-mail', { data: { email } })
  expect(await refused.json()).toMatchObject({ error: 'API_FORBIDDEN' })
  expect(await mailsTo(request, email)).toEqual([])
})

test('SIGNUP-07 ERR-10 ERR-58 a free-mail address is refused with its message and the form stays', async ({
  page,
}) => {
  await page.goto('/signup-email')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('someone@gmail.com')
  await page.getByLabel('I am human').check()
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await answerDialog(page, /business/i)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('someone@gmail.com')
})

test('SIGNUP-08 ERR-04 an address that has an account is refused', async ({ page }) => {
  await page.goto('/signup-email')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('advertiser@voltline.test')
  await page.getByLabel('I am human').check()
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await answerDialog(page, /already/i)
})

test('SIGNUP-22 a network failure on the human check alerts the unknown-error message and stays', async ({
  page,
}) => {
  await page.route('**/api/v1/account/recaptcha', (route) => route.abort())
  await page.goto('/signup-email')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(freshEmail('offline'))
  await page.getByLabel('I am human').check()
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await answerDialog(page, /unknown error/i)
  await expect(page).toHaveURL('/signup-email')
})

test('SIGNUP-21 ERR-64 a network failure during sign-up goes to the error page', async ({
  page,
  request,
}) => {
  const email = freshEmail('cut')
  await request.post('/api/v1/account/recaptcha', { data: { token: 'test' } })
  await request.post('/api/v1/account/auth-mail', { data: { email } })
  const mail = await nextMail(request, email)
  await page.route('**/api/v1/account/signup', (route) => route.abort())
  await page.goto(pathOf(mail.links[0] ?? ''))
  await page.getByLabel('I agree to the terms').check()
  await page.getByRole('button', { name: 'Next' }).click()
  for (const [label, value] of [
    ['First name', 'A'],
    ['Last name', 'B'],
    ['Company', 'C'],
    ['Confirm password', password],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(value)
  }
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('ERROR: 500')).toBeVisible()
})

test('ROUTE-16 ROUTE-17 /signup without a valid e-mail goes to the home page', async ({ page }) => {
  await page.goto('/signup?token=x')
  await expect(page).toHaveURL('/')
  await page.goto('/signup?email=not-an-address&token=x')
  await expect(page).toHaveURL('/')
})

test('VALID-01..08 VALID-12..16 every field of the account form shows its error', async ({ page }) => {
  await page.goto('/signup?email=a%40orchardlab.kr&token=any')
  await page.getByLabel('I agree to the terms').check()
  await page.getByRole('button', { name: 'Next' }).click()
  const check = async (pw: string, message: string) => {
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(pw)
    await page.getByRole('textbox', { name: 'Password', exact: true }).blur()
    await expect(page.getByText(message, { exact: true })).toHaveCount(message ? 1 : 0)
  }
  for (const wrong of ['volt-20', 'voltline-20261234', '1234567-', 'voltline-', 'voltline2026'])
    await check(wrong, 'Enter a valid password')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('voltline-2027')
  await page.getByRole('textbox', { name: 'Confirm password' }).blur()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('')
  await page.getByRole('combobox', { name: 'Time zone' }).blur()
  for (const label of ['First name', 'Last name', 'Company']) {
    await page.getByRole('textbox', { name: label }).focus()
    await page.getByRole('textbox', { name: label }).blur()
  }
  await expect(page.getByText('Required', { exact: true }).first()).toBeVisible()
})

test('ROUTE-26 the verification page runs its check on load', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/verify-email?token=wrong')
  await expect(page.getByText('could not be verified')).toBeVisible()
  expect(calls).toContain('account/verify-email')
})

test('threat 35 the welcome page shows its query as text only', async ({ page }) => {
  const fired: string[] = []
  page.on('dialog', (dialog) => {
    fired.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(
    `/signup-success?name=${encodeURIComponent('<img src=x onerror=alert(1)>')}&email=${encodeURIComponent('"><script>alert(2)</script>')}`,
  )
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(fired).toEqual([])
})
