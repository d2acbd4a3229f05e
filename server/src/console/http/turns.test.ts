import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('so many go at once, the next when one ends, in the order in which they came', async () => {
  const turns = new Turns({ atOnceMax: 2, waitingMax: 10, waitMsMax: 60_000 })
  const began: number[] = []
  const ends: ((() => void) | undefined)[] = []
  const all = [0, 1, 2, 3].map(async (n) => {
    ends[n] = await turns.take('a')
    began.push(n)
  })
  await wait(1)
  expect(began).toEqual([0, 1])
  ends[1]?.()
  await all[2]
  ends[0]?.()
  await all[3]
  expect(began).toEqual([0, 1, 2, 3])
})

test('another kind has turns of its own', async () => {
  const turns = new Turns({ atOnceMax: 1, waitingMax: 0, waitMsMax: 60_000 })
  expect(await turns.take('a')).toBeDefined()
  expect(await turns.take('b')).toBeDefined()
})

test('who would wait too long, or behind too many, is told so, and the line goes on', async () => {
  const turns = new Turns({ atOnceMax: 1, waitingMax: 1, waitMsMax: 1 })
  const end = await turns.take('a')
  const late = turns.take('a')
  expect(await turns.take('a')).toBeUndefined()
  expect(await late).toBeUndefined()
  end?.()
  expect(await turns.take('a')).toBeDefined()
})
