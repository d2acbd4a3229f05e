import { type APIRequestContext, expect, test } from '@playwright/test'
import { type Customer, makeCustomer, signInBrowser } from '../support/people.ts'

async function call(request: APIRequestContext, { session }: Customer, path: string, data: object) {
  const response = await request.post(`/api/v1/${path}`, {
    data,
    headers: {
      Authorization: `Bearer ${session.accessToken}`,
      CustID: String(session.user.CustID),
      SessionKey: session.user.SessionKey,
    },
  })
  const body = await response.json()
  expect(body.error, path).toBe('SUCCESS')
}

test('UX-02 UX-03 UX-24 CONST-14 details open over their list, a hint closes after 2 seconds, and the content level reads Yes or No', async ({
  page,
  request,
}) => {
  const publisher = await makeCustomer(request, 'PUBLISHER')
  const storeURL = `https://play.google.com/store/apps/details?id=kr.hint${Date.now()}`
  await call(request, publisher, 'pub/app/add', { name: 'Hinted', platform: 'AOS', storeURL, filter: false })
  await signInBrowser(page, publisher)
  await page.goto('/pub-app')
  await page.getByRole('link', { name: 'Hinted' }).click()
  const overlay = page.getByRole('dialog', { name: 'Hinted' })
  await expect(overlay).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Apps', includeHidden: true })).toBeAttached()
  await expect(overlay.getByRole('combobox', { name: 'Adult content' })).toHaveValue('No')

  const appID = Number(/\/pub-app\/(\d+)/.exec(page.url())?.[1])
  await call(request, publisher, 'pub/inventory/add', {
    appID,
    name: 'Strip',
    product: 'BANNER',
    reward: '',
    rewards: '',
  })
  await page.goto(`/pub-inventory?appID=${appID}`)
  await page.getByRole('link', { name: 'Strip' }).click()
  await page.getByRole('button', { name: 'What is Banner?' }).click()
  const hint = page.getByText('The type can’t be changed after the unit is created.')
  await expect(hint).toBeVisible()
  await expect(hint).toBeHidden({ timeout: 5_000 })
})
