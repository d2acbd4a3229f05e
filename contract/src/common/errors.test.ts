import { expect, test } from 'vitest'
import { calls } from '../index.ts'
import { errorCodes, httpStatusOf } from './errors.ts'

const documented = `
  SUCCESS UNKNOWN NEED_SIGNUP ALREADY_SIGNUP DUPLICATE_EMAIL TOKEN_EXPIRED INVALID_PW INVALID_CONFTOKEN
  UNKNOWN_TIMEZONE ONLY_BUSINESSMAIL DAYLIMIT_LESSTHAN PROLIMIT_LESSTHAN GREATER_THANZERO INVALID_TRACKURLAOS
  INVALID_TRACKURLIOS MUSTBE_STOPPED INVALID_SESSIONKEY DUPLICATE_REQUEST NOTENOUGH_REVENUE INVALID_PERIOD
  NEED_ACCOUNT INVALID_VCODE VCODE_EXPIRED DUPLICATE_PACKAGE NEED_SIGNIN NEED_REFRESHTOKEN API_FORBIDDEN
  API_NOTFOUND EXCEEDED_SCHEDULE CANNOT_START CANNOT_STOP CANNOT_EDIT EXCEEDED_CAMPBUDGET EXCEEDED_DAYLIMIT
  EXCEEDED_PROLIMIT ACCEPT_WAITING DUPLICATE_ID NO_PERMISSION DUPLICATE_ADDRESS INVALID_ADDRESS AD_NOTFOUND
  AD_DISABLED EXCEEDED_IMPRESSION NEED_ADDR INVALID_ADDR IS_BLOCKED NOTENOUGH_POINT WITHDRAW_TIMEOUT
  INSUFFICIENT_FUNDS ONLY_ONCEDAY UNKNOWN_MEDID CANNOT_EDITADDR EXCEEDED_ADDR AD_EXPIRED ALREADY_ADREQ
  TRYAGAIN_LATER ADSERVER_TEST`
  .trim()
  .split(/\s+/)

test('ERR-01 ERR-02 SUCCESS is number 0 and UNKNOWN number 1', () => {
  expect(errorCodes.indexOf('SUCCESS')).toBe(0)
  expect(errorCodes.indexOf('UNKNOWN')).toBe(1)
})

test('ERR-24..57 every documented code exists once, also those without a documented use', () => {
  expect([...errorCodes].sort()).toEqual([...documented].sort())
  expect(new Set(errorCodes).size).toBe(documented.length)
})

test('API-86 only sign-in errors, unknown paths and rate limits have an HTTP status of their own', () => {
  expect(httpStatusOf).toEqual({
    NEED_SIGNIN: 401,
    NEED_REFRESHTOKEN: 401,
    INVALID_SESSIONKEY: 401,
    API_NOTFOUND: 404,
    TRYAGAIN_LATER: 429,
  })
})

test('API-01 API-04 every call has one path, below api/v1, and is GET or POST', () => {
  const paths = calls.map((call) => `${call.method} ${call.path}`)
  expect(new Set(paths).size).toBe(paths.length)
  for (const call of calls) {
    expect(call.path).toMatch(/^[a-z][a-z0-9/-]*$/)
    expect(call.about).toMatch(/\.$/)
    for (const code of call.refuses) expect(errorCodes).toContain(code)
  }
})
