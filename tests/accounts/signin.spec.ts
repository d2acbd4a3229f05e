import { expect, test } from '@playwright/test'
import { answerDialog, makeCustomer, signInBrowser, signInByForm, watchCalls } from '../support/people.ts'
import { password } from '../support/program.ts'

test('SIGNIN-01 SIGNIN-03..05 VALID-02 VALID-03 VALID-75 the form requires both fields and links to sign-up and recovery', async ({
  page,
}) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2)
  for (const wrong of ['dain', 'dain@orchard', 'dain@orchard.abcdef', 'dain@@orchard.kr']) {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(wrong)
    await page.getByRole('textbox', { name: 'E-mail' }).blur()
    await expect(page.getByText('Enter a valid e-mail')).toBeVisible()
  }
  for (const [name, path] of [
    ['Join by e-mail', '/signup-email'],
    ['Find e-mail', '/find-email'],
    ['Find password', '/find-password'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  }
})

test('SIGNIN-02 SIGNIN-08 SIGNIN-15 SESSION-01..04 SESSION-08 SESSION-10 an advertiser signs in with blanks around the e-mail and lands on /ad', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await page.goto('/signin')
  const sent = page.waitForRequest('**/api/v1/account/signin')
  await signInByForm(page, { email: `  ${customer.email}  ` })
  expect((await sent).postDataJSON()).toEqual({ email: customer.email, pw: password })
  await expect(page).toHaveURL('/ad')
  const personal = page.waitForRequest('**/api/v1/account/ad-my-page')
  await page.goto('/ad-my-page')
  const headers = (await personal).headers()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const user = JSON.parse(stored.user ?? '{}')
  expect(user).toMatchObject({
    Type: 'ADVERTISER',
    TimezoneOffset: 540,
    Iso2: 'KR',
    ShortName: expect.any(String),
  })
  expect(headers.authorization).toBe(`Bearer ${stored.accessToken}`)
  expect([headers.custid, headers.sessionkey, headers.timezoneoffset]).toEqual([
    String(user.CustID),
    user.SessionKey,
    '540',
  ])
})

test('SIGNIN-09 a publisher lands on /pub', async ({ page, request }) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await page.goto('/signin')
  await signInByForm(page, customer)
  await expect(page).toHaveURL('/pub')
})

test('SIGNIN-06 SIGNIN-07 ROUTE-13 ROUTE-57 SESSION-11 HEADER-16 a signed-out visitor of a console page returns to it, and only with the right type', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await page.goto('/ad-my-page')
  await expect(page).toHaveURL('/signin?type=ADVERTISER&returnURL=%2Fad-my-page')
  await signInByForm(page, customer)
  await expect(page).toHaveURL('/ad-my-page')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/pub-my-page')
  await expect(page).toHaveURL('/signin?type=PUBLISHER&returnURL=%2Fpub-my-page')
  await signInByForm(page, customer)
  await expect(page).toHaveURL('/ad')
})

test('threat 36 a return URL on another site is never followed', async ({ page, request, baseURL }) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  for (const evil of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test/ad',
    'javascript:alert(1)',
    '/%2f/evil.test',
    '/ad@evil.test',
    '\\\\evil.test',
  ]) {
    await page.goto('/signin')
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/signin?type=ADVERTISER&returnURL=${encodeURIComponent(evil)}`)
    await signInByForm(page, customer)
    await expect(page).not.toHaveURL(/\/signin/)
    expect(new URL(page.url()).origin, evil).toBe(new URL(baseURL ?? '').origin)
  }
})

test('SIGNIN-10 SIGNIN-11 ERR-17 STATE-06 a second sign-in ends the first session, which is told why', async ({
  page,
  request,
  browser,
}) => {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  await page.goto('/pub-my-page')
  await expect(page.getByRole('heading', { name: 'My page' })).toBeVisible()
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/signin')
  await signInByForm(elsewhere, customer)
  await expect(elsewhere).toHaveURL('/pub')
  await page.getByRole('link', { name: 'Apps', exact: true }).first().click()
  await expect(page.getByText(/elsewhere/i)).toBeVisible()
  await expect(page).toHaveURL(/\/signin\?type=PUBLISHER&returnURL=/)
  expect(
    await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')]),
  ).toEqual([null, null])
  await elsewhere.close()
})

test('SIGNIN-12 SIGNIN-13 ERR-03 ERR-07 a wrong password and an unknown address show their alerts', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await page.goto('/signin')
  await signInByForm(page, { email: customer.email, pw: 'voltline-9999' })
  await answerDialog(page, /password/i)
  await signInByForm(page, { email: 'nobody@orchardlab.kr' })
  await answerDialog(page, /sign up/i)
  await expect(page).toHaveURL('/signin')
})

test('SIGNIN-14 ERR-64 a network failure during sign-in goes to the error page', async ({ page }) => {
  await page.route('**/api/v1/account/signin', (route) => route.abort())
  await page.goto('/signin')
  await signInByForm(page, { email: 'dain@orchardlab.kr' })
  await expect(page.getByText('ERROR: 500')).toBeVisible()
})

test('SESSION-06 SESSION-07 SESSION-09 a stored session is checked at the start: a valid session stays, an invalid one is cleared silently', async ({
  page,
  request,
}) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  const calls = watchCalls(page)
  await page.goto('/ad-my-page')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My page' })).toBeVisible()
  expect(calls).toContain('account/signin-check')
  await page.evaluate(() => localStorage.setItem('accessToken', 'spoilt'))
  await page.goto('/signin')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await expect(page).toHaveURL('/signin')
})

test('SESSION-05 a new token in a response is stored and used from then on', async ({ page, request }) => {
  const customer = await makeCustomer(request, 'ADVERTISER')
  await signInBrowser(page, customer)
  await page.route('**/api/v1/account/ad-my-page', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), newToken: 'the-next-one' } })
  })
  await page.goto('/ad-my-page')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBe('the-next-one')
})
