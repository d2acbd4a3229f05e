import { errorCodes } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { en } from './en/index.ts'
import { ko } from './ko/index.ts'

/** Every text by its full key. */
function flat(texts: object, path = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string') all.set(path + name, value)
    else for (const [key, text] of flat(value, `${path}${name}.`)) all.set(key, text)
  }
  return all
}

const english = flat(en)
const korean = flat(ko)
/** Korean has no singular of its own. */
const isSingular = (key: string) => key.endsWith('_one')
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe('both languages', () => {
  test('I18N-01 English and Korean have the same keys', () => {
    const shared = [...english.keys()].filter((key) => !isSingular(key))
    expect([...korean.keys()].sort()).toEqual(shared.sort())
  })

  test('no text is empty', () => {
    const empty = [...english, ...korean].filter(([, text]) => text.trim() === '').map(([key]) => key)
    expect(empty).toEqual([])
  })

  test('I18N-10 a placeholder of one language stands in the other as well', () => {
    const other = (key: string) => korean.get(key.replace(/_one$/, '_other')) ?? ''
    const differing = [...english].filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(other(key))),
    )
    expect(differing).toEqual([])
  })
})

describe('the error catalogue', () => {
  test.each(errorCodes)('I18N-07 I18N-08 %s has a text of its own in both languages', (code) => {
    for (const errors of [en.errors, ko.errors]) {
      expect(errors[code].trim()).not.toBe('')
      expect(errors[code]).not.toContain(code)
    }
    expect(ko.errors[code]).toMatch(/[가-힣]/)
  })

  test('ERR-04 ERR-05 both codes for a used address say the same', () => {
    expect(en.errors.DUPLICATE_EMAIL).toBe(en.errors.ALREADY_SIGNUP)
    expect(ko.errors.DUPLICATE_EMAIL).toBe(ko.errors.ALREADY_SIGNUP)
  })
})

test('the documented English screen texts are exact', () => {
  expect(en.ui.field).toMatchObject({
    required: 'Required',
    email: 'Enter a valid e-mail',
    password: 'Enter a valid password',
    passwordsDiffer: 'Passwords do not match',
    numbersOnly: 'Numbers only',
    url: 'Enter a correct URL',
  })
  expect(en.ui.range.tooLong).toBe('Search range is 1 to {days} days')
  expect(en.account.failedAuthentication).toMatchObject({
    title: 'Authentication failed',
    again: 'Request Again',
  })
  expect(en.account.reset).toMatchObject({ success: 'Success', failed: 'Failed' })
  expect(en.shell.notFound).toEqual({
    title: 'Oops!',
    text: "We can't find the page that you're looking for",
    code: 'ERROR: 404',
  })
  expect(en.shell.fault).toMatchObject({
    title: "Sorry! It's not you. It's us",
    text: "We're experiencing an internal server error. Please try again later.",
    code: 'ERROR: 500',
  })
})
