import { expect, test } from 'vitest'
import { pickLanguage } from './language.ts'

const pick = (query?: unknown, cookieHeader?: string, acceptLanguage?: string) =>
  pickLanguage({ query, cookieHeader, acceptLanguage })

test('I18N-02 a visitor who prefers neither language gets English', () => {
  expect(pick()).toBe('en')
  expect(pick(undefined, '', '*')).toBe('en')
  expect(pick(undefined, undefined, 'fr-FR,fr;q=0.9')).toBe('en')
})

test.each([
  ['ko', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
  ['KO-kr', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['en;q=0.3, ko;q=0.4', 'ko'],
  ['fr, ko;q=0.8, en;q=0.7', 'ko'],
  ['en;q=0.5,ko;q=0.5', 'en'],
  ['ko;q=0', 'en'],
  ['ko;q=nonsense, en;q=0.1', 'en'],
  ['kok-IN', 'en'],
  [`${'ko;q=0,'.repeat(5_000)}ko`, 'ko'],
])('I18N-03 Accept-Language %j gives %s on a first visit', (header, language) => {
  expect(pick(undefined, undefined, header)).toBe(language)
})

test('I18N-04 the remembered choice wins over the browser', () => {
  expect(pick(undefined, 'theme=dark; lang=ko', 'en')).toBe('ko')
  expect(pick(undefined, 'lang=en', 'ko')).toBe('en')
})

test('a cookie with an unknown language is ignored', () => {
  expect(pick(undefined, 'lang=fr', 'ko')).toBe('ko')
  expect(pick(undefined, 'xlang=ko; lang; =ko', 'en')).toBe('en')
})

test('an explicit ?lang wins over both, and an unknown one is ignored', () => {
  expect(pick('ko', 'lang=en', 'en')).toBe('ko')
  expect(pick('en', 'lang=ko', 'ko')).toBe('en')
  expect(pick('../ko', 'lang=ko', 'en')).toBe('ko')
  expect(pick(['ko', 'en'], undefined, 'en')).toBe('en')
})
