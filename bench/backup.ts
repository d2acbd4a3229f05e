import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupTask } from '../server/src/platform/backup/keeper.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/src/platform/postgres/embedded-postgres.ts'
import { MeasuredServer } from './delivery/child.ts'
import { compare, perSecond, print, ratioOf, type Turns } from './delivery/compare.ts'
import { adRequest, eventRequests } from './delivery/load.ts'
import { makeMarket } from './delivery/market.ts'

const turns: Turns = { connections: 64, rounds: 9, turnsPerRound: 1, turnMs: 2_000, settleMs: 200 }
/** A base backup runs all the time, one after the other: in operation it is one a night. */
const ratioLeast = 0.9

async function startBackups(
  { source }: EmbeddedPostgres,
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'delivery', 'backup-child.ts'), { serialization: 'advanced' })
  const task: BackupTask = {
    place: { url: join(folder, 'backup'), key: 'a key that only the benchmark uses', s3: undefined },
    ...{ days: 1, dataDir: folder, databaseUrl, source, hasLocalFiles: true },
  }
  child.send(task)
  await once(child, 'message')
  return child
}

/** npm run bench -- backup: what an endless backup costs the decision and the intake. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-bench-'))
  chmodSync(folder, 0o755)
  const database = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, archives: true })
  const missed: string[] = []
  let backups: ChildProcess | undefined
  let server: MeasuredServer | undefined
  let done = 0
  try {
    const url = await makeMarket(database.url, { name: 'backup', ads: 1_000, eligible: 1 })
    server = await MeasuredServer.start('delivery-server.ts', [url, 'durable', ''])
    const running = await startBackups(database, { folder, databaseUrl: url })
    backups = running
    running.on('message', () => {
      done += 1
    })
    let events: string[] = []
    for (const [name, next] of [
      ['Decision', adRequest],
      ['Durable event intake', () => events.pop()],
    ] as const) {
      const figure = await compare(
        `${name} while base backups are made without a pause`,
        [
          { name: 'no backup', server, next, before: () => running.kill('SIGSTOP') },
          { name: 'backup', server, next, before: () => running.kill('SIGCONT') },
        ],
        {
          ...turns,
          prepare: () => {
            events = name === 'Decision' ? [] : eventRequests(60_000)
          },
        },
      )
      print(figure)
      const ratio = ratioOf(figure, perSecond, 'backup', 'no backup')
      const isMet = ratio.median >= ratioLeast
      process.stdout.write(
        `  ratio ${ratio.median.toFixed(3)}, at least ${ratioLeast}: ${isMet ? 'met' : 'MISSED'}\n`,
      )
      if (!isMet) missed.push(name)
    }
    process.stdout.write(`${done} base backups were made meanwhile.\n`)
  } finally {
    backups?.kill('SIGKILL')
    await server?.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (missed.length > 0) throw new Error(`Missed: ${missed.join(', ')}.`)
}
