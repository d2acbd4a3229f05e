import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { CustomerType, Received, signin } from '@voltline/contract'
import { instant, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../../server/src/domain/account/customer-store.ts'
import { randomToken } from '../../server/src/platform/secrets.ts'
import { password, passwordHash, programDatabase, secrets } from './program.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
}

/** Newest first. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const response = await request.get(`/dev/outbox.json?to=${encodeURIComponent(address)}`)
  return response.json()
}

/** Waits for the next mail to an address, after `known` earlier ones. */
export async function nextMail(request: APIRequestContext, address: string, known = 0): Promise<Mail> {
  let mails: Mail[] = []
  await expect
    .poll(
      async () => {
        mails = await mailsTo(request, address)
        return mails.length
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(known)
  const [mail] = mails
  if (!mail) throw new Error(`No mail to ${address}.`)
  return mail
}

/** Path and query of a mailed link, whatever its host. */
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
  const response = await request.post(`/api/v1/${path}`, { data })
  const body = await response.json()
  expect(body.error, path).toBe('SUCCESS')
  return body
}

export const signInByCall = (request: APIRequestContext, email: string): Promise<Received<typeof signin>> =>
  post(request, 'account/signin', { email, pw: password })

const person = { firstName: 'Dain', lastName: 'Han', company: 'Orchard Lab' }
const zone = 'Asia/Seoul'

/** A new customer of the program under test, signed in. Written to the database: the sign-up has its own tests. */
export async function makeCustomer(request: APIRequestContext, type: CustomerType): Promise<Customer> {
  const email = freshEmail(type.toLowerCase())
  const account = {
    ...{ ...person, type, email, zone: zone as Zone, passwordHash: await passwordHash() },
    postbackSecret: secrets.seal('postback-secret', randomToken()),
  }
  await programDatabase().transaction((tx) => insertCustomer(tx, account, instant(Date.now())))
  return { email, type, session: await signInByCall(request, email) }
}

/** A new customer of any server, signed up by the mailed link and signed in. */
export async function signUpCustomer(request: APIRequestContext, type: CustomerType): Promise<Customer> {
  const email = freshEmail(type.toLowerCase())
  await post(request, 'account/recaptcha', { token: 'test' })
  await post(request, 'account/auth-mail', { email })
  const { links } = await nextMail(request, email)
  const token = new URL(links[0] ?? '').searchParams.get('token')
  await post(request, 'account/signup', { ...person, token, type, pw: password, timezoneName: zone })
  return { email, type, session: await signInByCall(request, email) }
}

/** Stores a session as the consoles do, before any page is opened. */
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

/** Expects a dialog with this text and presses a button in it. */
export async function answerDialog(page: Page, text: string | RegExp, button = 'OK'): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: text })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The newest toast with this text; an older one may still be visible. */
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).last()

export const passHumanCheck = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm you’re human' })
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
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/v1/')) sent.push(path.slice('/api/v1/'.length))
  })
  return sent
}
