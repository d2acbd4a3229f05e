import { expect, test } from '@playwright/test'
import { listMedia } from '@voltline/contract'
import { answerDialog, toast } from '../support/people.ts'
import {
  clipboard,
  expectNotFound,
  makeApp,
  makeUnit,
  newPublisher,
  overlay,
  refuseWith,
} from './publisher.ts'

test('PUB-INV-03 PUB-REWARD-02 VALID-67 without an app, creating a unit or a reward says that an app is needed first', async ({
  page,
  request,
  baseURL,
}) => {
  await newPublisher(page, request, baseURL ?? '')
  await page.goto('/pub-inventory')
  await page.getByRole('button', { name: 'New unit' }).first().click()
  await answerDialog(page, 'Register an app first')
  await page.goto('/pub-app-reward')
  await page.getByRole('button', { name: 'New app reward' }).first().click()
  await answerDialog(page, 'Register an app first')
})

test('ROUTE-47..48 PUB-INV-02 PUB-INV-08..15 VALID-70..72 ERR-61 a banner is created in two steps, a video with its reward in three', async ({
  page,
  request,
  baseURL,
}) => {
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const appID = await makeApp(calls, 'Nabi Weather')
  await page.goto(`/pub-inventory?appID=${appID}`)
  await page.getByRole('button', { name: 'New unit' }).first().click()
  await expect(page).toHaveURL(`/pub-inventory-create?appID=${appID}`)
  const wizard = overlay(page)
  for (const product of ['Banner', 'Interstitial', 'Video']) {
    const choice = wizard.getByRole('radio', { name: new RegExp(product) })
    await expect(choice).toBeAttached()
    await expect(wizard.locator('label', { hasText: product }).locator('svg')).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/pub-inventory?appID=${appID}`)

  await page.goto(`/pub-inventory-create?appID=${appID}`)
  await wizard.getByRole('button', { name: 'Next: Name' }).click()
  const name = wizard.getByRole('textbox', { name: 'Unit name' })
  await expect(name).toHaveValue(/^Banner \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
  await name.fill('')
  await wizard.getByRole('button', { name: 'Create' }).click()
  await expect(wizard.getByText('Required')).toBeVisible()
  await name.fill('Morning banner')
  await wizard.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Create “Morning banner”?', 'Create')
  await expect(toast(page, 'Unit created')).toBeVisible()
  await expect(page.getByRole('row', { name: /Morning banner/ })).toContainText('Banner')

  await page.goto(`/pub-inventory-create?appID=${appID}`)
  await wizard.locator('label', { hasText: 'Video' }).click()
  await wizard.getByRole('button', { name: 'Next: Name' }).click()
  await expect(name).toHaveValue(/^Video \d{4}/)
  await name.fill('Extra forecast')
  await wizard.getByRole('button', { name: 'Next: Reward' }).click()
  await wizard.getByRole('button', { name: 'Previous' }).click()
  await expect(name).toHaveValue('Extra forecast')
  await wizard.getByRole('button', { name: 'Next: Reward' }).click()
  const reward = wizard.getByRole('textbox', { name: 'Reward name' })
  const count = wizard.getByRole('textbox', { name: 'Reward count' })
  await expect(count).toBeDisabled()
  await reward.fill('Gold')
  await wizard.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Enter a reward count of 1 or more.')
  await count.fill('5')
  await reward.fill('')
  await expect(count).toHaveValue('')
  await expect(count).toBeDisabled()
  await reward.fill('Gold')
  await count.fill('5')
  await wizard.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Create “Extra forecast”?', 'Create')
  await expect(toast(page, 'Unit created')).toBeVisible()
  const { invens } = await calls.ok(listMedia, { appID: String(appID) })
  expect(invens.map((unit) => [unit.Name, unit.Reward, unit.Rewards, unit.Active])).toEqual([
    ['Extra forecast', 'Gold', 5, 1],
    ['Morning banner', '', 0, 1],
  ])
})

test('PUB-INV-01 PUB-INV-04..07 PUB-INV-22 STATE-29 ERR-62 a switch asks before it opens or closes its row, and a failed call leaves the row unchanged', async ({
  page,
  request,
  baseURL,
}) => {
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const first = await makeApp(calls, 'Nabi Weather')
  const second = await makeApp(calls, 'Dot Sudoku')
  const unit = await makeUnit(calls, { appID: first, name: 'Rain alert', product: 'INTERSTITIAL' })
  await makeUnit(calls, { appID: second, name: 'Level end', product: 'BANNER' })
  await page.goto('/pub-inventory')
  await expect(page.getByRole('row', { name: /Level end/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'App' }).click()
  await page.getByRole('option', { name: 'Nabi Weather' }).click()
  await expect(page).toHaveURL(`/pub-inventory?appID=${first}`)
  await expect(page.getByRole('row', { name: /Level end/ })).toBeHidden()
  const row = page.getByRole('row', { name: /Rain alert/ })
  await expect(row).toContainText('Open')
  await expect(row).toContainText('Interstitial')
  await expect(row.locator('.tabler-icon-door')).toBeVisible()

  await row.getByRole('switch', { name: 'Close Rain alert' }).press('Space')
  await answerDialog(page, 'Close “Rain alert”?', 'Close unit')
  await expect(toast(page, 'Done')).toBeVisible()
  await expect(row.locator('.tabler-icon-door-off')).toBeVisible()
  const { invens } = await calls.ok(listMedia, { appID: String(first) })
  expect(invens[0]?.Active).toBe(0)

  await refuseWith(page, 'pub/inventory/active-media', 'NO_PERMISSION')
  // With the mouse, which hits the label; the row behind it opens the detail and must not.
  await row.locator('label').last().click()
  await answerDialog(page, 'Open “Rain alert”?', 'Open unit')
  await expect(page).toHaveURL(/\/pub-inventory\?/)
  await answerDialog(page, 'Unknown error. Contact the administrator.')
  await expect(row.locator('.tabler-icon-door-off')).toBeVisible()

  await row.getByRole('link', { name: 'Rain alert' }).click()
  await expect(page).toHaveURL(`/pub-inventory/${unit}?appID=${first}`)
})

test('ROUTE-49 PUB-INV-16..21 ERR-65 a unit shows its id to copy and its app, and is changed with its reward', async ({
  page,
  request,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const appID = await makeApp(calls, 'Nabi Weather')
  const video = await makeUnit(calls, { appID, name: 'Extra forecast', product: 'VIDEO' })
  const banner = await makeUnit(calls, { appID, name: 'Morning banner', product: 'BANNER' })
  await page.goto(`/pub-inventory/${video}?appID=${appID}`)
  const detail = overlay(page)
  await expect(detail.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)).toHaveCount(2)
  await detail.getByRole('button', { name: 'What is Video?' }).click()
  await expect(page.getByText('The type can’t be changed after the unit is created.')).toBeVisible()
  await detail.getByRole('button', { name: 'Copy: Unit ID' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  expect(await clipboard(page)).toBe(String(video))
  await detail.getByRole('textbox', { name: 'Unit name' }).fill('Tomorrow')
  await detail.getByRole('textbox', { name: 'Reward name' }).fill('Umbrella')
  await detail.getByRole('textbox', { name: 'Reward count' }).fill('2')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await answerDialog(page, 'Save changes to “Extra forecast”?', 'Save changes')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  const { invens } = await calls.ok(listMedia, { appID: String(appID) })
  expect(invens.find((unit) => unit.MedID === video)).toMatchObject({
    Name: 'Tomorrow',
    Reward: 'Umbrella',
    Rewards: 2,
  })
  await detail.getByRole('link', { name: 'App Nabi Weather' }).click()
  await expect(page).toHaveURL(`/pub-app/${appID}`)

  await page.goto(`/pub-inventory/${banner}?appID=${appID}`)
  await expect(detail.getByRole('textbox', { name: 'Unit name' })).toBeVisible()
  await expect(detail.getByRole('textbox', { name: 'Reward name' })).toBeHidden()
  await expectNotFound(page, '/pub-inventory/99999999')
})
