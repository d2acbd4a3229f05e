import { expect, test } from '@playwright/test'
import { listAppRewards } from '@voltline/contract'
import { answerDialog, toast } from '../support/people.ts'
import { clipboard, expectNotFound, makeApp, makeReward, newPublisher, overlay } from './publisher.ts'

test('ROUTE-50..51 PUB-REWARD-01 PUB-REWARD-03..05 VALID-73 an app reward is created and gets its key', async ({
  page,
  request,
  baseURL,
}) => {
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const appID = await makeApp(calls, 'Nabi Weather')
  await page.goto(`/pub-app-reward?appID=${appID}`)
  await expect(page.getByRole('combobox', { name: 'App' })).toHaveValue('Nabi Weather')
  await page.getByRole('button', { name: 'New app reward' }).first().click()
  await expect(page).toHaveURL(`/pub-app-reward-create?appID=${appID}`)
  const form = overlay(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Required')).toHaveCount(2)
  await form.getByRole('textbox', { name: 'Reward name' }).fill('Daily visit')
  await form.getByRole('textbox', { name: 'Reward', exact: true }).fill('10')
  await form.getByRole('button', { name: 'Create' }).click()
  await answerDialog(page, 'Create “Daily visit”?', 'Create')
  await expect(toast(page, 'App reward created')).toBeVisible()
  const { appRewards } = await calls.ok(listAppRewards, { appID: String(appID) })
  const row = page.getByRole('row', { name: /Daily visit/ })
  await expect(page.getByRole('columnheader')).toHaveText(['ID', 'Reward key', 'Reward name', 'Reward'])
  await expect(row.getByRole('cell')).toHaveText([
    String(appRewards[0]?.AppRewardID),
    appRewards[0]?.RewardKey ?? 'a key',
    'Daily visit',
    '10',
  ])
})

test('ROUTE-52 PUB-REWARD-06..10 ERR-65 a reward’s key is copied, and the reward is changed and deleted', async ({
  page,
  request,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { calls } = await newPublisher(page, request, baseURL ?? '')
  const appID = await makeApp(calls, 'Nabi Weather')
  const reward = await makeReward(calls, appID, 'Daily visit')
  const { appRewards } = await calls.ok(listAppRewards, { appID: String(appID) })
  await page.goto(`/pub-app-reward?appID=${appID}`)
  await page.getByRole('link', { name: 'Daily visit' }).click()
  await expect(page).toHaveURL(`/pub-app-reward/${reward}?appID=${appID}`)
  const detail = overlay(page)
  await detail.getByRole('button', { name: 'Copy: Reward key' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  expect(await clipboard(page)).toBe(appRewards[0]?.RewardKey)
  await expect(detail.getByRole('link', { name: 'App Nabi Weather' })).toHaveAttribute(
    'href',
    `/pub-app/${appID}`,
  )
  await detail.getByRole('textbox', { name: 'Reward name' }).fill('Weekly visit')
  await detail.getByRole('textbox', { name: 'Reward', exact: true }).fill('70')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await answerDialog(page, 'Save changes to “Daily visit”?', 'Save changes')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await expect(detail.getByRole('heading', { name: 'Weekly visit' })).toBeVisible()
  await detail.getByRole('button', { name: 'Delete' }).click()
  await answerDialog(page, 'Delete “Weekly visit”?', 'Cancel')
  await detail.getByRole('button', { name: 'Delete' }).click()
  await answerDialog(page, 'Delete “Weekly visit”?', 'Delete')
  await expect(toast(page, 'Deleted')).toBeVisible()
  await expect(page.getByText('No app rewards yet')).toBeVisible()
  await expectNotFound(page, `/pub-app-reward/${reward}`)
})
