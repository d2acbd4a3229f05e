import { changePassword, confirmPw, contact, findEmail, findPassword, signin } from '@voltline/contract'
import { hour, minute, second } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { ProgramProcess } from '../../../../testing/program-process.ts'
import { testPassword, useTestServer } from '../../../../testing/test-server.ts'
import { SigninLimit } from '../../../domain/account/signin-limit.ts'
import { Throttle } from '../../../platform/rate-limit/throttle.ts'

const now = '2026-11-03T00:00:00Z'
const server = useTestServer({ RATE_LIMITS: '1', TRUST_PROXY: '1', VOLTLINE_NOW: now })

/** A browser at an IP address, as the trusted proxy reports it. */
function at(address: string) {
  const browser = server.client()
  browser.headers = { 'x-forwarded-for': address }
  return browser
}
const tries = async (address: string, email: string, pw: string) =>
  (await at(address).call(signin, { email, pw })).error

describe('guessing a password', () => {
  test('SIGNIN-12 ERR-56 after five wrong tries the guesser waits with 429 TRYAGAIN_LATER; the owner elsewhere does not', async () => {
    const { email } = await server.customer('ADVERTISER')
    for (let count = 0; count < 5; count += 1)
      expect(await tries('203.0.113.1', email, 'wrong')).toBe('INVALID_PW')
    const waiting = await at('203.0.113.1').call(signin, { email, pw: testPassword })
    expect(waiting).toMatchObject({ status: 429, error: 'TRYAGAIN_LATER' })
    expect(await tries('203.0.113.2', email, testPassword)).toBe('SUCCESS')
  })

  test('SIGNIN-12 the wait doubles with every further wrong try, and the right password ends it', async () => {
    const { email } = await server.customer('ADVERTISER')
    const address = '203.0.113.3'
    for (let count = 0; count < 5; count += 1) await tries(address, email, 'wrong')
    for (const waitMs of [10, 20, 40].map((seconds) => seconds * second)) {
      await server.advance(waitMs - 8 * second)
      expect(await tries(address, email, 'wrong')).toBe('TRYAGAIN_LATER')
      await server.advance(8 * second)
      expect(await tries(address, email, 'wrong')).toBe('INVALID_PW')
    }
    await server.advance(2 * minute)
    expect(await tries(address, email, testPassword)).toBe('SUCCESS')
    expect(await tries(address, email, 'wrong')).toBe('INVALID_PW')
    expect(await tries(address, email, testPassword)).toBe('SUCCESS')
  })

  test('SIGNIN-12 of 25 concurrent guesses five are checked', async () => {
    const { email } = await server.customer('ADVERTISER')
    const replies = await Promise.all(Array.from({ length: 25 }, () => tries('203.0.113.4', email, 'wrong')))
    expect(replies.filter((error) => error === 'INVALID_PW')).toHaveLength(5)
    expect(replies.filter((error) => error === 'TRYAGAIN_LATER')).toHaveLength(20)
  })

  test('SIGNIN-13 an address without an account is slowed down the same way', async () => {
    const email = server.freshEmail()
    for (let count = 0; count < 5; count += 1)
      expect(await tries('203.0.113.5', email, 'wrong')).toBe('NEED_SIGNUP')
    expect(await tries('203.0.113.5', email, 'wrong')).toBe('TRYAGAIN_LATER')
  })

  test('SIGNIN-12 after 100 wrong passwords from anywhere in 24 hours nobody signs in from a new network, but the owner does from a known one', async () => {
    const { email } = await server.customer('ADVERTISER')
    expect(await tries('203.0.113.20', email, testPassword)).toBe('SUCCESS')
    const limit = new SigninLimit(new Throttle({ on: true }))
    for (let count = 0; count < 99; count += 1) {
      const attempt = { kind: 'signin' as const, email, network: `guesser ${count}` }
      await server.db.transaction((tx) => limit.take(tx, attempt, server.now))
    }
    expect(await tries('203.0.113.21', email, 'wrong')).toBe('INVALID_PW')
    expect(await tries('203.0.113.22', email, testPassword)).toBe('TRYAGAIN_LATER')
    expect(await tries('203.0.113.20', email, testPassword)).toBe('SUCCESS')
    await server.advance(24 * hour)
    expect(await tries('203.0.113.22', email, testPassword)).toBe('SUCCESS')
  })

  test('SIGNIN-12 one network trying many accounts is stopped as well', async () => {
    const address = '203.0.113.6'
    const unreadable = await Promise.all(
      Array.from({ length: 30 }, () => at(address).call(signin, { email: 'nobody', pw: 'wrong' })),
    )
    expect(new Set(unreadable.map((reply) => reply.status))).toEqual(new Set([400]))
    const { email } = await server.customer('ADVERTISER')
    expect(await tries(address, email, testPassword)).toBe('TRYAGAIN_LATER')
    expect(await tries('203.0.113.8', email, testPassword)).toBe('SUCCESS')
  })

  test('MYPAGE-12 wrong tries of confirm-pw and change-password count together; a new sign-in starts at zero', async () => {
    const customer = await server.customer('ADVERTISER')
    customer.headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let count = 0; count < 3; count += 1) await customer.call(confirmPw, { pw: 'wrong' })
    for (let count = 0; count < 2; count += 1) {
      await customer.call(changePassword, { oldPw: 'wrong', newPw: 'another-2026!' })
    }
    expect(await customer.call(confirmPw, { pw: testPassword })).toMatchObject({ status: 429 })
    expect(
      (await customer.call(changePassword, { oldPw: testPassword, newPw: 'another-2026!' })).status,
    ).toBe(429)
    const again = await server.signInAgain(customer)
    await again.ok(confirmPw, { pw: testPassword })
  })
})

describe('limits per e-mail address', () => {
  test('FIND-05 an address is mailed five times in ten minutes, over all callers', async () => {
    const { email } = await server.customer('ADVERTISER')
    const request = (count: number) => at(`198.51.100.${count}`).call(findPassword, { email })
    for (let count = 1; count <= 5; count += 1) expect((await request(count)).error).toBe('SUCCESS')
    expect(await request(6)).toMatchObject({ status: 429, error: 'TRYAGAIN_LATER' })
    expect(await server.mailsTo(email)).toHaveLength(5)
    await server.advance(10 * minute)
    expect((await request(7)).error).toBe('SUCCESS')
  })

  test('FIND-01 of 100 look-ups from one network 20 succeed, and of 100 for one e-mail address 20 as well', async () => {
    const successes = async (request: (count: number) => Promise<{ error: string }>) => {
      const replies = []
      for (let count = 0; count < 100; count += 1) replies.push((await request(count)).error)
      return replies.filter((error) => error === 'SUCCESS').length
    }
    expect(await successes(() => at('192.0.2.1').call(findEmail, { email: server.freshEmail() }))).toBe(20)
    const { email } = await server.customer('ADVERTISER')
    expect(await successes((count) => at(`192.0.2.${count + 2}`).call(findEmail, { email }))).toBe(20)
  })
})

describe('several web processes', () => {
  test('a network’s calls at all of them count together', async () => {
    const second = new ProgramProcess({
      ...{ DATABASE_URL: server.db.url, RATE_LIMITS: '1', TRUST_PROXY: '1' },
      VOLTLINE_NOW: new Date(server.now).toISOString(),
    })
    await second.start()
    try {
      const elsewhere = new Client(second.url)
      elsewhere.headers = { 'x-forwarded-for': '192.0.2.200' }
      const here = at('192.0.2.200')
      const message = { name: 'Mina', email: server.freshEmail(), message: 'Hello' }
      const errors = []
      for (const client of [here, elsewhere, here, elsewhere, here, elsewhere, here]) {
        errors.push((await client.call(contact, message)).error)
      }
      const refused = ['TRYAGAIN_LATER', 'TRYAGAIN_LATER']
      expect(errors).toEqual([...Array.from({ length: 5 }, () => 'API_FORBIDDEN'), ...refused])
    } finally {
      await second.remove()
    }
  })
})

describe('without a trusted proxy', () => {
  const direct = useTestServer({ RATE_LIMITS: '1', VOLTLINE_NOW: now })

  test('a caller’s own X-Forwarded-For is ignored: all calls count as one caller’s', async () => {
    const statuses = []
    for (let count = 0; count < 25; count += 1) {
      const browser = direct.client()
      browser.headers = { 'x-forwarded-for': `198.51.100.${count}`, forwarded: `for=198.51.100.${count}` }
      statuses.push((await browser.call(findEmail, { email: direct.freshEmail() })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })
})
