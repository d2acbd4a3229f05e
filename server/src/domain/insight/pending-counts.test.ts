import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type QuarterNumber, quartersPerDay } from '../reports/rollup/quarter.ts'
import { PendingCounts } from './pending-counts.ts'

const additions = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    quarter: fc.integer({ min: 1_980_000, max: 1_980_300 }),
    count: fc.integer({ min: 0, max: 5 }),
  }),
)

test('what is added is written once, also if writing fails at times', async () => {
  await fc.assert(
    fc.asyncProperty(additions, fc.array(fc.boolean()), async (added, failures) => {
      const pending = new PendingCounts<string>((key) => key, 1_000)
      const written = new Map<string, number>()
      const write = async (rows: readonly { key: string; utcDay: string; counts: number[] }[]) => {
        if (failures.pop()) throw new Error('away')
        for (const { key, utcDay, counts } of rows) {
          counts.forEach((count, index) => {
            if (count > 0)
              written.set(
                `${key} ${utcDay} ${index}`,
                (written.get(`${key} ${utcDay} ${index}`) ?? 0) + count,
              )
          })
        }
      }
      const expected = new Map<string, number>()
      for (const { key, quarter, count } of added) {
        pending.add(key, quarter as QuarterNumber, count)
        const day = new Date(quarter * 900_000).toISOString().slice(0, 10)
        const name = `${key} ${day} ${quarter % quartersPerDay}`
        if (count > 0) expected.set(name, (expected.get(name) ?? 0) + count)
        await pending.flush(2, write).catch(() => {})
      }
      failures.length = 0
      await pending.flush(2, write)
      expect(written).toEqual(expected)
      expect([pending.size, pending.lost]).toEqual([0, 0])
    }),
  )
})

test('what does not fit is counted', () => {
  const pending = new PendingCounts<number>(String, 2)
  for (const key of [1, 2, 3, 1, 3]) pending.add(key, 1_980_000 as QuarterNumber, 10)
  expect([pending.size, pending.lost]).toEqual([2, 20])
})
