import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test('the list has at least 10,000 passwords, all in lower case', () => {
  const list = dictionary['passwords-common']
  expect(new Set(list).size).toBeGreaterThanOrEqual(10_000)
  expect(list.filter((password) => password !== password.toLowerCase())).toEqual([])
})

test('a common password is found in any case, with or without marks around it', () => {
  const common = [
    'password1',
    'Password1!',
    'PASSWORD1',
    '!!qwerty123',
    '#1q2w3e4r#',
    'P@ssw0rd',
    '-abcd1234=',
  ]
  expect(common.filter((password) => !isCommonPassword(password))).toEqual([])
})

test('marks inside, further characters and rare words make another password', () => {
  const rare = ['voltline-2026', 'pass!word1', 'password1!x7', 'tramway-83-owl', '!!!!!!!!']
  expect(rare.filter(isCommonPassword)).toEqual([])
})
