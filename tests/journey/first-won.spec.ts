import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  request as requests,
  test,
} from '@playwright/test'
import { image, next } from '../advertiser/advertiser.ts'
import { OwnServer, operatorEmail } from '../publisher/own-server.ts'
import { clipboard, overlay } from '../publisher/publisher.ts'
import { answerDialog, type Customer, signInByForm, signUpCustomer, toast } from '../support/people.ts'
import { password } from '../support/program.ts'

const october = '2026-10-20T10:00:00+09:00'
const november = '2026-11-03T10:00:00+09:00'
/** 100,000 KRW per 1,000 impressions: an impression costs 100 KRW, of which the publisher earns 70. */
const bid = 100_000
const paidWon = '70'

let server: OwnServer
/** The page that an app shows in its web view, on another origin. */
let app: Server
let appUrl: string
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await OwnServer.start(october, { ROLES: 'all', MIN_PAYOUT: paidWon })
  app = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Nabi Weather</title>
       <script src="${server.url}/sdk/voltline.js"></script><div id="banner" style="width:640px"></div></html>`,
    )
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  app.close()
  await server.stop()
})

/** A separate browser context with the server's clock. */
async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1440, height: 900 },
  })
  contexts.push(context)
  const page = await context.newPage()
  await page.clock.setFixedTime(october)
  return page
}

async function signIn(page: Page, person: { email: string; path: string }): Promise<void> {
  await page.goto(person.path)
  await signInByForm(page, { email: person.email })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/signin/)
}

async function registerApp(page: Page): Promise<void> {
  await page.goto('/pub-app')
  await page.getByRole('link', { name: 'New app' }).click()
  const form = overlay(page)
  await form.getByRole('textbox', { name: 'App name' }).fill('Nabi Weather')
  await form
    .getByRole('textbox', { name: 'Store URL' })
    .fill('https://play.google.com/store/apps/details?id=kr.orchardlab.nabi')
  await form.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Register “Nabi Weather”?', 'Create')
  await expect(page.getByRole('row', { name: /Nabi Weather/ })).toContainText('Not approved')
  await page.getByRole('link', { name: 'Nabi Weather' }).click()
  await overlay(page).getByRole('button', { name: 'Request an API key' }).click()
  await answerDialog(page, 'Request an API key for “Nabi Weather”?', 'Request an API key')
  await expect(
    overlay(page).getByText('Requested. The key will appear here once it is issued.'),
  ).toBeVisible()
}

async function approveAndIssue(page: Page): Promise<void> {
  await page.goto('/admin/apps')
  await page.getByRole('button', { name: 'Approve: Nabi Weather' }).click()
  await answerDialog(page, 'Approve “Nabi Weather”?', 'Approve')
  await page.goto('/admin/keys')
  await page.getByRole('button', { name: 'Issue: Nabi Weather' }).click()
  await answerDialog(page, 'Issue a key for “Nabi Weather”?', 'Issue')
  await expect(toast(page, 'Key issued')).toBeVisible()
}

async function creditCash(page: Page, customer: Customer): Promise<void> {
  await page.goto('/admin/customers')
  await page.getByLabel('E-mail, company, name or number').fill(customer.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: new RegExp(customer.email) }).click()
  const detail = page.getByRole('dialog', { name: 'Orchard Lab' })
  await detail.getByLabel('Amount').fill('1000000')
  await detail.getByLabel('Reason').fill('Bank transfer 1')
  await detail.getByRole('button', { name: 'Credit cash' }).click()
  await answerDialog(page, 'Credit 1,000,000 KRW to Orchard Lab?', 'Credit cash')
  await expect(detail.getByText('1,000,000.00 KRW')).toBeVisible()
}

/** Returns the unit's id and the app's key, as the publisher reads them in the console. */
async function makeUnit(page: Page): Promise<{ medID: number; apiKey: string }> {
  await page.goto('/pub-app')
  await expect(page.getByRole('row', { name: /Nabi Weather/ })).toContainText('Approved')
  await page.getByRole('link', { name: 'Nabi Weather' }).click()
  await overlay(page).getByRole('button', { name: 'Copy: API key' }).click()
  const apiKey = await clipboard(page)
  await overlay(page).getByRole('link', { name: 'Inventory of this app' }).click()
  await page.getByRole('button', { name: 'New unit' }).first().click()
  await overlay(page).getByRole('button', { name: 'Next: Name' }).click()
  await overlay(page).getByRole('textbox', { name: 'Unit name' }).fill('Morning banner')
  await overlay(page).getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Create “Morning banner”?', 'Create')
  await page.getByRole('link', { name: 'Morning banner' }).click()
  await expect(page).toHaveURL(/\/pub-inventory\/\d+/)
  return { medID: Number(/pub-inventory\/(\d+)/.exec(page.url())?.[1]), apiKey }
}

async function makeCampaign(page: Page): Promise<void> {
  await page.goto('/ad-campaign-create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Autumn')
  await page.getByLabel('Budget').fill('300000')
  await next(page, 'App')
  await page.getByLabel('Target URL').fill('https://moonjar.example/play?c={click_id}')
  await page.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Create “Autumn”?', 'Create')
  await expect(page).toHaveURL(/\/ad-campaign$/)
}

async function makeAndStartAd(page: Page): Promise<void> {
  await page.goto('/ad-ad')
  await page.getByRole('button', { name: 'New ad' }).first().click()
  await next(page, 'Billing type')
  await next(page, 'Material')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Red gate')
  await page.locator('input[type=file]').setInputFiles(await image('gate.png'))
  await expect(page.locator('[data-upload][data-state=ready]')).toHaveCount(1)
  for (const step of ['App', 'Schedule', 'Limits', 'Bid']) await next(page, step)
  // The suggested range fills in the fields when it arrives.
  await expect(page.getByText(/updated \d+ s ago/)).toBeVisible()
  await page.getByLabel('Minimum bid').fill(String(bid))
  await page.getByLabel('Maximum bid').fill(String(bid))
  await page.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Create “Red gate”?', 'Create')
  const row = page.getByRole('row', { name: /Red gate/ })
  await row.getByRole('switch', { name: 'Start Red gate' }).press(' ')
  await answerDialog(page, 'Start “Red gate”?', 'Start')
  await expect(row.getByRole('switch', { name: 'Stop Red gate' })).toBeVisible()
}

/** A user opens the app. Delivery follows the consoles within a second or two, so the app may have to retry. */
async function seeTheAd(browser: Browser, unit: { medID: number; apiKey: string }): Promise<void> {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(appUrl)
  const ask = () =>
    page.evaluate(async ({ medID, apiKey }) => {
      const sdk = window.Voltline.init({ apiKey, platform: 'AOS', country: 'KR' })
      const element = document.getElementById('banner') ?? document.body
      return sdk.banner({ medID, element }).then(
        ({ ad }) => ad.name,
        (fault: { code?: string }) => String(fault.code),
      )
    }, unit)
  await expect.poll(ask).toBe('Red gate')
  await expect(page.getByRole('img', { name: 'Red gate' })).toBeVisible()
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png }

async function applyForPayout(page: Page): Promise<void> {
  await page.goto('/pub-my-page-doc')
  await page.getByRole('textbox', { name: 'Depositor' }).fill('Orchard Lab')
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Hangang Bank')
  await page.getByRole('textbox', { name: 'Account number' }).fill('12345678904471')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('01012345678')
  for (const place of [0, 1]) await page.locator('input[type=file]').nth(place).setInputFiles(scan)
  await expect(page.locator('[data-ready]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await answerDialog(page, 'Save the payout account?', 'Save')
  await expect(page.getByRole('img', { name: 'Stored: Business certificate' })).toBeVisible()
  await page.goto('/pub-my-page-request')
  await page.getByRole('button', { name: 'Use all' }).click()
  await page.getByRole('button', { name: `Apply for ${paidWon} KRW` }).click()
  const ask = page.getByRole('dialog', { name: 'Confirm your password' })
  await ask.locator('input').fill(password)
  await ask.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/pub-my-page-request-list')
}

async function payOut(page: Page): Promise<void> {
  await page.goto('/admin/payouts')
  await page.getByRole('link', { name: /Orchard Lab/ }).click()
  const panel = page.getByRole('complementary', { name: 'Payout request' })
  await expect(panel).toContainText(paidWon)
  await panel.getByRole('button', { name: 'Complete' }).click()
  await answerDialog(page, `Pay ${paidWon} KRW to Orchard Lab?`, 'Complete')
  await page.getByRole('tab', { name: 'Complete' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Orchard Lab' })).toBeVisible()
}

test('an app from its registration to its first paid impression, and its publisher to a completed payout', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const requestContext = await requests.newContext({ baseURL: server.url })
  const publisher = await signUpCustomer(requestContext, 'PUBLISHER')
  const advertiser = await signUpCustomer(requestContext, 'ADVERTISER')
  const desk = { email: operatorEmail, path: '/admin/signin' }
  const [pub, ad, admin] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  await signIn(pub, { email: publisher.email, path: '/signin' })
  await signIn(ad, { email: advertiser.email, path: '/signin' })
  await signIn(admin, desk)

  await registerApp(pub)
  await approveAndIssue(admin)
  await creditCash(admin, advertiser)
  const unit = await makeUnit(pub)
  await makeCampaign(ad)
  await makeAndStartAd(ad)
  await seeTheAd(browser, unit)

  // The impression was charged to the advertiser's cash and credited to the publisher's revenue.
  await expect(async () => {
    await server.drain()
    await pub.goto('/pub-report-day?startDate=2026-10-20&endDate=2026-10-20')
    await expect(pub.getByRole('row', { name: /2026-10-20/ }).first()).toContainText(paidWon)
  }).toPass()
  await ad.goto('/ad-report-campaign?startDate=2026-10-20&endDate=2026-10-20')
  await expect(ad.getByRole('row', { name: /Autumn/ })).toContainText('100')

  // October is over; the worker closes it, and everybody signs in again.
  await server.setClock(november)
  for (const page of [pub, ad, admin]) await page.clock.setFixedTime(november)
  await signIn(pub, { email: publisher.email, path: '/signin' })
  await signIn(admin, desk)
  await expect(async () => {
    await pub.goto('/pub-my-page-revenue-details')
    await expect(pub.getByRole('row', { name: /2026-10/ })).toContainText(paidWon)
  }).toPass()
  await applyForPayout(pub)
  const application = pub.locator('tbody > [data-row]')
  await expect(application).toContainText('Waiting')
  await payOut(admin)
  await pub.reload()
  await expect(application).toContainText('Paid')
  await expect(application).toContainText(paidWon)
  await admin.goto('/admin/money')
  await admin.getByRole('button', { name: 'Verify now' }).first().click()
  await expect(admin.getByText(/Ledger balanced/).first()).toBeVisible()
})
