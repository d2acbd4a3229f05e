import { limits } from '@voltline/contract'
import { addDays, type Day } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { dayAt, isRange, lastDays, presetOf } from './range.ts'

const today = '2026-11-03' as Day

describe('a search range', () => {
  test('VALID-29 the end may lie 0 to the maximum of days after the start', () => {
    expect(isRange({ start: today, end: today }, limits.searchDays)).toBe(true)
    expect(isRange({ start: addDays(today, -180), end: today }, limits.searchDays)).toBe(true)
    expect(isRange({ start: today, end: addDays(today, -1) }, limits.searchDays)).toBe(false)
  })

  test('VALID-28 CONST-11 181 days are refused', () => {
    expect(isRange({ start: addDays(today, -181), end: today }, limits.searchDays)).toBe(false)
    expect(isRange({ start: addDays(today, -8), end: today }, 7)).toBe(false)
  })

  test('a half-typed day is no range', () => {
    expect(isRange({ start: '', end: today }, limits.searchDays)).toBe(false)
    expect(isRange({ start: '2026-02-30', end: today }, limits.searchDays)).toBe(false)
  })

  test('SESSION-13 CONST-12 seven days end today and start six days ago', () => {
    expect(lastDays(7, today)).toEqual({ start: '2026-10-28', end: '2026-11-03' })
    expect(presetOf(lastDays(30, today), today)).toBe(30)
    expect(presetOf({ start: '2026-10-28', end: '2026-11-02' }, today)).toBeNull()
  })
})

test('SESSION-15 today is the date of the account’s clock', () => {
  const lateInLondon = Date.parse('2026-11-03T23:30:00Z')
  expect(dayAt(lateInLondon, 540)).toBe('2026-11-04')
  expect(dayAt(lateInLondon, 0)).toBe('2026-11-03')
  expect(dayAt(Date.parse('2026-11-03T00:30:00Z'), -300)).toBe('2026-11-02')
})
