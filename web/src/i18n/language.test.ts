import { expect, test } from 'vitest'
import { chooseLanguage, languageCookie } from './language.ts'

test('I18N-02 a first visit with a browser of another language is in English', () => {
  expect(chooseLanguage(null, ['de-DE', 'ko'])).toBe('en')
  expect(chooseLanguage(null, [])).toBe('en')
})

test('I18N-03 a Korean browser gets Korean on a first visit', () => {
  expect(chooseLanguage(null, ['ko-KR', 'en'])).toBe('ko')
  expect(chooseLanguage(null, ['KO'])).toBe('ko')
})

test('I18N-04 a stored language wins over the browser', () => {
  expect(chooseLanguage('en', ['ko-KR'])).toBe('en')
  expect(chooseLanguage('ko', ['en-US'])).toBe('ko')
})

test('a stored value that is no language of ours is ignored', () => {
  expect(chooseLanguage('xx', ['ko-KR'])).toBe('ko')
})

test('the cookie for the server names the choice for the whole site', () => {
  expect(languageCookie('ko')).toMatch(/^lang=ko; Path=\//)
})
