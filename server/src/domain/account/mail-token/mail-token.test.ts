import { type CustomerId, instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { judgeMailToken, type MailToken } from './mail-token.ts'

const now = instant(1_000_000)
const valid: MailToken = {
  kind: 'findpw',
  email: 'a@company.test',
  customerId: 7 as CustomerId,
  expiresAt: instant(now + 1),
  wasUsed: false,
  wasReplaced: false,
}

test('ENUM-22 a mailed token works until it expires, once, while it is the newest, and for its own kind', () => {
  expect(judgeMailToken(valid, now)).toEqual({ ok: true, value: valid })
  expect(judgeMailToken(valid, now, 'findpw')).toMatchObject({ ok: true })
  expect(judgeMailToken(valid, now, 'signup')).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeMailToken(undefined, now)).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeMailToken({ ...valid, wasUsed: true }, now)).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeMailToken({ ...valid, wasReplaced: true }, now)).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeMailToken({ ...valid, expiresAt: now }, now)).toMatchObject({ error: 'TOKEN_EXPIRED' })
})

test('ERR-08 a used token stays INVALID_CONFTOKEN after it expires', () => {
  expect(judgeMailToken({ ...valid, wasUsed: true, expiresAt: now }, now)).toMatchObject({
    error: 'INVALID_CONFTOKEN',
  })
})
