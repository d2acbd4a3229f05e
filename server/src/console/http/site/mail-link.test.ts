import { expect, test } from 'vitest'
import { resetUrl, signupUrl } from '../../../domain/letters/links.ts'
import { mailLinkTarget } from './mail-link.ts'

test('ROUTE-02 a sign-up link passes on e-mail and token', () => {
  expect(mailLinkTarget({ type: 'signup', email: 'a@b.co', token: 'T-1' })).toBe(
    '/signup?email=a%40b.co&token=T-1',
  )
})

test('ROUTE-03 a reset link passes on its token', () => {
  expect(mailLinkTarget({ type: 'findpw', token: 'T-1' })).toBe('/reset-password?token=T-1')
})

test('no other parameter is passed on', () => {
  expect(mailLinkTarget({ type: 'findpw', token: 'a&type=signup#x', next: '//evil' })).toBe(
    '/reset-password?token=a%26type%3Dsignup%23x',
  )
  expect(mailLinkTarget({ type: 'signup', token: 'T' })).toBeUndefined()
  expect(mailLinkTarget({ type: 'other', token: 'T' })).toBeUndefined()
  expect(mailLinkTarget({})).toBeUndefined()
})

test('a query that is not an object is not a link', () => {
  expect(mailLinkTarget(undefined)).toBeUndefined()
  expect(mailLinkTarget(null)).toBeUndefined()
})

test('every link that a mail contains leads to its screen', () => {
  const targetOf = (link: string) => mailLinkTarget(Object.fromEntries(new URL(link).searchParams))
  const email = 'a+b@company.test'
  const screens = [
    targetOf(signupUrl('https://ads.test', { email, token: 'T&1' })),
    targetOf(resetUrl('https://ads.test', 'T&1')),
  ]
  expect(screens).toEqual([
    `/signup?${new URLSearchParams({ email, token: 'T&1' })}`,
    `/reset-password?${new URLSearchParams({ token: 'T&1' })}`,
  ])
})
