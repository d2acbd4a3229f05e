import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SharedPartition, shareOf } from './sharing.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const holders = fc.array(fc.option(fc.constantFrom(...names, 'dead'), { nil: undefined }), {
  minLength: 1,
  maxLength: 40,
})
const someProcesses = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 })

const partitionsOf = (held: readonly (string | undefined)[]): SharedPartition[] =>
  held.map((holder, partition) => ({ partition, holder }))

/** Every process acts in turn on what the ones before it have left, until none changes anything. */
function settle(partitions: SharedPartition[], living: ReadonlySet<string>): number {
  for (let rounds = 1; rounds < 10; rounds++) {
    let moved = 0
    for (const own of living) {
      const { take, giveUp } = shareOf(own, partitions, living)
      for (const partition of partitions) {
        if (giveUp.includes(partition.partition)) partition.holder = undefined
        if (take.includes(partition.partition)) partition.holder = own
      }
      moved += take.length + giveUp.length
    }
    if (moved === 0) return rounds
  }
  throw new Error('It never settles.')
}

describe('partitions are shared among the living processes', () => {
  test('evenly: no process has two more than another, and none is left over', () => {
    fc.assert(
      fc.property(holders, someProcesses, (held, processes) => {
        const partitions = partitionsOf(held)
        settle(partitions, new Set(processes))
        const counts = processes.map((own) => partitions.filter(({ holder }) => holder === own).length)
        expect(counts.reduce((sum, count) => sum + count)).toBe(partitions.length)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('within three rounds', () => {
    fc.assert(
      fc.property(holders, someProcesses, (held, processes) => {
        expect(settle(partitionsOf(held), new Set(processes))).toBeLessThanOrEqual(3)
      }),
    )
  })

  test('and a process never takes what a living one holds', () => {
    fc.assert(
      fc.property(holders, someProcesses, (held, processes) => {
        const partitions = partitionsOf(held)
        const living = new Set(processes)
        for (const own of living) {
          for (const partition of shareOf(own, partitions, living).take) {
            expect(living.has(partitions[partition]?.holder ?? '')).toBe(false)
          }
        }
      }),
    )
  })

  test('and nothing moves while the shares are even', () => {
    const partitions = partitionsOf(['a', 'b', 'a', 'b', 'a'])
    expect(shareOf('a', partitions, new Set(['a', 'b']))).toEqual({ take: [], giveUp: [] })
    expect(shareOf('b', partitions, new Set(['a', 'b']))).toEqual({ take: [], giveUp: [] })
  })
})
