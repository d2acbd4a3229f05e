import { expect, test } from '@playwright/test'
import { seriousViolations } from '../support/accessibility.ts'
import { confirmPassword, toast } from '../support/people.ts'
import { answer, image, makeAdvertiser } from './advertiser.ts'

test('AD-AD-54..57 AD-AD-59..67 ROUTE-40 STATE-12 VALID-65 a running ad is read-only; a stopped ad can be changed and keeps its hourly schedule', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Autumn')
  const week = [0, 2 ** 18 + 2 ** 19, 0, 0, 0, 0, 0]
  const proID = await advertiser.ad(campID, 'Red gate', { week })
  await advertiser.start(proID)
  await page.goto(`/ad-ad/${proID}?campID=${campID}&product=INTERSTITIAL`)
  const detail = page.getByRole('dialog', { name: 'Red gate' })
  await expect(detail.getByText('This ad is in progress. Stop it to make changes.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(detail.getByLabel('Comment')).toBeDisabled()
  await expect(detail.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/).first()).toBeVisible()
  const modify = detail.getByRole('button', { name: 'Save changes' })
  await expect(modify).toHaveAttribute('aria-disabled', 'true')

  await detail.getByRole('button', { name: 'Stop Red gate' }).click()
  await answer(page, 'Stop “Red gate”?', 'Stop')
  await expect(toast(page, 'Ad stopped')).toBeVisible()
  await expect(detail.getByLabel('Comment')).toBeEnabled()
  await expect(detail.getByText('only 18–20')).toBeVisible()
  await expect(modify).toHaveAttribute('aria-disabled', 'true')
  await detail.getByLabel('Comment').fill('second round')
  await detail.getByLabel('Maximum bid').fill('50')
  await detail.getByLabel('Maximum bid').blur()
  await expect(detail.getByText('The maximum must be at least the minimum')).toBeVisible()
  await expect(modify).toHaveAttribute('aria-disabled', 'true')
  await detail.getByLabel('Maximum bid').fill('500')
  await detail
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(detail.getByText('Add a file')).toBeVisible()
  await expect(modify).toHaveAttribute('aria-disabled', 'true')
  await detail.locator('input[type=file]').setInputFiles([await image('fresh.jpg')])
  await expect(detail.locator('[data-upload][data-state=ready]')).toHaveCount(1)

  // The ad was started in another tab, so the change is refused with its own message.
  await advertiser.start(proID)
  await modify.click()
  await answer(page, 'Save changes to “Red gate”?', 'Save changes')
  await answer(page, 'Stop the ad before you change it.')
  await page.reload()
  await detail.getByRole('button', { name: 'Stop Red gate' }).click()
  await answer(page, 'Stop “Red gate”?', 'Stop')
  await expect(detail.getByLabel('Comment')).toBeEnabled()
  await detail.getByLabel('Comment').fill('third round')
  await modify.click()
  await answer(page, 'Save changes to “Red gate”?', 'Save changes')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  expect(await advertiser.stored(proID)).toMatchObject({ Comment: 'third round', Monday: week[1], Sunday: 0 })

  await detail.getByRole('link', { name: 'Autumn' }).click()
  await expect(page).toHaveURL(new RegExp(`/ad-campaign/${campID}$`))
  await page.goto(`/ad-ad/${proID}?campID=${campID}&product=INTERSTITIAL`)
  await detail.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/ad-ad\\?campID=${campID}&product=INTERSTITIAL`))
  await page.goto('/ad-ad/999999999')
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
})

test('UX-13 the postback URLs are shown, and the secret is renewed with the password', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  const proID = await advertiser.ad(await advertiser.campaign('Autumn'), 'Red gate')
  const { PostbackSecret: before } = await advertiser.stored(proID)
  await page.goto(`/ad-ad/${proID}`)
  await expect(page.getByText(String(before))).toBeVisible()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await answer(page, 'Replace the secret?', 'Replace secret')
  await confirmPassword(page)
  await expect(toast(page, 'Secret replaced')).toBeVisible()
  await expect(page.getByText(String(before))).toHaveCount(0)
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the advertiser’s screens in the ${theme} theme`, async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme: theme })
    const advertiser = await makeAdvertiser(page, request, 0)
    const campID = await advertiser.campaign('Autumn')
    const proID = await advertiser.ad(campID, 'Red gate')
    const paths = [
      '/ad',
      '/ad-campaign',
      '/ad-campaign-create',
      `/ad-campaign/${campID}`,
      '/ad-ad?product=INTERSTITIAL',
      '/ad-ad-create',
      `/ad-ad/${proID}`,
      '/ad-report-campaign',
      '/ad-report-ad',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await seriousViolations(page), path).toEqual([])
    }
  })
}
