import { expect, test } from '@playwright/test'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { AppRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { answerDialog, toast } from '../support/people.ts'
import { programDatabase } from '../support/program.ts'
import { addApp, addCustomer, addMessage, addOperator, addPayout, openConsole } from './world.ts'

let db: Database
test.beforeAll(() => {
  db = programDatabase()
})

const unique = (name: string) => `${name}${Date.now() % 1_000_000}`

test('Q-19 an app is rejected with a reason that its publisher sees, then approved', async ({
  page,
  request,
}) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const owner = await addCustomer(db, 'PUBLISHER', 'Orchard Lab')
  const name = unique('Tetra')
  await addApp(db, owner, { name })
  await openConsole(page, operator, `/admin/apps?words=${name}`)
  await page.getByRole('button', { name: `Reject: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reject “${name}”?` })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The store page is missing')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, 'App rejected')).toBeVisible()
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('The store page is missing')
  await page.getByRole('button', { name: `Approve: ${name}` }).click()
  await answerDialog(page, `Approve “${name}”?`, 'Approve')
  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  const [app] = await db.read((session) =>
    session.rows(sql`select approval, reject_reason from app where name = ${name}`),
  )
  expect(app).toEqual({ approval: true, reject_reason: '' })
})

test('a key is issued, rotated and revoked', async ({ page, request }) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const owner = await addCustomer(db, 'PUBLISHER', 'Orchard Lab')
  const name = unique('Keyed')
  await addApp(db, owner, { name, asksForKey: true })
  const hash = async () => {
    const [row] = await db.read((session) =>
      session.rows(sql<Pick<AppRow, 'api_key_hash'>>`select api_key_hash from app where name = ${name}`),
    )
    return row?.api_key_hash?.toString('hex') ?? ''
  }
  await openConsole(page, operator, `/admin/keys?words=${name}`)
  await page.getByRole('button', { name: `Issue: ${name}` }).click()
  await answerDialog(page, `Issue a key for “${name}”?`, 'Issue')
  await expect(toast(page, 'Key issued')).toBeVisible()
  const first = await hash()
  expect(first).not.toBe('')
  await page.getByRole('tab', { name: 'Issued' }).click()
  await page.getByRole('button', { name: `Rotate: ${name}` }).click()
  await answerDialog(page, `Replace the key of “${name}”?`, 'Rotate')
  await expect.poll(hash).not.toBe(first)
  await page.getByRole('button', { name: `Revoke: ${name}` }).click()
  await answerDialog(page, `Revoke the key of “${name}”?`, 'Revoke')
  await expect.poll(hash).toBe('')
})

test('a payout is held with a reason, released, and completed by a key; its documents are shown', async ({
  page,
  request,
}) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const company = unique('Green Kettle ')
  await addPayout(db, request, { company, amountWon: 327_508, accountChanged: true })
  await openConsole(page, operator, `/admin/payouts?words=${encodeURIComponent(company)}`)
  const row = page.getByRole('row').filter({ hasText: company })
  await expect(row).toContainText('Account changed')
  await expect(row).toContainText('•••• 9146')
  await page.getByRole('region', { name: 'Keys' }).focus()
  await page.keyboard.press('j')
  const panel = page.getByRole('complementary', { name: 'Payout request' })
  await expect(panel).toContainText('327,508')
  await expect(panel).toContainText('Revenue of 2026-08')
  await expect(panel).toContainText('227,508')
  await expect(panel.getByRole('link', { name: 'Open Bank book in a new tab' }).locator('img')).toBeVisible()
  await expect(
    panel.getByRole('link', { name: 'Open Certificate in a new tab' }).locator('img'),
  ).toBeVisible()
  // A hold without a reason focuses the field for it.
  await page.keyboard.press('h')
  await expect(panel.getByText('Enter a reason.')).toBeVisible()
  await expect(panel.getByLabel('Reason for the hold')).toBeFocused()
  await page.keyboard.type('Please check your click handler')
  await panel.getByRole('button', { name: 'Hold' }).click()
  await expect(toast(page, 'On hold')).toBeVisible()
  await page.getByRole('tab', { name: /^Hold/ }).click()
  await page.getByRole('link', { name: new RegExp(company) }).click()
  await expect(panel.getByLabel('Reason for the hold')).toHaveValue('Please check your click handler')
  await panel.getByRole('button', { name: 'Back to waiting' }).click()
  await page.getByRole('tab', { name: /^Waiting/ }).click()
  // The key works once the rows have loaded.
  await expect(async () => {
    await page.getByRole('region', { name: 'Keys' }).focus()
    await page.keyboard.press('j')
    await expect(panel).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('c')
  await answerDialog(page, `Pay 327,508 KRW to ${company}?`, 'Complete')
  await page.getByRole('tab', { name: 'Complete' }).click()
  await expect(page.getByRole('row').filter({ hasText: company })).toBeVisible()
})

test('the keyboard shortcuts of the queue can be switched off', async ({ page, request }) => {
  const operator = await addOperator(db, request, 'USERS')
  const company = unique('Quiet Hours ')
  await addPayout(db, request, { company, amountWon: 200_000 })
  await openConsole(page, operator, `/admin/payouts?words=${encodeURIComponent(company)}`)
  await page.getByRole('switch', { name: 'Keys' }).click({ force: true })
  await page.getByRole('region', { name: 'Keys' }).focus()
  await page.keyboard.press('j')
  await expect(page.getByRole('complementary', { name: 'Payout request' })).toHaveCount(0)
})

test('a contact message is read and closed, and the menu counts the open ones', async ({ page, request }) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const name = unique('Jun')
  await addMessage(db, name)
  await openConsole(page, operator, '/admin/messages')
  await expect(page.getByRole('listitem').filter({ hasText: `Hello from ${name}` })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /Messages \d+/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: `Close: ${name}` }).click()
  await answerDialog(page, `Close the message from ${name}?`, 'Close')
  await expect(toast(page, 'Message closed')).toBeVisible()
  await page.getByRole('tab', { name: 'Closed' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `Hello from ${name}` })).toContainText(
    operator.email,
  )
})
