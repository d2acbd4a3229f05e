import { type CustomerId, instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { judgeToken, type MailToken } from '../../../domain/account/account.ts'

const now = instant(1_000_000)
const good: MailToken = {
  kind: 'findpw',
  email: 'a@company.test',
  customerId: 7 as CustomerId,
  expiresAt: instant(now + 1),
  wasUsed: false,
  wasReplaced: false,
}

test('ENUM-22 a mailed token is good until its end, once, while it is the newest, and for its own kind', () => {
  expect(judgeToken(good, now)).toEqual({ ok: true, value: good })
  expect(judgeToken(good, now, 'findpw')).toMatchObject({ ok: true })
  expect(judgeToken(good, now, 'signup')).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeToken(undefined, now)).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeToken({ ...good, wasUsed: true }, now)).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeToken({ ...good, wasReplaced: true }, now)).toMatchObject({ error: 'INVALID_CONFTOKEN' })
  expect(judgeToken({ ...good, expiresAt: now }, now)).toMatchObject({ error: 'TOKEN_EXPIRED' })
})

test('ERR-08 a used token stays invalid after its end: age does not make it look fresher', () => {
  expect(judgeToken({ ...good, wasUsed: true, expiresAt: now }, now)).toMatchObject({
    error: 'INVALID_CONFTOKEN',
  })
})
