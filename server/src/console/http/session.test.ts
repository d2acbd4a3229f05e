import { adMyPage, adminMe, changePassword, signin, signout } from '@voltline/contract'
import { assert, day, hour, instant, minute } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { testPassword, useTestServer } from '../../../testing/test-server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T00:00:00Z' })

const credentialsOf = (client: Client) => {
  assert(client.credentials, 'the client is signed in')
  return client.credentials
}
const withToken = (client: Client, accessToken: string) => {
  const other = server.client()
  other.credentials = { ...credentialsOf(client), accessToken }
  return other
}

describe('headers of a signed-in call', () => {
  const call = async (headers: Record<string, string>) => {
    const reply = await server.client().raw('/api/v1/account/ad-my-page', { method: 'POST', headers })
    return [reply.status, ((await reply.json()) as { error: string }).error]
  }

  test('SESSION-01 SESSION-02 SESSION-03 SESSION-04 token, customer id and session key identify the caller, in any letter case', async () => {
    const { accessToken, custId, sessionKey } = credentialsOf(await server.customer('ADVERTISER'))
    const zone = { TimezoneOffset: '540' }
    const spellings = [
      { Authorization: `Bearer ${accessToken}`, CustID: custId, SessionKey: sessionKey, ...zone },
      { AUTHORIZATION: `bearer ${accessToken}`, CUSTID: custId, SESSIONKEY: sessionKey, ...zone },
      { AccessToken: accessToken, CustID: custId, SessionKey: sessionKey, ...zone },
      { authorization: `Bearer ${accessToken}`, custid: custId, sessionkey: sessionKey },
    ]
    for (const headers of spellings) expect(await call(headers)).toEqual([200, 'SUCCESS'])
  })

  test('API-86 ERR-25 without any of the three the call returns 401 NEED_SIGNIN', async () => {
    const { accessToken, custId, sessionKey } = credentialsOf(await server.customer('ADVERTISER'))
    const token = { Authorization: `Bearer ${accessToken}` }
    for (const headers of [
      {},
      token,
      { ...token, CustID: custId },
      { ...token, SessionKey: sessionKey },
      { CustID: custId, SessionKey: sessionKey },
      { Authorization: accessToken, CustID: custId, SessionKey: sessionKey },
      { Authorization: 'Bearer ', CustID: custId, SessionKey: sessionKey },
    ]) {
      expect(await call(headers)).toEqual([401, 'NEED_SIGNIN'])
    }
  })

  test('SESSION-14 a CustID or SessionKey that does not match the token returns 401 INVALID_SESSIONKEY', async () => {
    const { accessToken, custId, sessionKey } = credentialsOf(await server.customer('ADVERTISER'))
    const token = { Authorization: `Bearer ${accessToken}` }
    for (const wrong of [
      { CustID: String(Number(custId) + 1), SessionKey: sessionKey },
      { CustID: `0${custId}`, SessionKey: sessionKey },
      { CustID: `${custId}.0`, SessionKey: sessionKey },
      { CustID: custId, SessionKey: `${sessionKey}x` },
      { CustID: custId, SessionKey: accessToken },
    ]) {
      expect(await call({ ...token, ...wrong })).toEqual([401, 'INVALID_SESSIONKEY'])
    }
  })

  test('SESSION-14 forged tokens of every kind are refused', async () => {
    const customer = await server.customer('ADVERTISER')
    const { accessToken, custId, sessionKey } = credentialsOf(customer)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = part({ sub: custId, CustID: Number(custId), aud: 'admin', exp: 4_102_444_800 })
    const corpus = [
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'NONE', typ: 'JWT' })}.${claims}.`,
      `${part({ alg: 'HS256' })}.${claims}.${part({})}`,
      `${part({ alg: 'RS256', kid: '../../../../dev/null' })}.${claims}.AAAA`,
      `${part({ alg: 'HS256', jku: 'https://elsewhere.test/keys' })}.${claims}.AAAA`,
      `${part({ alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } })}.${claims}.AAAA`,
      accessToken.slice(0, -1),
      accessToken.toLowerCase(),
      `${accessToken}=`,
      `${accessToken}%00`,
      sessionKey,
      "' or 1=1 --",
      'undefined',
      'null',
      '0',
      'x'.repeat(8_000),
    ]
    for (const token of corpus) {
      expect([
        token,
        ...(await call({ Authorization: `Bearer ${token}`, CustID: custId, SessionKey: sessionKey })),
      ]).toEqual([token, 401, 'NEED_SIGNIN'])
    }
  })

  test('SESSION-12 no reply of the API may be cached', async () => {
    const customer = await server.customer('ADVERTISER')
    for (const client of [customer, server.client()]) {
      expect((await client.call(adMyPage, {})).headers.get('cache-control')).toBe('no-store')
    }
    const missing = await server.client().raw('/api/v1/no/such/call')
    expect(missing.headers.get('cache-control')).toBe('no-store')
  })

  test('API-01 API-02 ERR-28 an unknown call returns 404 API_NOTFOUND, and every reply has an error field', async () => {
    for (const path of [
      '/api/v1/account/nothing',
      '/api/v1/',
      '/api/v2/account/signin',
      '/api/account/signin',
    ]) {
      const reply = await server.client().raw(path, { method: 'POST' })
      expect([path, reply.status, await reply.json()]).toEqual([path, 404, { error: 'API_NOTFOUND' }])
    }
  })
})

describe('the access token’s life', () => {
  test('API-03 SESSION-05 past half its life every reply, also a refusal, carries newToken', async () => {
    const customer = await server.customer('ADVERTISER')
    expect((await customer.call(adMyPage, {})).newToken).toBeUndefined()
    await server.advance(6 * hour + minute)
    const renewed = await customer.call(adMyPage, {})
    expect(renewed.newToken).toMatch(/^[\w-]{43}$/)
    const refused = await customer.call(changePassword, { oldPw: 'wrong', newPw: 'another-2026!' })
    expect(refused).toMatchObject({ error: 'INVALID_PW', newToken: renewed.newToken })
    const badInput = await customer.call(changePassword, { oldPw: 'wrong', newPw: '' })
    expect(badInput).toMatchObject({ status: 400, newToken: renewed.newToken })
  })

  test('SESSION-05 50 concurrent calls past half-life all succeed and all receive the same new token', async () => {
    const customer = await server.customer('ADVERTISER')
    await server.advance(6 * hour + minute)
    const replies = await Promise.all(Array.from({ length: 50 }, () => customer.call(adMyPage, {})))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    const newTokens = new Set(replies.map((reply) => reply.newToken))
    expect(newTokens.size).toBe(1)
    const tokens = await server.db.read((reader) =>
      reader.rows(
        sql`select 1 from access_token join session using (session_id) where customer_id = ${customer.id}`,
      ),
    )
    expect(tokens).toHaveLength(2)
    const [next = ''] = [...newTokens]
    await withToken(customer, next ?? '').ok(adMyPage, {})
  })

  test('SESSION-05 ERR-26 the old token is valid for 12 hours, then 401 NEED_REFRESHTOKEN; the new one stays valid', async () => {
    const customer = await server.customer('ADVERTISER')
    await server.advance(7 * hour)
    const { newToken = '' } = await customer.call(adMyPage, {})
    await server.advance(5 * hour - minute)
    await customer.ok(adMyPage, {})
    await server.advance(minute)
    expect(await customer.call(adMyPage, {})).toMatchObject({ status: 401, error: 'NEED_REFRESHTOKEN' })
    const later = await withToken(customer, newToken).call(adMyPage, {})
    expect(later.error).toBe('SUCCESS')
    expect(later.newToken).toBeUndefined()
  })

  test('SESSION-05 a session ends 30 days after sign-in, however often its token is renewed', async () => {
    const customer = await server.customer('ADVERTISER')
    const start = server.now
    let current: Client = customer
    for (let now = start; now < start + 30 * day; now = instant(now + 11 * hour)) {
      await server.setClock(now)
      const { newToken } = await current.call(adMyPage, {})
      if (newToken) current = withToken(customer, newToken)
    }
    await server.setClock(instant(start + 30 * day - minute))
    const last = await current.call(adMyPage, {})
    expect(last.error).toBe('SUCCESS')
    await server.setClock(instant(start + 30 * day))
    for (const client of [current, customer]) {
      expect(await client.call(adMyPage, {})).toMatchObject({ status: 401, error: 'NEED_REFRESHTOKEN' })
    }
  })

  test('SESSION-05 an operator’s session ends 12 hours after sign-in', async () => {
    const operator = await server.operator()
    await server.advance(7 * hour)
    const { newToken = '' } = await operator.call(adminMe, {})
    operator.credentials = { ...credentialsOf(operator), accessToken: newToken }
    await server.advance(5 * hour - minute)
    await operator.ok(adminMe, {})
    await server.advance(minute)
    expect(await operator.call(adminMe, {})).toMatchObject({ status: 401, error: 'NEED_REFRESHTOKEN' })
  })

  test('SESSION-07 after sign-out no token of the session is valid, renewed ones included', async () => {
    const customer = await server.customer('ADVERTISER')
    await server.advance(6 * hour + minute)
    const { newToken = '' } = await customer.call(adMyPage, {})
    await customer.ok(signout, {})
    for (const client of [customer, withToken(customer, newToken)]) {
      expect(await client.call(adMyPage, {})).toMatchObject({ status: 401, error: 'NEED_SIGNIN' })
    }
  })

  test('SIGNIN-10 a renewed token of a session ended by a second sign-in gets INVALID_SESSIONKEY', async () => {
    const customer = await server.customer('ADVERTISER')
    await server.advance(6 * hour + minute)
    const { newToken = '' } = await customer.call(adMyPage, {})
    await server.client().ok(signin, { email: customer.email, pw: testPassword })
    expect(await withToken(customer, newToken).call(adMyPage, {})).toMatchObject({
      status: 401,
      error: 'INVALID_SESSIONKEY',
    })
  })

  test('SESSION-09 a restart of the program keeps everyone signed in', async () => {
    const customer = await server.customer('ADVERTISER')
    await server.restart()
    const again = server.client()
    again.credentials = credentialsOf(customer)
    await again.ok(adMyPage, {})
  })
})
