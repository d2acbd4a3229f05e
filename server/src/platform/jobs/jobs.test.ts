import { after, instant, minute } from '@voltline/kernel'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { ProgramClock } from '../clock.ts'
import { Database } from '../database/database.ts'
import type { JobRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { makeLog } from '../log.ts'
import { enqueue, lease, type NewJob } from './queue.ts'
import { HopelessJob, type JobHandler, JobRunner } from './runner.ts'

const own = useFreshDatabase()
const log = makeLog('silent')
const start = instant(Date.parse('2026-11-03T00:00:00Z'))
let db: Database
let clock: ProgramClock
const runners: JobRunner[] = []

beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 10, statementMsMax: 5_000, onLost: () => {} })
})
beforeEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await db.transaction((session) => session.run(sql`delete from job`))
  clock = new ProgramClock(start)
})
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await db.close()
})

const add = (job: Partial<NewJob> = {}) =>
  db.transaction((tx) => enqueue(tx, { kind: 'note', payload: {}, runAt: clock.now(), ...job }))
const jobs = () => db.read((session) => session.rows(sql<JobRow>`select * from job order by job_id`))
const allFinished = async () => (await jobs()).every((job) => job.finished_at !== null)

function run(handler: Partial<JobHandler>, options: { pollMs?: number; backOffMs?: () => number } = {}) {
  const runner = new JobRunner({
    ...{ db, clock, log, pollMs: 20, backOffMs: () => 0, ...options },
    handlers: [
      { kind: 'note', leaseMs: minute, concurrencyMax: 4, run: async () => async () => {}, ...handler },
    ],
  })
  runners.push(runner)
  runner.start()
  return runner
}

test('a job exists only if the transaction that queued it commits', async () => {
  await expect(
    db.transaction(async (tx) => {
      await enqueue(tx, { kind: 'note', payload: {}, runAt: start })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await jobs()).toHaveLength(0)
  await add({ payload: { word: 'hello' } })
  expect((await jobs())[0]?.payload).toEqual({ word: 'hello' })
})

test('a unique key has one unfinished job, and may be used again once it has finished', async () => {
  await add({ uniqueKey: 'october' })
  await add({ uniqueKey: 'october' })
  await add({ uniqueKey: 'november' })
  expect(await jobs()).toHaveLength(2)
  run({})
  await eventually(allFinished)
  await add({ uniqueKey: 'october', runAt: after(clock.now(), minute) })
  expect(await jobs()).toHaveLength(3)
})

test('a job may queue its own successor while it finishes', async () => {
  await add({ uniqueKey: 'nightly' })
  let times = 0
  run({
    run: async () => async (tx) => {
      times++
      await enqueue(tx, {
        kind: 'note',
        payload: {},
        runAt: after(clock.now(), minute),
        uniqueKey: 'nightly',
      })
    },
  })
  await eventually(() => times === 1)
  await eventually(async () => (await jobs()).length === 2)
  clock.set(after(clock.now(), 2 * minute))
  await eventually(() => times === 2)
})

/** Only the owner of the tables sees what other connections run. */
const runnerListens = async () => {
  const listening = sql`
    select 1 from pg_stat_activity
     where datname = current_database() and state = 'idle' and query like 'listen %'`
  return (await db.asOwner((session) => session.rows(listening))).length > 0
}

test('a committed job is taken at once, without waiting for the next poll', async () => {
  let ran = 0
  run(
    {
      run: async () => {
        ran++
        return async () => {}
      },
    },
    { pollMs: 60_000 },
  )
  await eventually(runnerListens)
  await add()
  await eventually(() => ran === 1)
})

test('several runners run each job once', async () => {
  const done: unknown[] = []
  const handler: Partial<JobHandler> = {
    run: async (job) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      return async () => void done.push(job.payload.n)
    },
  }
  for (let n = 0; n < 60; n++) await add({ payload: { n } })
  for (let n = 0; n < 3; n++) run(handler)
  await eventually(allFinished)
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

test('no more jobs of a kind run at once than its limit', async () => {
  let running = 0
  let most = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  for (let n = 0; n < 12; n++) await add()
  run({
    concurrencyMax: 3,
    run: async () => {
      most = Math.max(most, ++running)
      await released
      running--
      return async () => {}
    },
  })
  await eventually(() => running === 3)
  // Long enough for the runner to poll again, so that a fourth job would have started.
  await new Promise((resolve) => setTimeout(resolve, 100))
  release()
  await eventually(allFinished)
  expect(most).toBe(3)
})

test('a job that fails is tried again after a pause by the program’s clock', async () => {
  let tries = 0
  await add()
  run(
    {
      run: async () => {
        if (++tries < 3) throw new Error('not yet')
        return async () => {}
      },
    },
    { backOffMs: () => minute },
  )
  await eventually(() => tries === 1)
  await eventually(async () => (await jobs())[0]?.error === 'not yet')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(tries).toBe(1)
  clock.set(after(clock.now(), minute))
  await eventually(() => tries === 2)
  await eventually(async () => Number((await jobs())[0]?.run_at) > clock.now())
  clock.set(after(clock.now(), minute))
  await eventually(allFinished)
  expect(tries).toBe(3)
})

test('after the last attempt the job is given up once, with its reason', async () => {
  const reasons: string[] = []
  let tries = 0
  await add({ attemptsMax: 3 })
  run({
    run: async () => {
      throw new Error(`try ${++tries} failed`)
    },
    giveUp: async (_tx, _job, reason) => void reasons.push(reason),
  })
  await eventually(allFinished)
  expect(tries).toBe(3)
  expect(reasons).toEqual(['try 3 failed'])
  expect((await jobs())[0]).toMatchObject({ error: 'try 3 failed', attempts: 3 })
})

test('a hopeless job is not tried again', async () => {
  let tries = 0
  await add({ attemptsMax: 5 })
  run({
    run: async () => {
      tries++
      throw new HopelessJob('not a video')
    },
  })
  await eventually(allFinished)
  expect(tries).toBe(1)
})

test('if the completion fails, neither its effect nor the end of the job is committed', async () => {
  let tries = 0
  await add()
  run({
    run: async () => async (tx) => {
      await tx.run(sql`insert into setting values (${`try-${++tries}`}, '1', ${new Date(clock.now())})`)
      if (tries === 1) throw new Error('the disk is full')
    },
  })
  await eventually(allFinished)
  const kept = await db.read((session) => session.rows(sql`select key from setting`))
  expect(kept).toEqual([{ key: 'try-2' }])
})

test('the job of a dead process is run by another when its lease expires', async () => {
  await add()
  const now = clock.now()
  const dead = await db.transaction((tx) => lease(tx, { kind: 'note', leaseMs: minute, except: [] }, now))
  expect(dead?.attempt).toBe(1)
  let ran = 0
  run({
    run: async () => {
      ran++
      return async () => {}
    },
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(ran).toBe(0)
  clock.set(after(clock.now(), minute))
  await eventually(allFinished)
  expect(ran).toBe(1)
})

test('a runner that has lost its lease changes nothing, even if it finishes first', async () => {
  const effects: string[] = []
  const release: Record<number, () => void> = {}
  const handler: Partial<JobHandler> = {
    run: async (job) => {
      await new Promise<void>((resolve) => {
        release[job.attempt] = resolve
      })
      return async () => void effects.push(`attempt ${job.attempt}`)
    },
  }
  await add()
  const slow = run(handler)
  await eventually(() => release[1])
  clock.set(after(clock.now(), 2 * minute))
  const second = run(handler)
  await eventually(() => release[2])
  release[1]?.()
  await slow.stop()
  expect((await jobs())[0]?.finished_at).toBeNull()
  release[2]?.()
  await second.stop()
  expect(effects).toEqual(['attempt 2'])
  expect(await allFinished()).toBe(true)
})

test('stopping finishes the running jobs and takes no new ones', async () => {
  let running = 0
  let finished = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  for (let n = 0; n < 5; n++) await add()
  const runner = run({
    concurrencyMax: 2,
    run: async () => {
      running++
      await released
      finished++
      return async () => {}
    },
  })
  await eventually(() => running === 2)
  const stopped = runner.stop()
  release()
  await stopped
  expect(finished).toBe(2)
  expect((await jobs()).filter((job) => job.finished_at !== null)).toHaveLength(2)
})

test('the runner survives the loss of its database connection', async () => {
  let ran = 0
  run({
    run: async () => {
      ran++
      return async () => {}
    },
  })
  await add()
  await eventually(() => ran === 1)
  await db.asOwner((session) =>
    session.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`),
  )
  await vi.waitFor(() => add(), { timeout: 30_000 })
  await eventually(() => ran >= 2)
})
