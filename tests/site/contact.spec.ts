import { expect, type Page, test } from '@playwright/test'
import { mailsTo, makeCustomer, signInBrowser } from '../support/people.ts'
import { languages } from './site.ts'

const contactMail = 'contact@voltline.test'

interface Message {
  name: string
  email: string
  company?: string
  mobile?: string
  message: string
}

async function fill(page: Page, message: Partial<Message>): Promise<void> {
  for (const [name, value] of Object.entries(message)) await page.locator(`#contact-${name}`).fill(value)
}

const note = (page: Page, name: string) => page.locator(`#contact-${name}-note`)
const unique = (text: string) => `${text} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`

/** The number of mails to the operator with this text. */
const arrivals = async (request: Parameters<typeof mailsTo>[0], text: string) =>
  (await mailsTo(request, contactMail)).filter((mail) => mail.text.includes(text)).length

function watchSends(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/v1/account/')) sent.push(path.slice('/api/v1/account/'.length))
  })
  return sent
}

test('PUBLIC-22 CONTACT-01 CONTACT-05 ROUTE-11 the form has five fields, empty for a visitor', async ({
  page,
}) => {
  for (const language of languages) {
    await page.goto(`/home-help?lang=${language}`)
    const fields = page.locator('form[data-contact]').locator('input, textarea')
    expect(await fields.evaluateAll((all) => all.map((field) => field.getAttribute('name')))).toEqual([
      'name',
      'email',
      'company',
      'mobile',
      'message',
    ])
    for (const field of await fields.all()) await expect(field).toHaveValue('')
  }
})

test('CONTACT-02 VALID name, e-mail and message are required, and each field shows its error', async ({
  page,
}) => {
  const sent = watchSends(page)
  await page.goto('/home-help?lang=en')
  await page.getByRole('button', { name: 'Send' }).click()
  for (const name of ['name', 'email', 'message']) await expect(note(page, name)).toHaveText('Required')
  for (const name of ['company', 'mobile']) await expect(note(page, name)).not.toHaveText('Required')
  await expect(page.locator('#contact-name')).toBeFocused()

  await fill(page, { name: 'Dain', email: 'dain@orchardlab', mobile: '010-1234', message: 'x'.repeat(5_001) })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(note(page, 'name')).toHaveText('')
  await expect(note(page, 'email')).toHaveText('Enter a valid e-mail')
  await expect(note(page, 'mobile')).toHaveText('Numbers only')
  await expect(note(page, 'message')).toHaveText('Maximum length 5,000')
  await expect(page.locator('dialog')).toHaveCount(0)
  expect(sent).toEqual([])

  await page.goto('/home-help?lang=ko')
  await page.getByRole('button', { name: '보내기' }).click()
  await expect(note(page, 'name')).toHaveText('필수 항목이에요')
})

test('CONTACT-03 CONTACT-06 CONTACT-07 API-17 the message is sent after the human check and arrives, and the visitor is told', async ({
  page,
  request,
}) => {
  const sent = watchSends(page)
  const text = unique('How do I add cash?')
  await page.goto('/home-help?lang=en')
  await fill(page, { name: 'Dain Han', email: 'dain@orchardlab.kr', message: text })
  await page.getByRole('button', { name: 'Send' }).click()
  const check = page.getByRole('dialog', { name: 'One quick check' })
  await expect(check).toBeVisible()
  expect(sent).toEqual(['human-challenge'])

  await check.getByRole('button', { name: 'Cancel' }).click()
  await expect(check).toHaveCount(0)
  await expect(page.locator('#contact-message')).toHaveValue(text)
  expect(sent).not.toContain('contact')

  await page.getByRole('button', { name: 'Send' }).click()
  await check.getByLabel('I am a person').click()
  await expect(page.getByRole('alertdialog')).toContainText('Your message was sent. We answer by e-mail.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator('#contact-message')).toHaveValue('')
  await expect.poll(() => arrivals(request, text)).toBe(1)
})

test('CONTACT-07 a double click or many clicks send the message once', async ({ page, request }) => {
  const sent = watchSends(page)
  const text = unique('Clicked in a hurry.')
  await page.goto('/home-help?lang=ko')
  await fill(page, {
    name: '한다인',
    email: 'dain@orchardlab.kr',
    company: '오차드랩',
    mobile: '01012345678',
    message: text,
  })
  await page.getByRole('button', { name: '보내기' }).dblclick()
  await page.locator('form[data-contact]').evaluate((form) => {
    for (let time = 0; time < 5; time += 1) (form as HTMLFormElement).requestSubmit()
  })
  await expect(page.locator('dialog')).toHaveCount(1)
  await page.getByLabel('로봇이 아니에요').dblclick()
  await expect(page.getByRole('alertdialog')).toContainText('메시지를 보냈어요')
  await expect.poll(() => arrivals(request, text)).toBe(1)
  await page.waitForTimeout(1_000)
  expect(await arrivals(request, text)).toBe(1)
  expect(sent.filter((path) => path === 'contact')).toHaveLength(1)
})

for (const type of ['ADVERTISER', 'PUBLISHER'] as const) {
  test(`CONTACT-04 name, e-mail and company of a signed-in ${type} are filled in`, async ({
    page,
    request,
  }) => {
    const customer = await makeCustomer(request, type)
    await signInBrowser(page, customer)
    await page.goto('/home-help?lang=en')
    await expect(page.locator('#contact-name')).toHaveValue('Dain Han')
    await expect(page.locator('#contact-email')).toHaveValue(customer.email)
    await expect(page.locator('#contact-company')).toHaveValue('Orchard Lab')
    await expect(page.locator('#contact-mobile')).toHaveValue('')
    await expect(page.locator('#contact-message')).toHaveValue('')
  })
}

test('a refused message shows its error, and the form keeps the input', async ({ page }) => {
  await page.route('**/api/v1/account/contact', (route) =>
    route.fulfill({ status: 429, json: { error: 'TRYAGAIN_LATER' } }),
  )
  await page.goto('/home-help?lang=en')
  await fill(page, { name: 'Dain', email: 'dain@orchardlab.kr', message: 'Once more' })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByLabel('I am a person').click()
  await expect(page.getByRole('alertdialog')).toContainText('Too many tries. Try again later.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator('#contact-message')).toHaveValue('Once more')
})
