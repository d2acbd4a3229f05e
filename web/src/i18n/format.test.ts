import { describe, expect, test } from 'vitest'
import { formatsOf } from './format.ts'

const en = formatsOf('en')
const ko = formatsOf('ko')

describe('figures', () => {
  test('I18N-09 UX-23 money is whole won with thousands separators in both languages', () => {
    expect(en.money(2_611_970)).toBe('2,611,970 KRW')
    expect(ko.money(2_611_970)).toBe('2,611,970원')
  })

  test('a part of a won is cut, never rounded up to money that is not there', () => {
    expect(en.money(99_999.999999)).toBe('99,999 KRW')
    expect(en.number(0.29, { decimals: 2 })).toBe('0.29')
  })

  test('nothing is 0 and a minus is a real one', () => {
    expect(en.money(0)).toBe('0 KRW')
    expect(en.money(-1_500)).toBe('−1,500 KRW')
    expect(en.number(-0.4)).toBe('0')
  })

  test('what is not known is a dash, not a figure', () => {
    expect(en.number(Number.NaN)).toBe('–')
  })

  test('a ratio is a percentage with two decimals', () => {
    expect(en.percent(0.0172)).toBe('1.72')
    expect(en.percent(0)).toBe('0.00')
  })

  test('a Korean axis counts in 만', () => {
    expect(ko.axisNumber(75_000)).toBe('7.5만')
    expect(ko.axisNumber(9_000)).toBe('9,000')
    expect(en.axisNumber(75_000)).toBe('75,000')
    const axis = [0, 5_000, 10_000, 15_000].map((value) => ko.axisNumber(value, 15_000))
    expect(axis).toEqual(['0', '0.5만', '1만', '1.5만'])
  })
})

describe('times', () => {
  test('SESSION-15 a time is shown as the account’s clock stood', () => {
    expect(en.dateTime('2026-10-12T09:41:30+09:00')).toBe('2026-10-12 09:41')
    expect(ko.dateTime('2026-07-01T23:05:00-04:00')).toBe('2026-07-01 23:05')
  })

  test('a day on an axis names its weekday, whatever zone the browser is in', () => {
    expect(en.axisDay('2026-11-03')).toBe('Tue 3')
    expect(ko.axisDay('2026-11-03')).toBe('3일 화')
  })
})

test('countries are named in the reader’s language', () => {
  expect(en.country('KR')).toBe('South Korea')
  expect(ko.country('KR')).toBe('대한민국')
  expect(en.country('not a code')).toBe('not a code')
})
