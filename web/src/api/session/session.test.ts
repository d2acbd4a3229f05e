import { beforeEach, expect, test } from 'vitest'
import { readStored, storageKeys, store } from '../../browser/storage.ts'
import {
  currentOperator,
  currentSession,
  dropSession,
  forgetSession,
  keepOperator,
  keepSession,
  lastCustomerType,
  updateUser,
} from './session.ts'

const user = {
  Type: 'PUBLISHER',
  CustID: 7,
  SessionKey: 'key',
  TimezoneOffset: 540,
  Iso2: 'KR',
  ShortName: 'KST',
} as const

beforeEach(() => {
  store(storageKeys.language, 'ko')
  keepSession({ accessToken: 'token', user })
})

test('SESSION-08 SESSION-10 the token and the whole user are stored', () => {
  expect(readStored(storageKeys.accessToken)).toBe('token')
  expect(JSON.parse(readStored(storageKeys.user) ?? '')).toEqual(user)
})

test('MYPAGE-14 the stored user takes what a changed time zone answers', () => {
  updateUser({ TimezoneOffset: 60, Iso2: 'DE', ShortName: 'CET' })
  expect(JSON.parse(readStored(storageKeys.user) ?? '')).toMatchObject({
    CustID: 7,
    TimezoneOffset: 60,
    Iso2: 'DE',
  })
  expect(currentSession()?.user.ShortName).toBe('CET')
})

test('SESSION-07 an ended session leaves no token and no user, but the type for the way back', () => {
  dropSession()
  expect(readStored(storageKeys.accessToken)).toBeNull()
  expect(readStored(storageKeys.user)).toBeNull()
  expect(currentSession()).toBeNull()
  expect(lastCustomerType()).toBe('PUBLISHER')
})

test('HEADER-15 signing out leaves nothing of the account; the language is no account data', () => {
  forgetSession()
  expect(currentSession()).toBeNull()
  expect(lastCustomerType()).toBeNull()
  expect(readStored(storageKeys.language)).toBe('ko')
})

test('a customer’s sign-out does not end an operator’s session', () => {
  keepOperator({ accessToken: 'o', user: { Group: 'USERS', CustID: 1, SessionKey: 's' } })
  forgetSession()
  expect(currentOperator()?.accessToken).toBe('o')
})
