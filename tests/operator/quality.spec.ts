import { expect, test } from '@playwright/test'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { ChargeRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { answerDialog, toast } from '../support/people.ts'
import { programDatabase } from '../support/program.ts'
import { addOperator, openConsole } from './world.ts'

let db: Database
test.beforeAll(() => {
  db = programDatabase()
})

test('a rule is explained, its threshold and mode are changed, and the audit log names old and new values', async ({
  page,
  request,
}) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  await openConsole(page, operator, '/admin/rules')
  const row = page.getByRole('row', { name: /Click too fast/ })
  await expect(row).toContainText('A click less than 300 ms after its impression.')
  await row.getByRole('link', { name: 'Click too fast' }).click()
  const detail = page.getByRole('dialog', { name: 'Click too fast' })
  await expect(detail.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await detail.getByLabel('Threshold').fill('450')
  await detail.getByText('Observe only').click()
  await detail.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Rule changed')).toBeVisible()
  await expect(row).toContainText('A click less than 450 ms after its impression.')
  await expect(row).toContainText('Observed only')
  await expect(row).toContainText('Default: 300 ms')
  await page.goto('/admin/audit?text=admin%2Fquality%2Frule')
  const change = page.getByRole('row').filter({ hasText: 'click_too_fast' }).first()
  await expect(change).toContainText('"threshold": 300')
  await expect(change).toContainText('"threshold": 450')
})

test('threat 62: an operator of group USERS reads rules and corrections and changes nothing', async ({
  page,
  request,
}) => {
  const reader = await addOperator(db, request, 'USERS')
  await openConsole(page, reader, '/admin/rules?rule=too_soon')
  const detail = page.getByRole('dialog', { name: 'Impression too soon' })
  await detail.getByText('Observe only').click()
  await expect(detail.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await expect(detail.getByText('Events that break it are invalid and cost nothing.')).toBeVisible()
  await page.goto('/admin/corrections')
  await expect(page.getByRole('button', { name: 'Preview' })).toHaveAttribute('aria-disabled', 'true')
})

/** The oldest charge, which no other test looks at. */
const oldestCharge = () =>
  db.read((session) =>
    session.one(
      (row) => row,
      sql<Pick<ChargeRow, 'ad_id' | 'received_at'>>`
      select ad_id, received_at from charge where ad_id is not null order by received_at limit 1`,
    ),
  )

test('charges are previewed by ad and period, corrected with a reason, and not found again', async ({
  page,
  request,
}) => {
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const charge = await oldestCharge()
  const minute = new Date(charge.received_at + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  const period = `from=${minute}:00&to=${minute}:00`
  await openConsole(page, operator, `/admin/corrections?subject=proID&id=${charge.ad_id}&${period}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const found = page.getByRole('region', { name: 'By advertiser' })
  await expect(found.getByRole('row', { name: /Total/ })).toBeVisible()
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Required')
  await page.getByLabel('Reason').fill('Emulators in a data centre')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await answerDialog(page, /Give back .* KRW/, 'Correct')
  await expect(page.getByRole('status').filter({ hasText: 'credited' })).toBeVisible()
  await page.getByRole('button', { name: 'New correction' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('No charges to correct')).toBeVisible()
  await page.getByText('Unit', { exact: true }).click()
  await page.getByLabel('Unit ID').fill('2000000000')
  await page.getByRole('button', { name: 'Preview' }).click()
  await answerDialog(page, 'There is no such unit or ad.', 'OK')
})
