import { expect, test } from 'vitest'
import { HashingPool, hashesMax, hashingThreads } from './hashing-pool.ts'

test('half the cores hash passwords, at least one thread', () => {
  expect([1, 2, 3, 4, 16].map(hashingThreads)).toEqual([1, 1, 1, 2, 8])
})

test('at most one second of work waits behind the running hashes', () => {
  expect(hashesMax(1, 100)).toBe(11)
  expect(hashesMax(4, 100)).toBe(44)
  expect(hashesMax(2, 1_500)).toBe(3)
})

test('a full pool refuses at once and admits again what was released, each release counted once', async () => {
  const pool = new HashingPool()
  const releases = []
  for (let release = pool.admit(1); release; release = pool.admit(1)) releases.push(release)
  expect(releases.length).toBeGreaterThan(1)
  releases[0]?.()
  releases[0]?.()
  expect(pool.admit(2)).toBeUndefined()
  expect(pool.admit(1)).toBeDefined()
  expect(pool.admit(1)).toBeUndefined()
})

test('a hash fits its own password only', async () => {
  const pool = new HashingPool()
  const stored = await pool.hash('voltline-2026')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/)
  expect(await pool.verify(stored, 'voltline-2026')).toBe(true)
  expect(await pool.verify(stored, 'voltline-2027')).toBe(false)
})
