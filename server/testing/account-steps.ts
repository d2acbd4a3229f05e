import { authMail, type CustomerType, recaptcha, type Sent, signup } from '@voltline/contract'
import { assert } from '@voltline/kernel'
import type { Client } from './client.ts'
import { type TestServer, testPassword } from './test-server.ts'

/** Passes the human check, as the browser's widget would. */
export async function passHumanCheck(client: Client): Promise<void> {
  await client.ok(recaptcha, { token: 'test' })
}

/** The token in the newest mail to an address. */
export async function mailedToken(server: TestServer, email: string): Promise<string> {
  const [mail] = await server.mailsTo(email)
  const link = mail?.links[0]
  assert(link, `a mail with a link went to ${email}`)
  const token = new URL(link).searchParams.get('token')
  assert(token, 'the link carries a token')
  return token
}

/** Requests the sign-up mail and returns its token. */
export async function requestSignup(server: TestServer, email: string): Promise<string> {
  const browser = server.client()
  await passHumanCheck(browser)
  await browser.ok(authMail, { email })
  return mailedToken(server, email)
}

/** A valid sign-up form. */
export const signupForm = (token: string, type: CustomerType = 'ADVERTISER'): Sent<typeof signup> => ({
  token,
  type,
  firstName: 'Mina',
  lastName: 'Kim',
  company: 'Company',
  pw: testPassword,
  timezoneName: 'Asia/Seoul',
})

/** The whole sign-up by mail; returns the address. */
export async function signUp(
  server: TestServer,
  type: CustomerType,
  email = server.freshEmail(),
): Promise<string> {
  const token = await requestSignup(server, email)
  await server.client().ok(signup, signupForm(token, type))
  return email
}
