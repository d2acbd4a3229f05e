import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  request as requests,
  test,
} from '@playwright/test'
import {
  adminListPayouts,
  answerPayout,
  approveApp,
  getAccount,
  issueKey,
  requestApiKey,
} from '@voltline/contract'
import { answerDialog, signInBrowser, signUpCustomer, toast, watchCalls } from '../support/people.ts'
import { password } from '../support/program.ts'
import { OwnServer } from './own-server.ts'
import { callsOf, clipboard, makeApp, makeUnit, overlay, type Publisher } from './publisher.ts'

const inWindow = '2026-11-03T14:20:00+09:00'
const outside = '2026-11-06T00:00:00+09:00'
let server: OwnServer
const opened: BrowserContext[] = []

test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await OwnServer.start(inWindow)
})
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close()
})
test.afterAll(async () => {
  await server.stop()
})

/** A new publisher of this file's server, in a browser with the same clock. */
async function open(browser: Browser, now = inWindow): Promise<{ page: Page; publisher: Publisher }> {
  await server.setClock(now)
  const requestContext = await requests.newContext({ baseURL: server.url })
  const customer = await signUpCustomer(requestContext, 'PUBLISHER')
  const context = await browser.newContext({
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1440, height: 900 },
  })
  opened.push(context)
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await signInBrowser(page, customer)
  return { page, publisher: { ...customer, calls: callsOf(customer, server.url) } }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** An image, padded to exactly this many bytes: readers ignore what follows its end. */
function picture(bytes = png.length): { name: string; mimeType: string; buffer: Buffer } {
  const buffer = Buffer.concat([png, Buffer.alloc(bytes - png.length)])
  return { name: 'scan.png', mimeType: 'image/png', buffer }
}

const fileOf = (page: Page, index: number) => page.locator('input[type=file]').nth(index)

async function fillDocuments(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Depositor' }).fill('Pebble and Pine Inc.')
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Hangang Bank')
  await page.getByRole('textbox', { name: 'Account number' }).fill('12345678904471')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('01012345678')
}

async function submitDocuments(page: Page): Promise<void> {
  await page.goto('/pub-my-page-doc')
  await fillDocuments(page)
  await fileOf(page, 0).setInputFiles(picture())
  await fileOf(page, 1).setInputFiles(picture())
  await expect(page.locator('[data-ready]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await answerDialog(page, 'Save the payout account?', 'Save')
  await expect(page.getByRole('img', { name: 'Stored: Business certificate' })).toBeVisible()
}

async function expectRefused(page: Page, amount: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount.replace(',', ''))
  await page.getByRole('button', { name: `Apply for ${amount} KRW` }).click()
  await answerDialog(page, text)
}

test('ROUTE-30..33 PAYOUT-01..05 PAYOUT-29 four full-screen pages in order, and Escape and the close icon lead to my page', async ({
  browser,
}) => {
  const { page, publisher } = await open(browser)
  await server.earn(publisher.session.user.CustID, '2026-09', 1_184_320)
  await server.earn(publisher.session.user.CustID, '2026-10', 1_427_650)
  await page.goto('/pub-my-page-revenue-details')
  const tabs = page.getByRole('navigation', { name: 'Payout pages' }).getByRole('link')
  await expect(tabs).toHaveText([
    'Revenue history',
    'Submit documents',
    'Apply for payment',
    'Payment application history',
  ])
  await expect(page.getByRole('columnheader')).toHaveText([
    'Month',
    'Revenue, KRW',
    'eCPM, KRW',
    'Impressions',
  ])
  await expect(page.getByRole('row', { name: /2026-10/ })).toContainText('1,427,650')
  await expect(page.getByRole('row', { name: /2026-09/ })).toContainText('1,184,320')
  const paths = ['revenue-details', 'doc', 'request', 'request-list'].map((name) => `/pub-my-page-${name}`)
  for (const [index, path] of paths.entries()) {
    await tabs.nth(index).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('dialog')).toHaveCSS('width', '1440px')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/pub-my-page')
    await page.goto(path)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/pub-my-page')
    await page.goto(path)
  }
})

test('PAYOUT-06..12 VALID-18 VALID-22..27 STATE-02 CONST-07 documents are submitted with both images, and a later edit keeps them', async ({
  browser,
}) => {
  const { page, publisher } = await open(browser)
  await page.goto('/pub-my-page-doc')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Required')).toHaveCount(4)
  await expect(page.getByText('Choose an image')).toHaveCount(2)
  await fillDocuments(page)
  await page.getByRole('textbox', { name: 'Account number' }).fill('123-456')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Numbers only')).toBeVisible()
  await page.getByRole('textbox', { name: 'Account number' }).fill('12345678904471')

  await fileOf(page, 0).setInputFiles(picture(4_194_305))
  await answerDialog(page, 'Sizes up to 4 MB are accepted.')
  await page.reload()
  await fillDocuments(page)
  const calls = watchCalls(page)
  await fileOf(page, 0).setInputFiles(picture(4_194_304))
  await fileOf(page, 1).setInputFiles(picture())
  await expect(page.getByText('scan.png')).toHaveCount(2)
  await expect.poll(() => calls.filter((name) => name === 'account/s3-get-signed-url').length).toBe(2)
  await expect(page.locator('[data-ready]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await answerDialog(page, 'Payments go to Hangang Bank, 12345678904471.', 'Save')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Stored: Bank book' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Stored: Business certificate' })).toBeVisible()

  const { account } = await publisher.calls.ok(getAccount, {})
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Depositor' })).toHaveValue('Pebble and Pine Inc.')
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Namsan Bank')
  await page.getByRole('button', { name: 'Save' }).click()
  await answerDialog(page, 'Payments go to Namsan Bank', 'Save')
  const ask = page.getByRole('dialog', { name: 'Confirm your password' })
  await ask.locator('input').fill(password)
  await ask.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  expect((await publisher.calls.ok(getAccount, {})).account).toMatchObject({
    Bank: 'Namsan Bank',
    BankBook: account?.BankBook,
    Certificate: account?.Certificate,
  })
  await page.goto('/pub-my-page')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
})

test('PAYOUT-13..18 PAYOUT-22..27 STATE-03 PUB-HOME-08 an application is checked, confirmed by password, sent once, held and paid', async ({
  browser,
}) => {
  test.slow()
  const { page, publisher } = await open(browser)
  await page.goto('/pub')
  await expect(page.getByText('You can apply for')).toBeHidden()
  await server.earn(publisher.session.user.CustID, '2026-10', 250_000)
  await page.reload()
  await page.getByRole('link', { name: /You can apply for 250,000 KRW/ }).click()
  await expect(page).toHaveURL('/pub-my-page-request')
  await expect(
    page.getByText('apply for July revenue by August 5 and get paid by September 30'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Apply for 250,000 KRW' }).click()
  await answerDialog(page, 'Submit your payout documents first.')
  await expect(page).toHaveURL('/pub-my-page-doc')
  await submitDocuments(page)

  await page.goto('/pub-my-page-request')
  const calls = watchCalls(page)
  for (const wrong of ['99,999', '250,001'])
    await expectRefused(page, wrong, 'The minimum payable amount is 100,000 KRW.')
  expect(calls).not.toContain('account/confirm-pw')
  await page.getByRole('button', { name: 'Use all' }).click()
  await page.getByRole('button', { name: 'Apply for 250,000 KRW' }).click()
  const ask = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(ask).toBeVisible()
  expect(calls).not.toContain('account/request-revenue')
  await ask.locator('input').fill(password)
  await ask.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/pub-my-page-request-list')
  await expect(toast(page, 'Application sent')).toBeVisible()
  expect(calls.filter((name) => name === 'account/request-revenue')).toHaveLength(1)
  const row = page.locator('tbody > [data-row]')
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('cell')).toHaveText([
    /^2026-11-03 \d{2}:\d{2}$/,
    'Pebble and Pine Inc.',
    'Hangang Bank',
    '12345678904471',
    '250,000',
    'Waiting',
    '–',
  ])

  const operator = await server.operator()
  const { requests: waiting } = await operator.ok(adminListPayouts, {})
  const requestID = waiting.find((payout) => payout.CustID === publisher.session.user.CustID)?.RequestID ?? 0
  await operator.ok(answerPayout, { requestID, status: 'HOLD', reason: 'The bank book cannot be read' })
  await page.reload()
  await expect(row).toContainText('On hold')
  await expect(row).toContainText('The bank book cannot be read')
  await operator.ok(answerPayout, { requestID, status: 'COMPLETE' })
  await page.reload()
  await expect(row).toContainText('Paid')
  await expect(page.getByText('Up to 90 days')).toBeVisible()
  for (const days of [15, 30, 7]) {
    await page.getByText(`${days} days`, { exact: true }).click()
    await expect(row).toHaveCount(1)
  }
  await page.goto('/pub-my-page-request-list?startDate=2026-10-01&endDate=2026-11-02')
  await expect(page.getByText('No applications in this period')).toBeVisible()

  await page.goto('/pub-my-page-request')
  await expect(page.getByText('Already applied this month')).toBeVisible()
  await expectRefused(page, '100,000', 'You have already applied for payment in this period.')
})

test('PAYOUT-19 PAYOUT-28 after day 5 an application is refused, and an advertiser never sees the payout pages', async ({
  browser,
}) => {
  const { page, publisher } = await open(browser, outside)
  await server.earn(publisher.session.user.CustID, '2026-10', 250_000)
  await submitDocuments(page)
  await page.goto('/pub-my-page-request')
  await expect(page.getByText('Window opens in')).toBeVisible()
  await expect(page.getByText('Outside the window')).toBeVisible()
  await page.getByRole('button', { name: 'Apply for 250,000 KRW' }).click()
  await answerDialog(page, 'This is not an application period.')
  const requestContext = await requests.newContext({ baseURL: server.url })
  await signInBrowser(page, await signUpCustomer(requestContext, 'ADVERTISER'))
  await page.goto('/pub-my-page-request')
  await expect(page).not.toHaveURL(/pub-my-page/)
})

test('PUB-APP-20 PUB-APP-22 STATE-26 PUB-HOME-02 a rejected app shows the reason, an approved app with a key shows the integration steps and the sample ad', async ({
  browser,
}) => {
  test.slow()
  const { page, publisher } = await open(browser)
  const appID = await makeApp(publisher.calls, 'Nabi Weather')
  const unit = await makeUnit(publisher.calls, { appID, name: 'Morning banner', product: 'BANNER' })
  await publisher.calls.ok(requestApiKey, { appID })
  const operator = await server.operator()
  await operator.ok(approveApp, { appID, approval: false, reason: 'The store page is empty' })
  await page.goto('/pub')
  await page.getByRole('link', { name: /“Nabi Weather” was rejected/ }).click()
  await expect(overlay(page).getByText('Rejected: The store page is empty')).toBeVisible()

  await operator.ok(approveApp, { appID, approval: true })
  await operator.ok(issueKey, { appID })
  await page.goto('/pub-app')
  await expect(page.getByRole('row', { name: /Nabi Weather/ })).toContainText('Approved')
  await page.getByRole('link', { name: 'Nabi Weather' }).click()
  const detail = overlay(page)
  await detail.getByRole('button', { name: 'Copy: API key' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  const key = await clipboard(page)
  expect(key.length).toBeGreaterThan(10)
  for (const platform of ['JavaScript', 'Android', 'iOS', 'Unity', 'HTTP']) {
    await detail.getByText(platform, { exact: true }).click()
    await detail.getByRole('button', { name: `Copy: Snippet for ${platform}` }).click()
    const snippet = await clipboard(page)
    expect(snippet, platform).toContain(key)
    expect(snippet, platform).toContain(String(unit))
  }
  await detail.getByRole('button', { name: 'Test request' }).click()
  await expect(detail.getByRole('figure', { name: 'The sample ad' }).locator('img, video')).toBeVisible()
  await page.goto('/pub')
  const apps = page.getByRole('region', { name: 'Apps' })
  await expect(apps).toContainText('Registered1')
  await expect(apps).toContainText('Approved1')
})
