import { describe, expect, test } from 'vitest'
import {
  landingAfterSignin,
  operatorLanding,
  operatorSigninUrl,
  signinUrl,
  typeOfPath,
} from './return-url.ts'

describe('after a customer’s sign-in', () => {
  test('SIGNIN-06 a return page of the same type is honoured, its query too', () => {
    const asked = { type: 'ADVERTISER', returnURL: '/ad-campaign/12?name=a%20b&pageNo=2' }
    expect(landingAfterSignin('ADVERTISER', asked)).toBe('/ad-campaign/12?name=a%20b&pageNo=2')
    expect(landingAfterSignin('PUBLISHER', { type: 'PUBLISHER', returnURL: '/pub' })).toBe('/pub')
    const password = { type: 'PUBLISHER', returnURL: '/change-password' }
    expect(landingAfterSignin('PUBLISHER', password)).toBe('/change-password')
  })

  test('SIGNIN-07 a return page is ignored when the asked type is not the user’s', () => {
    const asked = { type: 'PUBLISHER', returnURL: '/pub-app' }
    expect(landingAfterSignin('ADVERTISER', asked)).toBe('/ad')
    expect(landingAfterSignin('ADVERTISER', { type: null, returnURL: '/ad-campaign' })).toBe('/ad')
    expect(landingAfterSignin('ADVERTISER', { type: 'advertiser', returnURL: '/ad-campaign' })).toBe('/ad')
    expect(landingAfterSignin('ADVERTISER', { type: 'ADVERTISER', returnURL: '/pub-app' })).toBe('/ad')
  })

  test('SIGNIN-08 SIGNIN-09 without a return page each type lands at home', () => {
    expect(landingAfterSignin('ADVERTISER', { type: null, returnURL: null })).toBe('/ad')
    expect(landingAfterSignin('PUBLISHER', { type: null, returnURL: null })).toBe('/pub')
  })

  const hostile = [
    'https://evil.example',
    'http://evil.example/ad',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    '/ad\u0000',
    'javascript:alert(1)',
    'JavaScript:alert(1)//ad',
    'data:text/html,x',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/ad@evil.example',
    'ad',
    '',
    ' /ad',
    '/ad/../..//evil.example',
    '/admin',
    '/adevil',
    '/ad-campaign/1/x',
    '/ad-campaign/..%2f..',
    '/signin',
    '/',
    '/files/secret',
    '/api/v1/account/signout',
    '/ad:80',
    '/.evil.example',
    '/ad-\u202e',
  ]
  test.each(hostile)('no way out through returnURL %j', (returnURL) => {
    const landing = landingAfterSignin('ADVERTISER', { type: 'ADVERTISER', returnURL })
    expect(landing).toBe('/ad')
  })
})

test('an operator returns only into the operator console', () => {
  expect(operatorLanding('/admin/payouts?status=HOLD')).toBe('/admin/payouts?status=HOLD')
  for (const bad of [
    null,
    '/ad',
    '//evil.example',
    '/admin/signin',
    '/admin/../ad',
    'https://evil.example/admin',
  ]) {
    expect(operatorLanding(bad)).toBe('/admin')
  }
})

test('SESSION-11 ERR-63 sign-in is told the type and the way back', () => {
  expect(signinUrl('/ad-ad?campID=3&name=a&b', 'ADVERTISER')).toBe(
    '/signin?type=ADVERTISER&returnURL=%2Fad-ad%3FcampID%3D3%26name%3Da%26b',
  )
  expect(signinUrl('/change-password', null)).toBe('/signin?returnURL=%2Fchange-password')
  expect(operatorSigninUrl('/admin')).toBe('/admin/signin?returnURL=%2Fadmin')
})

test('ROUTE-56 a console path tells its type', () => {
  expect(typeOfPath('/ad')).toBe('ADVERTISER')
  expect(typeOfPath('/ad-my-page')).toBe('ADVERTISER')
  expect(typeOfPath('/pub-app/3')).toBe('PUBLISHER')
  expect(typeOfPath('/admin')).toBeNull()
  expect(typeOfPath('/change-password')).toBeNull()
})
