import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KeyedSemaphore, type Release, Semaphore } from './semaphore.ts'

test('a permit goes to the callers in the order of their arrival', async () => {
  const semaphore = new Semaphore({ runningMax: 2, waitingMax: 10, waitMsMax: 60_000 })
  const began: number[] = []
  const releases: (Release | undefined)[] = []
  const all = [0, 1, 2, 3].map(async (n) => {
    releases[n] = await semaphore.acquire()
    began.push(n)
  })
  await wait(1)
  expect(began).toEqual([0, 1])
  releases[1]?.()
  await all[2]
  releases[0]?.()
  await all[3]
  expect(began).toEqual([0, 1, 2, 3])
})

test('a permit that is released twice is returned once', async () => {
  const semaphore = new Semaphore({ runningMax: 1, waitingMax: 0 })
  const release = await semaphore.acquire()
  release?.()
  release?.()
  expect(await semaphore.acquire()).toBeDefined()
  expect(await semaphore.acquire()).toBeUndefined()
})

test('keys do not share permits', async () => {
  const semaphore = new KeyedSemaphore({ runningMax: 1, waitingMax: 0, waitMsMax: 60_000 })
  expect(await semaphore.acquire('a')).toBeDefined()
  expect(await semaphore.acquire('b')).toBeDefined()
})

test('a caller that would wait too long, or behind too many, is turned away, and the next is served', async () => {
  const semaphore = new KeyedSemaphore({ runningMax: 1, waitingMax: 1, waitMsMax: 1 })
  const release = await semaphore.acquire('a')
  const late = semaphore.acquire('a')
  expect(await semaphore.acquire('a')).toBeUndefined()
  expect(await late).toBeUndefined()
  release?.()
  expect(await semaphore.acquire('a')).toBeDefined()
})

test('a bounded number run, a bounded number wait, the rest are turned away, and a failure releases its permit', async () => {
  const semaphore = new Semaphore({ runningMax: 2, waitingMax: 3 })
  let running = 0
  let most = 0
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running--
    if (fails) throw new Error('broke')
    return 'done'
  }
  const first = await Promise.allSettled(Array.from({ length: 7 }, (_, n) => semaphore.run(work(n === 0))))
  expect(most).toBe(2)
  expect(first.filter((outcome) => outcome.status === 'rejected')).toHaveLength(1)
  expect(
    first.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === undefined),
  ).toHaveLength(2)
  expect(first.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'done')).toHaveLength(
    4,
  )
  expect(await semaphore.run(work(false))).toBe('done')
})
