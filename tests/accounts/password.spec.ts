import { expect, test } from '@playwright/test'
import {
  answerDialog,
  mailsTo,
  makeCustomer,
  nextMail,
  passHumanCheck,
  pathOf,
  signInBrowser,
  signInByForm,
  toast,
  watchCalls,
} from '../support/people.ts'
import { password } from '../support/program.ts'

const changed = 'voltline+2027'

test('FIND-05 FIND-06 FIND-08 FIND-09 FIND-11 ROUTE-03 ROUTE-19 ROUTE-25 a forgotten password is reset by the mailed link', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  const known = (await mailsTo(request, customer.email)).length
  await page.goto('/find-password')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(customer.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await answerDialog(page, 'Reset e-mail sent')
  const mail = await nextMail(request, customer.email, known)
  const calls = watchCalls(page)
  await page.goto(pathOf(mail.links[0] ?? ''))
  await expect(page).toHaveURL(/\/reset-password\?token=/)
  await page.getByRole('textbox', { name: 'New password' }).fill(changed)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(changed)
  expect(calls).toContain('account/verify-email')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Success')).toBeVisible()
  await expect(page).toHaveURL('/signin')
  await signInByForm(page, customer)
  await answerDialog(page, /password/i)
  await signInByForm(page, { email: customer.email, pw: changed })
  await expect(page).toHaveURL('/ad')
})

test('VCODE-01..03 VCODE-05 VCODE-06 VALID-19..21 the address can also be verified by a mailed code', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  const known = (await mailsTo(request, customer.email)).length
  await page.goto('/find-password')
  await page.getByRole('tab', { name: 'By code' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(customer.email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await passHumanCheck(page)
  await expect(toast(page, 'Verification code sent')).toBeVisible()
  const code = /\b\d{6}\b/.exec((await nextMail(request, customer.email, known)).text)?.[0] ?? ''
  const field = page.getByRole('textbox', { name: 'Verification code' })
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await field.fill('12a')
  await field.blur()
  await expect(page.getByText('Numbers only')).toBeVisible()
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await passHumanCheck(page)
  await answerDialog(page, /verification/i)
  await field.fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await passHumanCheck(page)
  await expect(page).toHaveURL(/\/reset-password\?token=/)
  await page.getByRole('textbox', { name: 'New password' }).fill(changed)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(changed)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page).toHaveURL('/signin')
})

test('ROUTE-20..23 FIND-10 a missing or invalid token leads to /failed-authentication and back to a new request', async ({
  page,
}) => {
  for (const query of ['', '?token=', '?token=wrong']) {
    await page.goto(`/reset-password${query}`)
    await expect(page).toHaveURL('/failed-authentication')
  }
  await expect(page.getByText('Authentication failed')).toBeVisible()
  await page.getByRole('link', { name: 'Request Again' }).click()
  await expect(page).toHaveURL('/find-password')
})

test('FIND-10 a token that was used meanwhile shows "Failed" and leads to /failed-authentication', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  const known = (await mailsTo(request, customer.email)).length
  await request.post('/api/v1/account/find-password', { data: { email: customer.email } })
  const link = (await nextMail(request, customer.email, known)).links[0] ?? ''
  await page.goto(pathOf(link))
  await page.getByRole('textbox', { name: 'New password' }).fill(changed)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(changed)
  const token = new URL(link).searchParams.get('token')
  await request.post('/api/v1/account/reset-password', { data: { token, pw: password } })
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: 'OK' })
    .click({ timeout: 3_000 })
    .catch(() => {})
  await expect(page).toHaveURL('/failed-authentication')
})

test('FIND-01..04 ROUTE-24 find e-mail tells whether an address is registered', async ({ page, request }) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await page.goto('/find-email')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(customer.email)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('This e-mail is registered.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('href', /\/signin/)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@orchardlab.kr')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('This e-mail is not registered.')).toBeVisible()
})

test('FIND-13..17 STATE-05 ROUTE-27 UX-09 VALID-09..11 change password asks first, refuses a wrong password, and returns to my page', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await page.goto('/pub-my-page')
  await page.getByRole('link', { name: 'Modify' }).click()
  await expect(page).toHaveURL('/change-password')
  const fill = async (current: string, next: string, again = next) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(current)
    await page.getByRole('textbox', { name: 'New password' }).fill(next)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(again)
  }
  await fill('short', 'short', 'other')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Enter a valid password')).toHaveCount(2)
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  const calls = watchCalls(page)
  await fill('voltline-9999', changed)
  await page.getByRole('button', { name: 'Change password' }).click()
  await answerDialog(page, 'Change the password?', 'Cancel')
  expect(calls).not.toContain('account/change-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await answerDialog(page, 'Change the password?', 'Change')
  await answerDialog(page, /password/i)
  await fill(password, changed)
  await page.getByRole('button', { name: 'Change password' }).click()
  await answerDialog(page, 'Change the password?', 'Change')
  await expect(page).toHaveURL('/pub-my-page')
})
