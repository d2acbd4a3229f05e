import { authMail, contact, humanChallenge, recaptcha, sendVcode } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { passHumanCheck } from '../../../../testing/account-steps.ts'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()

describe('the human check', () => {
  test('API-07 SIGNUP-01 a passed check is remembered in a cookie that scripts and other sites cannot use', async () => {
    const reply = await server.client().raw('/api/v1/account/recaptcha', {
      method: 'POST',
      body: JSON.stringify({ token: 'test' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await reply.json()).toEqual({ error: 'SUCCESS' })
    const [cookie = ''] = reply.headers.getSetCookie()
    for (const part of [/HttpOnly/i, /SameSite=Strict/i, /Max-Age=300/i, /Path=\/api\/v1\//i]) {
      expect(cookie).toMatch(part)
    }
  })

  test('VCODE-01 a pass covers each of the guarded calls once', async () => {
    const browser = server.client()
    const { email } = await server.customer('ADVERTISER')
    await passHumanCheck(browser)
    const message = { name: 'A', email: 'a@company.test', message: 'B' }
    await browser.ok(authMail, { email: server.freshEmail() })
    await browser.ok(contact, message)
    await browser.ok(sendVcode, { email })
    for (const again of [
      await browser.call(authMail, { email: server.freshEmail() }),
      await browser.call(contact, message),
      await browser.call(sendVcode, { email }),
    ]) {
      expect(again.error).toBe('API_FORBIDDEN')
    }
  })

  test('VCODE-01 of twenty concurrent uses of one pass one succeeds', async () => {
    const browser = server.client()
    await passHumanCheck(browser)
    const message = { name: 'A', email: 'a@company.test', message: 'B' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => browser.call(contact, message)))
    expect(replies.filter((reply) => reply.error === 'SUCCESS')).toHaveLength(1)
  })

  test('SIGNUP-03 a forged pass is refused', async () => {
    const browser = server.client()
    for (const value of ['x', '', 'undefined', 'a'.repeat(4_000)]) {
      browser.cookies.set('human_pass', value)
      expect((await browser.call(authMail, { email: server.freshEmail() })).error).toBe('API_FORBIDDEN')
    }
  })

  test('SIGNUP-03 a restart keeps a pass', async () => {
    const browser = server.client()
    await passHumanCheck(browser)
    await server.restart()
    const again = server.client()
    for (const [name, value] of browser.cookies) again.cookies.set(name, value)
    await again.ok(authMail, { email: server.freshEmail() })
  })
})

describe('with proof of work', () => {
  const altcha = useTestServer({ HUMAN_CHECK: 'altcha' })

  test('SIGNUP-01 a challenge is issued, and the test token is refused', async () => {
    const challenge = await altcha.client().ok(humanChallenge, {})
    expect(challenge.provider).toBe('altcha')
    expect(challenge.challenge).toBeTypeOf('object')
    for (const token of ['test', 'e30=', Buffer.from('{"challenge":{},"solution":{}}').toString('base64')]) {
      expect((await altcha.client().call(recaptcha, { token })).error).toBe('API_FORBIDDEN')
    }
  })
})
