import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { CustomerType, Received, signin } from '@voltline/contract'

export const password = 'voltline-2026'

export interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
}

/** Newest first. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/outbox.json?to=${encodeURIComponent(address)}`)
  return answer.json()
}

/** Waits for the next mail to an address, after `known` earlier ones. */
export async function nextMail(request: APIRequestContext, address: string, known = 0): Promise<Mail> {
  await expect.poll(async () => (await mailsTo(request, address)).length).toBeGreaterThan(known)
  const mail = (await mailsTo(request, address))[0]
  if (!mail) throw new Error('the mail is there')
  return mail
}

/** The part of a mailed link that this server serves. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

export const freshEmail = (name: string): string =>
  `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@orchardlab.kr`

export interface Customer {
  email: string
  type: CustomerType
  session: Received<typeof signin>
}

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api/v1/${path}`, { data })
  const body = await answer.json()
  expect(body.error, path).toBe('SUCCESS')
  return body
}

export const signInByCall = (request: APIRequestContext, email: string): Promise<Received<typeof signin>> =>
  post(request, 'account/signin', { email, pw: password })

/** A new customer, made by the calls that the screens make, and signed in. */
export async function makeCustomer(request: APIRequestContext, type: CustomerType): Promise<Customer> {
  const email = freshEmail(type.toLowerCase())
  await post(request, 'account/recaptcha', { token: 'test' })
  await post(request, 'account/auth-mail', { email })
  const { links } = await nextMail(request, email)
  const account = {
    token: new URL(links[0] ?? '').searchParams.get('token'),
    type,
    firstName: 'Dain',
    lastName: 'Han',
    company: 'Orchard Lab',
    pw: password,
    timezoneName: 'Asia/Seoul',
  }
  await post(request, 'account/signup', account)
  return { email, type, session: await signInByCall(request, email) }
}

/** Puts a session where the browser keeps it, before any page is opened. */
export async function signInBrowser(page: Page, { session }: Pick<Customer, 'session'>): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(({ accessToken, user }) => {
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('user', JSON.stringify(user))
  }, session)
}

export async function signInByForm(page: Page, account: { email: string; pw?: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.pw ?? password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Reads a dialog and closes it by its one button or the named one. */
export async function answerDialog(page: Page, text: string | RegExp, button = 'OK'): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: text })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The newest toast that says so: the one before it may still be there. */
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).last()

export const passHumanCheck = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm that you are human' })
  await dialog.getByLabel('I am human').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}

export async function confirmPassword(page: Page, pw = password): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(pw)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** The names of the API calls that a page sends, in order. */
export function watchCalls(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (asked) => {
    const path = new URL(asked.url()).pathname
    if (path.startsWith('/api/v1/')) sent.push(path.slice('/api/v1/'.length))
  })
  return sent
}
