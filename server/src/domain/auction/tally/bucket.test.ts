import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketMiddle, bucketOf, bucketStart } from './bucket.ts'

test('a rank lies in its bucket, which is a sixteenth of an octave wide', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.1, max: 2 ** 50, noNaN: true }), (rank) => {
      const bucket = bucketOf(rank)
      expect(bucketStart(bucket)).toBeLessThanOrEqual(rank * (1 + 1e-12))
      expect(bucketStart(bucket + 1)).toBeGreaterThanOrEqual(rank * (1 - 1e-12))
      expect(bucketStart(bucket + 1) / bucketStart(bucket)).toBeCloseTo(2 ** (1 / 16), 9)
      expect(bucketOf(bucketMiddle(bucket))).toBe(bucket)
    }),
  )
})

test('ranks below one micro-won and above every legal bid have a bucket too', () => {
  expect([bucketOf(0), bucketOf(0.3), bucketOf(1)]).toEqual([0, 0, 0])
  expect(bucketOf(Number.MAX_VALUE)).toBe(1_023)
})
