import { type APIRequestContext, expect, test } from '@playwright/test'
import { approveApp, getApp, issueKey, requestApiKey } from '@voltline/contract'
import { callsOf, makeApp, makeUnit } from '../publisher/publisher.ts'
import { workerOperator } from '../support/operator.ts'
import { makeCustomer } from '../support/people.ts'
import { makeAdvertiser } from './advertiser.ts'

/** An interstitial unit of an approved app with a key. */
async function makeUnitWithKey(request: APIRequestContext, url: string) {
  const publisher = callsOf(await makeCustomer(request, 'PUBLISHER'), url)
  const appID = await makeApp(publisher, 'Lantern')
  const medID = await makeUnit(publisher, { appID, name: 'Between rounds', product: 'INTERSTITIAL' })
  await publisher.ok(requestApiKey, { appID })
  const operator = await workerOperator(url)
  await operator.ok(approveApp, { appID, approval: true, reason: '' })
  await operator.ok(issueKey, { appID })
  const { app } = await publisher.ok(getApp, { appID })
  return { medID, apiKey: app?.ApiKey ?? '' }
}

class Phone {
  readonly #request: APIRequestContext
  readonly #unit: { medID: number; apiKey: string }
  constructor(request: APIRequestContext, unit: { medID: number; apiKey: string }) {
    this.#request = request
    this.#unit = unit
  }

  async #post(path: string, data: object) {
    const response = await this.#request.post(`/sdk/v1/${path}`, {
      data,
      headers: { 'X-Api-Key': this.#unit.apiKey },
    })
    return (await response.json()) as { error: string; ad?: { token: string; proID: number } }
  }

  /** In a country that no other test uses, so that no other test is served this ad. */
  async ask() {
    const { medID } = this.#unit
    const { ad } = await this.#post('ad', { medID, deviceID: `phone-${medID}`, country: 'IS' })
    return ad
  }

  async report(token: string, ...actions: string[]) {
    for (const action of actions) {
      expect(await this.#post('event', { token, action })).toMatchObject({ error: 'SUCCESS' })
    }
  }
}

test('AD-AD-14 AD-AD-18 STATE-10 STATE-13..15 an ad wins and shows its gavel; one click uses up the campaign, and both its ads complete and are no longer served', async ({
  page,
  request,
  baseURL,
}) => {
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Iceland', 100_000)
  const rich = { countries: ['IS'], minCost: 100_000, maxCost: 100_000 }
  const winner = await advertiser.ad(campID, 'Northern light', rich)
  const second = await advertiser.ad(campID, 'Polar night', { countries: ['IS'] })
  for (const proID of [winner, second]) await advertiser.start(proID)
  const phone = new Phone(request, await makeUnitWithKey(request, baseURL ?? ''))

  await page.goto('/ad-ad')
  const row = page.getByRole('row', { name: /Northern light/ })
  const other = page.getByRole('row', { name: /Polar night/ })
  await expect(async () => {
    await page.reload()
    await expect(row.locator('.tabler-icon-gavel')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(row).toContainText('Winning')
  await expect(row.locator('.tabler-icon-player-pause-filled')).toBeVisible()
  await expect(other.locator('.tabler-icon-gavel')).toHaveCount(0)

  let token = ''
  await expect(async () => {
    const offer = await phone.ask()
    expect(offer?.proID).toBe(winner)
    token = offer?.token ?? ''
  }).toPass()
  await phone.report(token, 'IMPRESSION', 'CLICK')
  await request.post('/dev/drain')
  await page.reload()
  for (const done of [row, other]) {
    await expect(done).toContainText('Complete')
    await expect(done.locator('.tabler-icon-minus')).toBeVisible()
    await expect(done.getByRole('switch')).toHaveCount(0)
    await expect(done.getByRole('cell').last()).toHaveText('–')
    await expect(done.locator('.tabler-icon-gavel')).toHaveCount(0)
  }
  await expect(page.getByText('2 ads in this campaign: 0 in progress, 0 stopped, 2 complete.')).toBeVisible()
  await expect.poll(async () => [winner, second].includes((await phone.ask())?.proID ?? 0)).toBe(false)
  await page.goto('/ad-campaign')
  await expect(page.getByRole('row', { name: /Iceland AOS 0 2 0 2/ })).toBeVisible()
})
