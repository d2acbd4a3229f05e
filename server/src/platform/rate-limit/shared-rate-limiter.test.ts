import { instant, minute } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../database/database.ts'
import { SharedRateLimiter } from './shared-rate-limiter.ts'

const database = useFreshDatabase()
let db: Database
beforeAll(() => {
  db = new Database({ url: database.url, connectionsMax: 10, statementMsMax: 10_000, onLost: () => {} })
})
afterAll(() => db.close())

const start = instant(Date.parse('2026-11-03T00:00:00Z'))
const rate = { count: 10, windowMs: minute }

test('of 60 concurrent calls at three processes ten are allowed, and ten more in the next window', async () => {
  const processes = [1, 2, 3].map(() => new SharedRateLimiter(db))
  const allowed = async (now: number) => {
    const taken = processes.flatMap((limiter) =>
      Array.from({ length: 20 }, () => limiter.take(['signin', 'a'], rate, instant(now))),
    )
    return (await Promise.all(taken)).filter(Boolean).length
  }
  expect(await allowed(start)).toBe(10)
  expect(await allowed(start + minute - 1)).toBe(0)
  expect(await allowed(start + minute)).toBe(10)
  expect(await processes[0]?.take(['signin', 'b'], rate, start)).toBe(true)
})

test('a key that is used up costs no statement until its window ends', async () => {
  let statements = 0
  const limiter = new SharedRateLimiter({
    statement: (query, msMax) => {
      statements += 1
      return db.statement(query, msMax)
    },
  })
  for (let count = 0; count < 100; count += 1) await limiter.take(['contact', 'a'], rate, start)
  expect(statements).toBe(11)
  expect(await limiter.take(['contact', 'a'], rate, instant(start + minute))).toBe(true)
})
