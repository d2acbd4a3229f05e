import { expect, type Page, test } from '@playwright/test'
import { signInByCall, signInByForm, toast, watchCalls } from '../support/people.ts'
import { answer, image, makeAdvertiser, next, sendInstead, type Upload, video } from './advertiser.ts'

const add = (page: Page, ...files: Upload[]) => page.locator('input[type=file]').setInputFiles(files)
const ready = (page: Page) => page.locator('[data-upload][data-state=ready]')

async function openWizard(page: Page): Promise<void> {
  await page.goto('/ad-ad')
  // The button takes the selected campaign along once the list has loaded.
  await expect(page.getByLabel('Campaign', { exact: true }).first()).not.toHaveValue('')
  await page.getByRole('button', { name: 'New ad' }).first().click()
  await expect(page).toHaveURL(/\/ad-ad-create\?campID=\d+/)
  await expect(page.getByRole('heading', { name: 'Product', exact: true })).toBeVisible()
}

/** From the schedule to the end, with the proposed values. */
async function finishWithDefaults(page: Page): Promise<void> {
  await next(page, 'Limits')
  await next(page, 'Bid')
  await expect(page.getByLabel('Minimum bid')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Create' }).click()
  await answer(page, /^Create “/, 'Create')
  await expect(toast(page, 'Ad created')).toBeVisible()
}

/** Product, billing type and material of a banner, with every limit at its boundary. */
async function giveBannerMaterial(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /Banner/ })).toBeChecked()
  await next(page, 'Billing type')
  await expect(page.getByRole('radio', { name: /CPM/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /nCPI/ })).toBeEnabled()
  await expect(page.getByRole('radio', { name: /nCPA/ })).toBeDisabled()
  await expect(page.getByText('Not available yet')).toBeVisible()
  await next(page, 'Material')

  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue(/^BANNER \d{4}-\d\d-\d\d \d\d:\d\d$/)
  await expect(page.getByLabel('Comment')).toHaveValue(/^BANNER \d{4}-\d\d-\d\d \d\d:\d\d$/)
  await page.getByRole('button', { name: 'Next: App' }).click()
  await expect(page.getByText('Add a file')).toBeVisible()
  await add(page, await image('big.jpg', 512_001))
  await answer(page, 'Use JPEG or PNG images')
  await expect(page.getByText('This file is 512,001 bytes; the limit is 512,000')).toBeVisible()
  await add(page, await image('edge.jpg', 512_000))
  await expect(ready(page)).toHaveCount(1)
  await add(page, await image('second.png'))
  await expect(ready(page)).toHaveCount(2)
  await add(page, await image('third.png'))
  await answer(page, 'Use JPEG or PNG images')
  await expect(page.getByText('You can add up to 2.')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Ad on a phone' }).getByRole('img')).toBeVisible()
  await name.fill('Red gate strip')
  await next(page, 'App')
}

/** App and schedule, with invalid input first. */
async function giveAppAndSchedule(page: Page): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Platform' })).toBeDisabled()
  await expect(page.getByRole('combobox', { name: 'Adult content' })).toHaveValue('No')
  const url = page.getByLabel('Target URL')
  await expect(url).toHaveValue('https://moonjar.example/play?c={click_id}')
  await url.fill('nonsense')
  await page.getByRole('button', { name: 'Next: Schedule' }).click()
  await expect(page.getByText('Enter a correct URL')).toBeVisible()
  await url.fill('https://moonjar.example/gate')
  await next(page, 'Schedule')

  await expect(page.getByRole('switch', { name: 'Sunday' })).toBeDisabled()
  await page.getByText('Weekend', { exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Saturday' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Monday' })).not.toBeChecked()
  await page.getByText('Custom', { exact: true }).click()
  await page.getByRole('button', { name: 'Next: Limits' }).click()
  await expect(page.getByText('Turn on at least one day')).toBeVisible()
  await page.getByRole('switch', { name: 'Monday' }).press(' ')
  await next(page, 'Limits')
}

test('AD-AD-12 AD-AD-24 AD-AD-26 AD-AD-27 AD-AD-30..33 AD-AD-39 AD-AD-40 AD-AD-42 AD-AD-46..50 AD-AD-52 AD-AD-67 ROUTE-39 VALID-39 VALID-41 VALID-42 VALID-49 VALID-55 VALID-56 VALID-58 VALID-62..64 STATE-18..20 STATE-25 a banner goes through seven of the eight steps, every limit met at its edge', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Autumn', 300_000)
  await openWizard(page)

  await giveBannerMaterial(page)
  await giveAppAndSchedule(page)

  const day = page.getByLabel('Day limit')
  await expect(day).toHaveValue('300,000')
  await expect(page.getByLabel('Ad limit')).toHaveValue('300,000')
  await day.fill('99999')
  await page.getByRole('button', { name: 'Next: Bid' }).click()
  await expect(page.getByText('Minimum value 100,000')).toBeVisible()
  await day.fill('2000000001')
  await day.blur()
  await expect(page.getByText('Maximum value 2,000,000,000')).toBeVisible()
  await day.fill('300001')
  const calls = watchCalls(page)
  await next(page, 'Bid')

  const low = page.getByLabel('Minimum bid')
  const high = page.getByLabel('Maximum bid')
  await expect(page.getByText(/updated \d+ s ago/)).toBeVisible()
  await low.fill('999')
  await low.blur()
  await expect(page.getByText('Minimum value 1,000')).toBeVisible()
  await low.fill('1001')
  await high.fill('1000')
  await high.blur()
  await expect(page.getByText('The maximum must be at least the minimum')).toBeVisible()
  await high.fill('100001')
  await high.blur()
  await expect(page.getByText('Maximum value 100,000')).toBeVisible()
  await high.fill('100000')
  const bidRequests = () => calls.filter((call) => call === 'ad/ad/bidcost').length
  await expect.poll(bidRequests, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)

  await page.getByRole('button', { name: 'Create' }).click()
  await answer(page, 'Create “Red gate strip”?', 'Create')
  await answer(page, 'Day limit must')
  await page.getByRole('button', { name: 'Previous' }).click()
  const afterLeaving = bidRequests()
  await day.fill('300000')
  await page.waitForTimeout(6_000)
  expect(bidRequests()).toBe(afterLeaving)
  await next(page, 'Bid')
  await expect(low).toHaveValue('1,001')
  await page.getByRole('button', { name: 'Create' }).click()
  await answer(page, 'Create “Red gate strip”?', 'Create')
  await expect(toast(page, 'Ad created')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/ad-ad\\?campID=${campID}`))

  const made = await advertiser.newest(campID)
  expect(made.Status).toBe('FIRST')
  const stored = await advertiser.stored(made.ProID)
  expect(stored).toMatchObject({ Product: 'BANNER', BillingType: 'CPM', Name: 'Red gate strip' })
  expect(stored).toMatchObject({ Monday: 16_777_215, Sunday: 0, Saturday: 0, DayLimit: 300_000 })
  expect(JSON.parse(String(stored.MatNames)).MatNames).toHaveLength(2)
})

test('AD-AD-28 AD-AD-51 AD-AD-53 VALID-40 VALID-43 UX-04 an interstitial with all defaults is accepted, and Escape leaves the wizard', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Autumn')
  await openWizard(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`/ad-ad\\?campID=${campID}`))

  await openWizard(page)
  await page.getByText('Interstitial', { exact: true }).click()
  await next(page, 'Billing type')
  await expect(page.getByRole('radio', { name: /CPC/ })).toBeChecked()
  await next(page, 'Material')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(/^INTERSTITIAL /)
  await add(page, { name: 'note.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await answer(page, 'Use JPEG or PNG images')
  await add(page, await image('lantern.png'))
  await expect(ready(page)).toHaveCount(1)
  await add(page, await image('another.png'))
  await answer(page, 'Use JPEG or PNG images')
  await expect(page.getByText('You can add up to 1.')).toBeVisible()

  // Going back and forth keeps the input.
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('radio', { name: /Interstitial/ })).toBeChecked()
  await next(page, 'Billing type')
  await next(page, 'Material')
  await expect(ready(page)).toHaveCount(1)
  await next(page, 'App')
  await next(page, 'Schedule')
  await finishWithDefaults(page)
  const stored = await advertiser.stored((await advertiser.newest(campID)).ProID)
  expect(stored).toMatchObject({ Product: 'INTERSTITIAL', DayLimit: 300_000, BudgetLimit: 300_000 })
})

test('AD-AD-29 AD-AD-35..37 AD-AD-41 AD-AD-44 AD-AD-45 AD-AD-58 AD-AD-68 ERR-59 STATE-24 VALID-44..47 VALID-50 VALID-52 VALID-53 a video is confirmed, uploaded, measured, encoded and looked for, and its store info edited', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const advertiser = await makeAdvertiser(page, request)
  const campID = await advertiser.campaign('Autumn', 300_000, 'BOTH')
  await openWizard(page)
  await page.getByText('Video', { exact: true }).click()
  await next(page, 'Billing type')
  await expect(page.getByRole('radio', { name: /CPV/ })).toBeChecked()
  await next(page, 'Material')

  await add(page, await image('still.png'))
  await answer(page, 'Use one MP4 or MOV video')
  await add(page, { name: 'big.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(10_485_761) })
  await answer(page, 'Use one MP4 or MOV video')
  const calls = watchCalls(page)
  const short = video('short.mp4', 4.9)
  await add(page, short)
  await answer(page, 'Upload “short.mp4”?', 'Cancel')
  expect(calls).toEqual([])
  await add(page, short)
  await answer(page, 'Upload “short.mp4”?', 'Upload')
  await answer(page, 'Videos must be 5–35 seconds long. This one is 4.9 seconds.')
  calls.length = 0
  await add(page, video('film.mov', 5))
  await answer(page, 'Upload “film.mov”?', 'Upload')
  await expect(page.getByText('Encoding video… usually under a minute')).toBeVisible()
  await page.getByRole('button', { name: 'Next: App' }).click()
  await expect(page.getByText('Wait until the file is ready')).toBeVisible()
  await expect(ready(page)).toHaveCount(1, { timeout: 100_000 })
  expect(calls).toEqual(['ad/ad/s3-get-signed-url-video', 'ad/ad/duration', 'ad/ad/video'])
  await expect(page.getByRole('figure', { name: 'Ad on a phone' }).locator('video')).toBeVisible()
  await next(page, 'App')
  await giveStoreInfo(page)
  await next(page, 'Schedule')
  await finishWithDefaults(page)

  const { ProID } = await advertiser.newest(campID)
  const storedAppInfo = async () => JSON.parse(String((await advertiser.stored(ProID)).AppInfo)).AppInfo
  expect(await advertiser.stored(ProID)).toMatchObject({
    Product: 'VIDEO',
    BillingType: 'CPV',
    VideoLength: 5,
  })
  expect(await storedAppInfo()).toMatchObject({ Title: 'Moonjar Puzzle', Score: 4.5, Show: true })

  await page.goto(`/ad-ad/${ProID}`)
  const detail = page.getByRole('dialog')
  await detail.getByLabel('Title').fill('Moonjar Puzzle 2')
  await detail.getByLabel('Genres').fill('Puzzle, Family')
  await detail.getByLabel('Show rating and downloads').uncheck()
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await answer(page, /^Save changes to/, 'Save changes')
  await expect(toast(page, 'Changes saved')).toBeVisible()
  expect(await storedAppInfo()).toMatchObject({
    ...{ Title: 'Moonjar Puzzle 2', Genres: ['Puzzle', 'Family'], Show: false, Score: 4.5 },
    StoreURL: 'https://play.google.com/store/apps/details?id=example.moonjar',
  })
})

const pickPlatform = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Only Google Play shows installs; the store URL must match the ad's platform. */
async function giveStoreInfo(page: Page): Promise<void> {
  await pickPlatform(page, 'iOS')
  await next(page, 'Additional info')
  await expect(page.getByLabel('Installs')).toBeDisabled()
  await expect(page.getByLabel('Installs')).toHaveValue('N/A')
  await page.getByRole('button', { name: 'Previous' }).click()
  await pickPlatform(page, 'Android')
  await next(page, 'Additional info')
  await expect(page.getByLabel('Installs')).toBeEnabled()

  const storeUrl = page.getByLabel('Store URL')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await storeUrl.fill('play.google')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('Enter a correct URL')).toBeVisible()
  await storeUrl.fill('https://apps.apple.com/kr/app/moonjar/id123456789')
  await page.getByRole('button', { name: 'Look up' }).click()
  await answer(page, 'Enter a Google Play or App Store URL.')
  await page.getByRole('button', { name: 'Next: Schedule' }).click()
  await answer(page, 'Enter a Google Play or App Store URL.')
  await storeUrl.fill('https://play.google.com/store/apps/details?id=example.moonjar')
  const lookUpAsTyped = await sendInstead(page, 'ad/ad/scraper', { storeURL: 'https://example.com/' })
  await page.getByRole('button', { name: 'Look up' }).click()
  const failure = page.getByRole('dialog', { name: /Unknown error/i })
  await expect(failure.getByText('Could not read the store page.')).toBeVisible()
  await answer(page, /Unknown error/i)
  await lookUpAsTyped()
  await page.getByLabel('Title').fill('Moonjar Puzzle')
  await page.getByLabel('Score').fill('4.5')
  await page.getByLabel('Show rating and downloads').check()
  await expect(page.getByRole('figure', { name: 'Ad on a phone' })).toContainText('★ 4.5')
}

test('AD-AD-25 on a phone every step begins at its top', async ({ page, request }) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  await advertiser.campaign('Autumn')
  await page.setViewportSize({ width: 390, height: 480 })
  await openWizard(page)
  const title = (name: string) => page.getByRole('heading', { name, exact: true })
  const toTheEnd = () =>
    page.evaluate(() => {
      for (const part of document.querySelectorAll('[role=dialog], [role=dialog] *')) part.scrollTop = 1e6
    })
  for (const [now, then] of [
    ['Product', 'Billing type'],
    ['Billing type', 'Material'],
  ] as const) {
    await toTheEnd()
    await expect(title(now)).not.toBeInViewport()
    await next(page, then)
    await expect(title(then)).toBeInViewport()
  }
  await toTheEnd()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(title('Billing type')).toBeInViewport()
})

test('API-36 AD-AD-34 an upload with any status but 200 has failed and can be repeated', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  await advertiser.campaign('Autumn')
  await openWizard(page)
  await next(page, 'Billing type')
  await next(page, 'Material')
  // A link works once: after its first use it returns 403.
  const links = '**/files/upload/**'
  await page.route(links, async (route) => {
    expect((await route.fetch()).status()).toBe(200)
    await route.continue()
  })
  await add(page, await image('strip.png'))
  await expect(page.locator('[data-upload][data-state=refused]')).toContainText(/register/i)
  await page.getByRole('button', { name: 'Next: App' }).click()
  await expect(page.getByText('Add a file')).toBeVisible()
  await page.unroute(links)
  await add(page, await image('strip.png'))
  await expect(ready(page)).toHaveCount(1)
  await next(page, 'App')
})

test('AD-AD-24 a reload, the back button and a new sign-in keep the input; closing discards it', async ({
  page,
  request,
}) => {
  const advertiser = await makeAdvertiser(page, request, 0)
  await advertiser.campaign('Autumn')
  await openWizard(page)
  await next(page, 'Billing type')
  await next(page, 'Material')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Red gate strip')
  await add(page, await image('strip.png'))
  await expect(ready(page)).toHaveCount(1)

  await page.reload()
  await expect(name).toHaveValue('Red gate strip')
  await expect(ready(page)).toHaveCount(1)
  await next(page, 'App')
  await page.goBack()
  await expect(page).toHaveURL(/\/ad-ad(\?|$)/)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'App', exact: true })).toBeVisible()

  // After a sign-in elsewhere this tab has to sign in again and returns here.
  await signInByCall(request, advertiser.customer.email)
  await page.reload()
  await expect(page).toHaveURL(/\/signin/)
  await signInByForm(page, advertiser.customer)
  await expect(page).toHaveURL(/\/ad-ad-create/)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(name).toHaveValue('Red gate strip')
  await expect(ready(page)).toHaveCount(1)

  await page.keyboard.press('Escape')
  await answer(page, 'Discard changes?', 'Discard')
  await expect(page).toHaveURL(/\/ad-ad\?/)
  await openWizard(page)
})
