import { expect, test } from '@playwright/test'
import type { MediumId } from '@voltline/kernel'
import type { Database } from '../../server/src/platform/database/database.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { makeApp, makeUnit, newPublisher } from '../publisher/publisher.ts'
import { seriousViolations, sidewaysPixels } from '../support/accessibility.ts'
import { answerDialog, toast } from '../support/people.ts'
import { programDatabase } from '../support/program.ts'
import { addOperator, openConsole } from './world.ts'

let db: Database
test.beforeAll(() => {
  db = programDatabase()
})

const addSignals = (medID: number) =>
  db.transaction((tx) =>
    tx.run(sql`
      update quality_case
         set signals = ${JSON.stringify([
           { signal: 'click_rate', value: 0.42, norm: 0.012, z: 18.2 },
           { signal: 'address_share', value: 0.61, norm: 0.04, z: 12.4 },
         ])}::jsonb
       where medium_id = ${medID as MediumId}`),
  )

const addInvalid = (medID: number) =>
  db.transaction((tx) =>
    tx.run(sql`
      insert into invalid_rollup_delta (reason, medium_id, utc_day, quarter, count, posted_at)
      values ('click_too_fast', ${medID}, ${new Date().toISOString().slice(0, 10)}, 1, 7, ${at(Date.now())}),
             ('too_soon', ${medID}, ${new Date().toISOString().slice(0, 10)}, 1, 5, ${at(Date.now())})`),
  )

test('a case is opened by hand, the publisher reads it in words and appeals once, and it is released with a reason', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const name = `Shop window ${Date.now() % 1_000_000}`
  const medID = await makeUnit(calls, {
    appID: await makeApp(calls, 'Nabi Weather'),
    name,
    product: 'BANNER',
  })
  await addInvalid(medID)
  const operator = await addOperator(db, request, 'ADMINISTRATORS')
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await openConsole(desk, operator, '/admin/cases')
  await desk.getByRole('button', { name: 'Open a case' }).click()
  const form = desk.getByRole('dialog', { name: 'Open a case' })
  await form.getByLabel('Unit ID').fill(String(medID))
  await form.getByLabel('Reason').fill('Always the same office')
  await form.getByRole('button', { name: 'Open a case' }).click()
  await answerDialog(desk, `Open a case for unit ${medID}?`, 'Open a case')
  await expect(desk.getByRole('dialog', { name })).toContainText('Always the same office')
  await addSignals(medID)

  await page.goto('/pub-quality')
  const own = page.getByRole('region', { name: `Case of ${name}` })
  await expect(own).toContainText('Clicks were 42.0% of impressions. At similar units it is 1.2%.')
  await expect(own).toContainText('Always the same office')
  await page.getByRole('button', { name: 'Click too fast' }).click()
  await expect(page.getByRole('row', { name: `${name} 7` })).toBeVisible()
  await own.getByLabel('Appeal').fill('It is the phone in our shop window.')
  await own.getByRole('button', { name: 'Send appeal' }).click()
  await answerDialog(page, 'Send this appeal?', 'Send appeal')
  await expect(toast(page, 'Appeal sent')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Send appeal' })).toHaveCount(0)
  expect(await seriousViolations(page)).toEqual([])
  for (const width of [390, 716, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sidewaysPixels(page), { message: `${width}` }).toBeLessThanOrEqual(0)
  }

  await desk.reload()
  const detail = desk.getByRole('dialog', { name })
  await expect(detail).toContainText('It is the phone in our shop window.')
  expect(await seriousViolations(desk)).toEqual([])
  await detail.getByRole('button', { name: 'Release' }).click()
  await expect(detail.getByRole('alert')).toContainText('Required')
  await detail.getByLabel('Reason').fill('We saw the phone')
  await detail.getByRole('button', { name: 'Release' }).click()
  await answerDialog(desk, 'Release 0 KRW?', 'Release')
  await expect(toast(desk, 'Case released')).toBeVisible()
  await page.reload()
  await expect(own).toContainText('We saw the phone')
  await desk.context().close()
})
