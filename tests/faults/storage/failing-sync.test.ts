import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../server/testing/eventually.ts'
import { skipTest } from '../../../server/testing/skip.ts'
import { right } from '../flood.ts'
import { isReady, secondsSince } from '../scene.ts'
import { makeBreakableScene } from './breakable-scene.ts'

const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

// The control is that of the power cut: a disk that reports success instead of this failure loses events.
test.for(['EIO', 'ENOSPC'] as const)(
  'a sync that fails with %s is never taken for done: calls return 503 meanwhile, and nothing acknowledged is lost',
  { timeout: 180_000 },
  async (fault, context) => {
    const { server, flood, program } = await makeBreakableScene(ends)
    if (!server.canBreakSync) skipTest(context, 'no C compiler (cc) to make syncs fail')
    expect([...flood.statuses.keys()]).toEqual([200])

    server.breakSync(fault)
    const sinceMs = performance.now()
    await eventually(() => flood.statuses.has(503))
    // PostgreSQL does not trust pages that it could not sync: it ends all its processes and reads its log again.
    expect(server.log).toMatch(/PANIC: {2}could not (fdatasync|fsync) file/)
    const acknowledged = flood.journal.acknowledged.size
    await eventually(() => flood.journal.acknowledged.size > acknowledged)
    await eventually(() => isReady(program))
    const backSeconds = secondsSince(sinceMs)
    await flood.stop()
    await program.end('SIGTERM')
    const verdict = await flood.verify()
    console.log(
      `A sync that fails with ${fault}: in service again after ${backSeconds} s; ` +
        `${verdict.acknowledged} acknowledged, ${verdict.lost} lost, ${verdict.twice} twice, ` +
        `${verdict.overspentMicros} micro-won overspent, statuses ${JSON.stringify(Object.fromEntries(flood.statuses))}.`,
    )
    expect(verdict).toMatchObject(right)
    expect(verdict.money).toHaveLength(1)
    expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
  },
)
