import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestOf, roundTicks } from './ticks.ts'

test('an axis has round steps', () => {
  expect(roundTicks(38_000)).toEqual([0, 10_000, 20_000, 30_000, 40_000])
  expect(roundTicks(19_000)).toEqual([0, 5_000, 10_000, 15_000, 20_000])
  expect(roundTicks(1.7)).toEqual([0, 0.5, 1, 1.5, 2])
  expect(roundTicks(0)).toEqual([])
})

test('an axis reaches its largest value with two to five ticks', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (largest) => {
      const ticks = roundTicks(largest)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * 0.999_999)
    }),
  )
})

test('the axis is as high as a whole stack, and as the highest of values beside each other', () => {
  const points = [
    { at: 'a', values: { one: 3, other: 4 } },
    { at: 'b', values: { one: 5 } },
  ]
  const series = (kind: 'bar' | 'stack') => ['one', 'other'].map((key) => ({ key, label: key, kind }))
  expect(largestOf(points, series('stack'))).toBe(7)
  expect(largestOf(points, series('bar'))).toBe(5)
  expect(largestOf([], series('bar'))).toBe(0)
})
