import { day, hour, instant } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../../platform/database/database.ts'
import { Throttle } from '../../platform/rate-limit/throttle.ts'
import { SigninLimit } from './signin-limit.ts'

const database = useFreshDatabase()
let db: Database
beforeAll(() => {
  db = new Database({ url: database.url, connectionsMax: 20, statementMsMax: 30_000, onLost: () => {} })
})
afterAll(() => db.close())

const limit = new SigninLimit(new Throttle({ on: true }))
const start = instant(Date.parse('2026-11-03T00:00:00Z'))
let guessers = 0
const from = (email: string, network: string) => ({ kind: 'signin' as const, email, network })
const take = (email: string, now = start, network = `guesser ${++guessers}`) =>
  db.transaction((tx) => limit.take(tx, from(email, network), now))

test('of 150 concurrent guesses from as many networks 100 are let through', async () => {
  const taken = await Promise.all(Array.from({ length: 150 }, () => take('a@company.test')))
  expect(taken.filter((counted) => counted !== undefined)).toHaveLength(100)
  expect(await take('b@company.test')).toBeDefined()
})

test('each guess counts for 24 hours, not only until a window ends', async () => {
  const email = 'c@company.test'
  await take(email, start)
  const later = instant(start + 23 * hour)
  for (let count = 0; count < 99; count += 1) expect(await take(email, later)).toBeDefined()
  expect(await take(email, later)).toBeUndefined()
  const next = instant(start + 24 * hour)
  expect(await take(email, next)).toBeDefined()
  expect(await take(email, next)).toBeUndefined()
})

test('a right password does not count, and makes its network known for 30 days', async () => {
  const email = 'd@company.test'
  const signedIn = await take(email, start, 'home')
  await db.transaction((tx) => limit.succeed(tx, signedIn ?? { attempt: [], tryId: 0n }, start))
  for (let count = 0; count < 100; count += 1) expect(await take(email)).toBeDefined()
  expect(await take(email)).toBeUndefined()
  expect(await take(email, start, 'home')).toBeDefined()
  const later = instant(start + 30 * day)
  for (let count = 0; count < 100; count += 1) await take(email, later)
  expect(await take(email, later, 'home')).toBeUndefined()
})
