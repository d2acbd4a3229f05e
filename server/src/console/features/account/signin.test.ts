import { adMyPage, confirmPw, signin, signinCheck, signout } from '@voltline/contract'
import { after, hour, minute } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { type CustomerClient, testPassword, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T00:00:00Z' })

async function signedIn(email: string): Promise<Client> {
  const { accessToken, user } = await server.client().ok(signin, { email, pw: testPassword })
  return new Client(server.url, { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey })
}

describe('account/signin', () => {
  test('SIGNIN-15 API-05 SESSION-10 returns an access token and the user with the zone’s details as of today', async () => {
    const customer = await server.customer('PUBLISHER', { zone: 'America/New_York' })
    const reply = await server.client().call(signin, { email: customer.email, pw: testPassword })
    expect(reply).toMatchObject({ status: 200, error: 'SUCCESS' })
    expect(reply.value?.accessToken).toMatch(/^[\w-]{43}$/)
    expect(reply.value?.user).toEqual({
      Type: 'PUBLISHER',
      CustID: customer.id,
      SessionKey: expect.stringMatching(/^[\w-]{43}$/),
      TimezoneOffset: -300,
      Iso2: 'US',
      ShortName: 'EST',
    })
  })

  test('SIGNIN-02 blanks around the address and its case do not matter', async () => {
    const email = server.freshEmail('Mixed.Case')
    await server.customer('ADVERTISER', { email })
    const reply = await server.client().call(signin, { email: `  ${email.toUpperCase()} `, pw: testPassword })
    expect(reply.error).toBe('SUCCESS')
  })

  test('SIGNIN-12 ERR-07 a wrong password is refused with INVALID_PW and status 200', async () => {
    const { email } = await server.customer('ADVERTISER')
    const reply = await server.client().call(signin, { email, pw: 'voltline-2027' })
    expect(reply).toMatchObject({ status: 200, error: 'INVALID_PW' })
  })

  test('SIGNIN-13 ERR-03 an address without an account is refused with NEED_SIGNUP, and so is an operator’s', async () => {
    const operator = await server.operator('ADMINISTRATORS')
    for (const email of [server.freshEmail('nobody'), operator.email]) {
      const reply = await server.client().call(signin, { email, pw: testPassword })
      expect(reply).toMatchObject({ status: 200, error: 'NEED_SIGNUP' })
    }
  })

  test('ENUM-02 ERR-46 a blocked customer is refused with IS_BLOCKED, but only with the right password', async () => {
    const { email, id } = await server.customer('ADVERTISER')
    await server.db.transaction((tx) =>
      tx.run(sql`update customer set blocked_at = registered_at where customer_id = ${id}`),
    )
    expect((await server.client().call(signin, { email, pw: 'voltline-2027' })).error).toBe('INVALID_PW')
    expect((await server.client().call(signin, { email, pw: testPassword })).error).toBe('IS_BLOCKED')
  })

  test('VALID-75 SIGNIN-01 without address or password nothing is tried', async () => {
    for (const input of [{}, { email: 'a@company.test' }, { pw: 'x' }, { email: '', pw: '' }]) {
      const reply = await server.client().raw('/api/v1/account/signin', {
        method: 'POST',
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json' },
      })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ error: 'UNKNOWN', detail: expect.any(String) })
    }
  })

  test('every sign-in leaves an audit row without a secret', async () => {
    const { email, id } = await server.customer('ADVERTISER')
    await signedIn(email)
    const rows = await server.db.read((reader) =>
      reader.rows(sql`select action, entity, was, became from audit where customer_id = ${id}`),
    )
    expect(rows).toEqual([{ action: 'account/signin', entity: 'session', was: null, became: null }])
  })
})

describe('one live session per account', () => {
  test('SIGNIN-10 SIGNIN-11 ERR-17 after a second sign-in the first session gets INVALID_SESSIONKEY with 401', async () => {
    const first = await server.customer('ADVERTISER')
    await first.ok(adMyPage, {})
    const second = await signedIn(first.email)
    expect(await first.call(adMyPage, {})).toMatchObject({ status: 401, error: 'INVALID_SESSIONKEY' })
    await second.ok(adMyPage, {})
  })

  test('SIGNIN-10 of eight concurrent sign-ins exactly one session stays live', async () => {
    const customer = await server.customer('ADVERTISER')
    const clients = await Promise.all(Array.from({ length: 8 }, () => signedIn(customer.email)))
    expect(await server.liveSessions({ customerId: customer.id })).toBe(1)
    const replies = await Promise.all(clients.map((client) => client.call(adMyPage, {})))
    expect(replies.filter((reply) => reply.error === 'SUCCESS')).toHaveLength(1)
    expect(replies.filter((reply) => reply.error === 'INVALID_SESSIONKEY')).toHaveLength(7)
  })

  test('SIGNIN-12 an old password that is being checked while it is changed lets nobody in', async () => {
    const customer = await server.customer('ADVERTISER')
    const anotherHash = await hashPassword('another-2026!')
    const late = await server.db.transaction(async (tx) => {
      await tx.run(sql`update customer set password_hash = ${anotherHash} where customer_id = ${customer.id}`)
      const trying = server.client().call(signin, { email: customer.email, pw: testPassword })
      await server.untilLockWait()
      return { trying }
    })
    expect((await late.trying).error).toBe('INVALID_PW')
    expect((await customer.call(adMyPage, {})).error).toBe('SUCCESS')
  })
})

describe('account/signin-check', () => {
  const check = (accessToken: string) => server.client().call(signinCheck, { accessToken })

  test('SESSION-06 SESSION-09 API-06 a valid token returns SUCCESS', async () => {
    const customer = await server.customer('ADVERTISER')
    expect(await check(customer.credentials?.accessToken ?? '')).toMatchObject({
      status: 200,
      error: 'SUCCESS',
    })
  })

  test('SESSION-07 every refusal has status 200, never a 401 that would redirect a visitor', async () => {
    const replaced = await server.customer('ADVERTISER')
    await signedIn(replaced.email)
    const left = await server.customer('ADVERTISER')
    await left.ok(signout, {})
    const operator = await server.operator()
    const tokens = [
      ['', 'NEED_SIGNIN'],
      ['unknown', 'NEED_SIGNIN'],
      [replaced.credentials?.accessToken ?? '', 'INVALID_SESSIONKEY'],
      [left.credentials?.accessToken ?? '', 'NEED_SIGNIN'],
      [operator.credentials?.accessToken ?? '', 'NEED_SIGNIN'],
    ] as const
    for (const [token, error] of tokens) expect(await check(token)).toMatchObject({ status: 200, error })
  })

  test('SESSION-07 ERR-26 an expired token returns NEED_REFRESHTOKEN', async () => {
    const customer = await server.customer('ADVERTISER')
    const before = server.now
    await server.advance(12 * hour + minute)
    expect(await check(customer.credentials?.accessToken ?? '')).toMatchObject({
      status: 200,
      error: 'NEED_REFRESHTOKEN',
    })
    await server.setClock(after(before, minute))
  })
})

describe('account/signout', () => {
  test('STATE-06 SESSION-06 ends the session on the server: its token is no longer valid', async () => {
    const customer = await server.customer('ADVERTISER')
    await customer.ok(signout, {})
    expect(await customer.call(adMyPage, {})).toMatchObject({ status: 401, error: 'NEED_SIGNIN' })
    expect(await server.liveSessions({ customerId: customer.id })).toBe(0)
  })
})

describe('account/confirm-pw', () => {
  test('API-16 MYPAGE-12 the right password returns SUCCESS and a wrong one INVALID_PW', async () => {
    const customer: CustomerClient = await server.customer('ADVERTISER')
    expect((await customer.call(confirmPw, { pw: 'voltline-2027' })).error).toBe('INVALID_PW')
    expect((await customer.call(confirmPw, { pw: testPassword })).error).toBe('SUCCESS')
  })
})
