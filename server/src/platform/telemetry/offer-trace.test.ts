import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawLimit, drawOfOffer, drawOfToken, spanIdOf, traceIdOf } from './offer-trace.ts'

test('a token and its offer get the same draw', () => {
  for (let index = 0; index < 1_000; index++) {
    const number = randomBytes(16)
    const token = Buffer.concat([Buffer.of(5), number, randomBytes(40)]).toString('base64url')
    expect(drawOfToken(token)).toBe(drawOfOffer(number.toString('hex')))
  }
})

test('about the given share of offers is traced, none at 0 and all at 1', () => {
  const draws = Array.from({ length: 100_000 }, () => drawOfOffer(randomBytes(16).toString('hex')))
  const traced = (share: number) => draws.filter((draw) => draw < drawLimit(share)).length
  expect(traced(0)).toBe(0)
  expect(traced(1)).toBe(draws.length)
  expect(Math.abs(traced(0.01) / draws.length - 0.01)).toBeLessThan(0.003)
})

test('every process gives a step of an offer the same ids', () => {
  const uuid = '0f3c2a10-1b2c-4d5e-8f90-a1b2c3d4e5f6'
  const hex = '0f3c2a101b2c4d5e8f90a1b2c3d4e5f6'
  expect(traceIdOf(uuid)).toBe(hex)
  expect(spanIdOf(uuid, 'ad request')).toBe(spanIdOf(hex, 'ad request'))
  expect(spanIdOf(hex, 'ad request')).not.toBe(spanIdOf(hex, 'event CLICK'))
})
