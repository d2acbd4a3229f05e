import { dayOn } from '@voltline/contract'
import { expect, test } from 'vitest'
import { hasDay, hoursOf, isPart, presetOfWeek, weekOf, withDay } from './schedule.ts'

test('STATE-16 STATE-17 STATE-18 STATE-19 CONST-26 presets set whole days, Sunday first', () => {
  expect(weekOf.daily).toEqual(Array(7).fill(16_777_215))
  expect(weekOf.weekday).toEqual([0, dayOn, dayOn, dayOn, dayOn, dayOn, 0])
  expect(weekOf.weekend).toEqual([dayOn, 0, 0, 0, 0, 0, dayOn])
  expect(weekOf.self).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('a stored week is shown as its preset, any other as self', () => {
  expect(presetOfWeek(weekOf.weekend)).toBe('weekend')
  expect(presetOfWeek(weekOf.daily)).toBe('daily')
  expect(presetOfWeek([dayOn, 1, 0, 0, 0, 0, 0])).toBe('self')
})

test('VALID-55 a week with no day on is told apart', () => {
  expect(hasDay(weekOf.self)).toBe(false)
  expect(hasDay(withDay(weekOf.self, 6, true))).toBe(true)
  expect(hasDay(withDay(weekOf.weekend, 0, false))).toBe(true)
})

test('single hours set through the call are shown as spans of the day', () => {
  const evening = 2 ** 18 + 2 ** 19 + 2 ** 23
  expect(isPart(evening)).toBe(true)
  expect(isPart(dayOn)).toBe(false)
  expect(hoursOf(evening)).toBe('18–20, 23–24')
  expect(hoursOf(1)).toBe('00–01')
})
