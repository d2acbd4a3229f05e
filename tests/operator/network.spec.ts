import { expect, test } from '@playwright/test'
import type { Database } from '../../server/src/platform/database/database.ts'
import { seriousViolations, sidewaysPixels } from '../support/accessibility.ts'
import { answerDialog, toast } from '../support/people.ts'
import { password, programDatabase } from '../support/program.ts'
import { addApp, addCustomer, addMessage, addOperator, addPayout, openConsole } from './world.ts'

let db: Database
test.beforeAll(() => {
  db = programDatabase()
})

const unique = (name: string) => `${name}${Date.now() % 1_000_000}`

test('a customer is found, credited, blocked and unblocked, and its statement is downloaded', async ({
  page,
  request,
}) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const customer = await addCustomer(db, 'ADVERTISER', unique('Moonjar '))
  await openConsole(page, operator, '/admin/customers')
  await page.getByLabel('E-mail, company, name or number').fill(customer.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: new RegExp(customer.company) }).click()
  const detail = page.getByRole('dialog', { name: customer.company })
  await detail.getByLabel('Amount').fill('150000')
  await detail.getByLabel('Reason').fill('Bank transfer 17')
  await detail.getByRole('button', { name: 'Credit cash' }).click()
  await answerDialog(page, `Credit 150,000 KRW to ${customer.company}?`, 'Credit cash')
  await expect(detail.getByText('150,000.00 KRW')).toBeVisible()
  await expect(detail.getByRole('table').getByText('150,000').first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await detail.getByRole('button', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toBe(`statement-${customer.id}.csv`)
  await detail.getByRole('button', { name: 'Block' }).click()
  const why = page.getByRole('dialog', { name: `Block ${customer.company}?` })
  await why.getByLabel('Reason').fill('Stolen card')
  await why.getByRole('button', { name: 'Block' }).click()
  await expect(detail.getByText(/Blocked .*Stolen card/)).toBeVisible()
  const signIn = async () => {
    const response = await request.post('/api/v1/account/signin', {
      data: { email: customer.email, pw: password },
    })
    return (await response.json()).error
  }
  expect(await signIn()).toBe('IS_BLOCKED')
  await detail.getByRole('button', { name: 'Unblock' }).click()
  await answerDialog(page, `Unblock ${customer.company}?`, 'Unblock')
  await expect(toast(page, 'Customer unblocked')).toBeVisible()
  expect(await signIn()).toBe('SUCCESS')
})

test('a device is blocked and unblocked', async ({ page, request }) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const device = unique('device-')
  await openConsole(page, operator, '/admin/devices')
  const form = page.getByRole('region', { name: 'Block a device' })
  await form.getByLabel('Device ID').fill(device)
  await form.getByLabel('Reason').fill('Emulator')
  await form.getByRole('button', { name: 'Block' }).click()
  await expect(toast(page, 'Device blocked')).toBeVisible()
  await page.getByRole('button', { name: `Unblock: ${device}` }).click()
  await answerDialog(page, `Unblock ${device}?`, 'Unblock')
  await expect(page.getByRole('button', { name: `Unblock: ${device}` })).toHaveCount(0)
})

test('the books are proved on demand, the bar shows the result, and the audit log and its export contain it', async ({
  page,
  request,
}) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  await openConsole(page, operator, '/admin/money')
  await page.getByRole('button', { name: 'Verify now' }).click()
  await expect(toast(page, 'Ledger verified')).toBeVisible()
  await expect(page.getByText('Ledger balanced', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText(/Ledger balanced/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Total' })).toContainText('0')
  await page.goto('/admin/audit')
  await page.getByLabel('Action, object or text').fill('admin/money/prove')
  await page.getByRole('button', { name: 'Search' }).click()
  const proved = page.getByRole('row').filter({ hasText: 'admin/money/prove' })
  await expect(proved.filter({ hasText: operator.email })).toContainText('"good": true')
  await expect(page.getByRole('row').filter({ hasText: 'admin/signin' })).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('audit.csv')
})

test('threat 62: an operator of group USERS sees every page and no button that writes works', async ({
  page,
  request,
}) => {
  const reader = await addOperator(db, request, 'USERS')
  const owner = await addCustomer(db, 'PUBLISHER', 'Orchard Lab')
  const name = unique('Readable')
  await addApp(db, owner, { name, asksForKey: true })
  await openConsole(page, reader, '/admin/keys')
  const issue = page.getByRole('button', { name: `Issue: ${name}` })
  await expect(issue).toHaveAttribute('aria-disabled', 'true')
  await issue.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/admin/money')
  await expect(page.getByRole('button', { name: 'Verify now' })).toHaveAttribute('aria-disabled', 'true')
})

const paths = [
  '',
  '/ads',
  '/apps',
  '/keys',
  '/payouts',
  '/messages',
  '/customers',
  '/devices',
  '/money',
  '/cases',
  '/rules',
  '/rules?rule=too_soon',
  '/corrections',
  '/invalid',
  '/audit',
]

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'ko'],
] as const) {
  test(`axe finds nothing serious in the ${theme} theme (${language}), and nothing scrolls sideways`, async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000)
    const operator = await addOperator(db, request, 'ADMINISTRATORS')
    const payout = await addPayout(db, request, { company: unique('Kettle '), amountWon: 250_000 })
    await addMessage(db, unique('Mina'))
    await addApp(db, payout, { name: unique('Shown') })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await openConsole(page, operator, '/admin')
    await page.evaluate((choice) => localStorage.setItem('language', choice), language)
    const pages = [...paths, `/customers/${payout.id}`, `/payouts?request=${payout.requestId}`]
    for (const path of pages) {
      await page.goto(`/admin${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await seriousViolations(page), path).toEqual([])
      for (const width of [390, 716, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        // Charts are resized in the next frame.
        await expect
          .poll(() => sidewaysPixels(page), { message: `${path} at ${width}` })
          .toBeLessThanOrEqual(0)
        if (process.env.PICTURES) {
          const file = `${path.replace(/\W+/g, '-') || 'today'}-${width}-${language}.png`
          await page.screenshot({ path: `${process.env.PICTURES}/${file}`, fullPage: true })
        }
      }
    }
  })
}
