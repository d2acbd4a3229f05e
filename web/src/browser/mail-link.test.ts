import { expect, test } from 'vitest'
import { mailLinkTarget } from './mail-link.ts'

test('ROUTE-02 a sign-up link carries e-mail and token on', () => {
  expect(mailLinkTarget('?type=signup&email=a%40b.co&token=T-1')).toBe('/signup?email=a%40b.co&token=T-1')
})

test('ROUTE-03 a reset link carries its token on', () => {
  expect(mailLinkTarget('?type=findpw&token=T-1')).toBe('/reset-password?token=T-1')
})

test('nothing else is smuggled along', () => {
  expect(mailLinkTarget('?type=findpw&token=a%26type%3Dsignup%23x&next=//evil')).toBe(
    '/reset-password?token=a%26type%3Dsignup%23x',
  )
  expect(mailLinkTarget('?type=signup&token=T')).toBeNull()
  expect(mailLinkTarget('?type=other&token=T')).toBeNull()
  expect(mailLinkTarget('')).toBeNull()
})
