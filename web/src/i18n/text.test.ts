import { expect, test } from 'vitest'
import { textOf } from './text.ts'

const texts = {
  list: { rows_one: '{rows} row', rows_other: '{rows} rows', name: 'Hello {name}, {name}' },
  ko: { rows_other: '{rows}행' },
}

test('placeholders are filled in, each time they occur', () => {
  expect(textOf(texts, 'list.name', 'en', { name: '$&' })).toBe('Hello $&, $&')
  expect(textOf(texts, 'list.name', 'en')).toBe('Hello {name}, {name}')
})

test('a count picks the plural form of the language', () => {
  expect(textOf(texts, 'list.rows', 'en', { count: 1, rows: '1' })).toBe('1 row')
  expect(textOf(texts, 'list.rows', 'en', { count: 0, rows: '0' })).toBe('0 rows')
  expect(textOf(texts, 'ko.rows', 'ko', { count: 1, rows: '1' })).toBe('1행')
})

test('a count may fill a placeholder of a text without plural forms', () => {
  expect(textOf({ more: 'and {count} more' }, 'more', 'en', { count: 2 })).toBe('and 2 more')
})

test('a missing text shows its key', () => {
  expect(textOf(texts, 'list.gone', 'en')).toBe('list.gone')
  expect(textOf(texts, 'list', 'en')).toBe('list')
})
