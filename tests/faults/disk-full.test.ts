import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { skipTest } from '../../server/testing/skip.ts'
import { right } from './flood.ts'
import { childrenOf } from './processes.ts'
import { billedEvents, isReady, makeScene, readiness, secondsSince } from './scene.ts'

const diskMegabytes = 300
/** The design says 2 and 30; the rest is for a busy machine. */
const notReadySecondsMax = 4
const recoverySecondsMax = 40
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A file system of its own that a test may fill. Undefined where this user may not mount one. */
function makeSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  chmodSync(folder, 0o755)
  ends.push(() => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Writes until nothing fits any more. Returns the file to remove. */
function fill(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  try {
    for (let bytes = 1 << 20; bytes >= 1 << 12; ) {
      try {
        if (writeSync(file, Buffer.alloc(bytes)) < bytes) bytes >>= 1
      } catch {
        bytes >>= 1
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}

/** A server that has died cannot even start on a full disk. */
function killServer({ clusterDir }: EmbeddedPostgres): void {
  const postmaster = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, 'SIGKILL')
}

test('fault 10: on a full disk nothing is acknowledged that is not stored, and room alone brings the service back', async (context) => {
  const disk = makeSmallDisk()
  if (!disk) skipTest(context, 'only root may mount a file system to fill')
  const dataDir = join(disk, 'data')
  const { server, flood, program } = await makeScene(ends, { dataDir })
  flood.start(8)
  await eventually(async () => (await billedEvents(flood)) > 0)
  expect(await isReady(program)).toBe(true)
  // Control: with room, nothing is refused.
  expect([...flood.statuses.keys()]).toEqual([200])

  const filler = fill(disk)
  await eventually(() => flood.statuses.has(503))
  let sinceMs = performance.now()
  await eventually(async () => (await readiness(program)).database === false)
  const notReadySeconds = secondsSince(sinceMs)

  rmSync(filler)
  sinceMs = performance.now()
  await eventually(() => isReady(program), 60_000)
  const acknowledged = flood.journal.acknowledged.size
  await eventually(() => flood.journal.acknowledged.size > acknowledged)
  const recoverySeconds = secondsSince(sinceMs)

  const again = fill(disk)
  killServer(server)
  await eventually(async () => !(await isReady(program)))
  rmSync(again)
  sinceMs = performance.now()
  await eventually(() => isReady(program), 60_000)
  const restartSeconds = secondsSince(sinceMs)

  await flood.stop()
  await program.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Disk full: not ready ${notReadySeconds} s after the first refusal, back ${recoverySeconds} s after there was room, ` +
      `with a server that had died ${restartSeconds} s; ${verdict.lost} lost, ${verdict.twice} twice, ` +
      `statuses ${JSON.stringify(Object.fromEntries(flood.statuses))}.`,
  )
  expect(verdict).toMatchObject(right)
  expect(verdict.money).toHaveLength(1)
  expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(notReadySeconds).toBeLessThan(notReadySecondsMax)
  expect(recoverySeconds).toBeLessThan(recoverySecondsMax)
  expect(restartSeconds).toBeLessThan(recoverySecondsMax)
}, 180_000)
