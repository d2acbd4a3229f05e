import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { CustomerType, Received, signin } from '@voltline/contract'

/** Every public page. `/home-support` is only an alert, so some tests leave it out. */
export const pages = [
  '/',
  '/home-benefit',
  '/home-start',
  '/home-sdk',
  '/home-resource',
  '/home-game',
  '/home-app',
  '/home-mediation',
  '/home-publisher',
  '/home-help',
  '/home-support',
  '/terms-advertiser',
  '/terms-publisher',
  '/privacy',
] as const
export const languages = ['en', 'ko'] as const
export const widths = [1440, 716, 390] as const

/** Collects what the browser complains about while a page is used. */
export function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  return heard
}

export interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
}

export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/outbox.json?to=${encodeURIComponent(address)}`)
  return answer.json()
}

export interface Customer {
  email: string
  company: string
  session: Received<typeof signin>
}

const post = async (request: APIRequestContext, path: string, data: object) => {
  const answer = await request.post(`/api/v1/${path}`, { data })
  const body = await answer.json()
  expect(body.error, path).toBe('SUCCESS')
  return body
}

/** Signs a new customer up by the mailed link, as a person would, and signs in. */
export async function signUp(request: APIRequestContext, type: CustomerType): Promise<Customer> {
  const email = `site-${type.toLowerCase()}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@orchardlab.kr`
  await post(request, 'account/recaptcha', { token: 'test' })
  await post(request, 'account/auth-mail', { email })
  await expect.poll(async () => (await mailsTo(request, email)).length).toBeGreaterThan(0)
  const link = (await mailsTo(request, email))[0]?.links[0] ?? ''
  const account = {
    token: new URL(link).searchParams.get('token'),
    type,
    firstName: 'Dain',
    lastName: 'Han',
    company: 'Orchard Lab',
    pw: 'voltline-2026',
    timezoneName: 'Asia/Seoul',
  }
  await post(request, 'account/signup', account)
  const session = await post(request, 'account/signin', { email, pw: account.pw })
  return { email, company: account.company, session }
}

/** Puts the customer's session where the browser keeps it, before any page is opened. */
export async function signInBrowser(page: Page, { session }: Customer): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(({ accessToken, user }) => {
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('user', JSON.stringify(user))
  }, session)
}

export const hasSidewaysScroll = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
