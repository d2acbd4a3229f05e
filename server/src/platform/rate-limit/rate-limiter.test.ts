import { instant, minute } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

const start = instant(1_000_000)
const rate = { count: 2, windowMs: minute }

test('a window allows its count, and the next window starts at zero', () => {
  const limiter = new RateLimiter()
  const take = (now: number) => limiter.take('a', rate, instant(now))
  expect([take(start), take(start), take(start)]).toEqual([true, true, false])
  expect(take(start + minute - 1)).toBe(false)
  expect(take(start + minute)).toBe(true)
})

test('keys are counted separately', () => {
  const limiter = new RateLimiter()
  for (let count = 0; count < 3; count += 1) limiter.take('a', rate, start)
  expect(limiter.take('b', rate, start)).toBe(true)
})

test('100,000 keys are remembered; one more forgets the oldest', () => {
  const limiter = new RateLimiter()
  const once = { count: 1, windowMs: minute }
  for (let key = 0; key < 100_000; key += 1) limiter.take(String(key), once, start)
  expect(limiter.take('0', once, start)).toBe(false)
  limiter.take('one more', once, start)
  expect(limiter.take('1', once, start)).toBe(false)
  expect(limiter.take('0', once, start)).toBe(true)
})
