import { expect, test } from 'vitest'
import { rateBetween } from './rate.ts'

const at = (second: number, Requests: number, Events: number) => ({
  Time: `2026-11-03T12:00:${String(second).padStart(2, '0')}+09:00`,
  Requests,
  Events,
})

test('requests and events a second are what came between two refreshes', () => {
  expect(rateBetween(at(0, 100, 40), at(5, 150, 50))).toEqual({ requests: 10, events: 2, seconds: 5 })
})

test('there is no rate over midnight, when counts begin anew, nor without time between', () => {
  expect(rateBetween(at(0, 100, 40), at(5, 3, 41))).toBeNull()
  expect(rateBetween(at(0, 100, 40), at(5, 101, 0))).toBeNull()
  expect(rateBetween(at(5, 100, 40), at(5, 100, 40))).toBeNull()
})
