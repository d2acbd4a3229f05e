import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { addApp, addAppReward, addMedium, listAppRewards, listApps, listMedia } from '@voltline/contract'
import { Client } from '../../server/testing/client.ts'
import { type Customer, makeCustomer, signInBrowser } from '../support/people.ts'

/** A publisher who is signed in in the browser, and the API calls of the same account. */
export interface Publisher extends Customer {
  calls: Client
}

/** The API calls of a signed-in customer. */
export const callsOf = ({ session }: Pick<Customer, 'session'>, url: string): Client =>
  new Client(url, {
    accessToken: session.accessToken,
    custId: String(session.user.CustID),
    sessionKey: session.user.SessionKey,
  })

/** A new publisher, signed in in the browser. */
export async function newPublisher(page: Page, request: APIRequestContext, url: string): Promise<Publisher> {
  const customer = await makeCustomer(request, 'PUBLISHER')
  await signInBrowser(page, customer)
  return { ...customer, calls: callsOf(customer, url) }
}

/** Registers an app and returns its id. */
export async function makeApp(calls: Client, name: string): Promise<number> {
  await calls.ok(addApp, {
    name,
    platform: 'AOS',
    storeURL: `https://play.google.com/store/apps/details?id=kr.orchardlab.app${randomBytes(6).toString('hex')}`,
    filter: false,
  })
  const { apps } = await calls.ok(listApps, { name, pageNo: '1' })
  return apps[0]?.AppID ?? 0
}

export async function makeUnit(
  calls: Client,
  unit: { appID: number; name: string; product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO' },
): Promise<number> {
  await calls.ok(addMedium, { ...unit, reward: '', rewards: '' })
  const { invens } = await calls.ok(listMedia, { appID: String(unit.appID) })
  return invens[0]?.MedID ?? 0
}

export async function makeReward(calls: Client, appID: number, rewardName: string): Promise<number> {
  await calls.ok(addAppReward, { appID, rewardName, reward: 10 })
  const { appRewards } = await calls.ok(listAppRewards, { appID: String(appID) })
  return appRewards[0]?.AppRewardID ?? 0
}

/** The overlay or wizard over a list. */
export const overlay = (page: Page) => page.getByRole('dialog').first()

/** The text in the clipboard. */
export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** Makes one call return this code until the returned function is called. */
export async function refuseWith(page: Page, path: string, error: string): Promise<() => Promise<void>> {
  const pattern = `**/api/v1/${path}`
  await page.route(pattern, (route) => route.fulfill({ status: 200, json: { error } }))
  return () => page.unroute(pattern)
}

/** Expects the 404 page at this path. */
export async function expectNotFound(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText('ERROR: 404'), path).toBeVisible()
}
