import { limits } from '@voltline/contract'
import { after, type CustomerId, instant, type Zone } from '@voltline/kernel'
import { expect, test } from 'vitest'
import {
  type AccessToken,
  accessTokenExpiry,
  hasConfirmedPassword,
  isRenewalDue,
  judgeAccessToken,
  sessionEnd,
} from './session.ts'

const issuedAt = instant(1_000_000)
const token: AccessToken = {
  session: {
    kind: 'CUSTOMER',
    sessionId: 1n,
    customerId: 7 as CustomerId,
    type: 'ADVERTISER',
    zone: 'Asia/Seoul' as Zone,
    passwordConfirmedAt: undefined,
  },
  sessionKeyHash: Buffer.alloc(32),
  issuedAt,
  expiresAt: accessTokenExpiry(issuedAt, sessionEnd('CUSTOMER', issuedAt)),
  sessionEndsAt: sessionEnd('CUSTOMER', issuedAt),
  endedBy: undefined,
}

test('a token is valid until the moment it expires', () => {
  const last = instant(token.expiresAt - 1)
  expect(judgeAccessToken(token, last)).toEqual({ ok: true, value: token })
  expect(judgeAccessToken(token, token.expiresAt)).toMatchObject({ error: 'NEED_REFRESHTOKEN' })
  expect(judgeAccessToken(undefined, last)).toMatchObject({ error: 'NEED_SIGNIN' })
})

test('a session ends 30 days after sign-in, an operator’s after 12 hours, and no token outlives it', () => {
  const customerEnd = sessionEnd('CUSTOMER', issuedAt)
  expect(customerEnd - issuedAt).toBe(30 * 24 * 3_600_000)
  expect(sessionEnd('OPERATOR', issuedAt) - issuedAt).toBe(12 * 3_600_000)
  expect(accessTokenExpiry(instant(customerEnd - 1_000), customerEnd)).toBe(customerEnd)
  const older = { ...token, expiresAt: after(customerEnd, 1_000), sessionEndsAt: customerEnd }
  expect(judgeAccessToken(older, instant(customerEnd - 1))).toMatchObject({ ok: true })
  expect(judgeAccessToken(older, customerEnd)).toMatchObject({ error: 'NEED_REFRESHTOKEN' })
})

test('only a second sign-in tells the first session why it ended, also after its token expired', () => {
  for (const now of [issuedAt, token.expiresAt]) {
    const errorOf = (endedBy: AccessToken['endedBy']) => judgeAccessToken({ ...token, endedBy }, now)
    expect(errorOf('SIGNIN')).toMatchObject({ error: 'INVALID_SESSIONKEY' })
    for (const endedBy of ['SIGNOUT', 'PASSWORD', 'BLOCK'] as const) {
      expect(errorOf(endedBy)).toMatchObject({ error: 'NEED_SIGNIN' })
    }
  }
})

test('a token is renewed from half its life on', () => {
  const half = after(issuedAt, limits.accessTokenLifeMs / 2)
  expect(isRenewalDue(token, instant(half - 1))).toBe(false)
  expect(isRenewalDue(token, half)).toBe(true)
})

test('a confirmed password counts for a limited time', () => {
  const end = after(issuedAt, limits.confirmedPasswordLifeMs)
  const confirmed = { passwordConfirmedAt: issuedAt }
  expect(hasConfirmedPassword({ passwordConfirmedAt: undefined }, issuedAt)).toBe(false)
  expect(hasConfirmedPassword(confirmed, instant(end - 1))).toBe(true)
  expect(hasConfirmedPassword(confirmed, end)).toBe(false)
})
