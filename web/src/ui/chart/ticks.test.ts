import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTicks } from './ticks.ts'

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
