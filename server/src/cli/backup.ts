import { readFileSync } from 'node:fs'
import { backupTask } from '../platform/backup/backup.ts'
import { BackupKeeper } from '../platform/backup/keeper.ts'
import { ProgramClock } from '../platform/clock.ts'
import { type BackupSource, startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { runningDatabase } from '../platform/postgres/running.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { isReachable } from './open-database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

interface OpenedDatabase {
  url: string
  source: BackupSource | undefined
  /** A program beside this command stores the WAL. */
  isRunning: boolean
  close(): Promise<void>
}

async function openDatabase(settings: Settings): Promise<OpenedDatabase> {
  const close = async () => {}
  if (settings.databaseUrl) return { url: settings.databaseUrl, source: undefined, isRunning: false, close }
  const running = runningDatabase(settings.dataDir)
  if (running && (await isReachable(running.url))) return { ...running, isRunning: true, close }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say, archives: true })
  return { url: embedded.url, source: embedded.source, isRunning: false, close: () => embedded.stop() }
}

/** WAL that goes elsewhere would make this base backup useless. */
function requireSamePlace(source: BackupSource, fingerprint: string): void {
  let kept: string | undefined
  try {
    kept = readFileSync(source.handoff.openFile, 'utf8').split('\n')[1]
  } catch {
    throw new Error('The running program keeps no backup. Start it again with BACKUP_URL and BACKUP_KEY.')
  }
  if (kept !== fingerprint)
    throw new Error('The running program keeps its backup in another place, or with another key.')
}

/** npm run backup: makes a base backup now and ends when it can be restored. */
try {
  const settings = readSettings(process.env)
  if (!settings.backup) throw new Error('BACKUP_URL is not set.')
  const sinceMs = performance.now()
  const database = await openDatabase(settings)
  try {
    const task = backupTask({ ...settings, backup: settings.backup }, database)
    const keeper = await BackupKeeper.open({ task, clock: new ProgramClock(), onStatus: () => {} })
    try {
      if (database.source && database.isRunning) requireSamePlace(database.source, keeper.fingerprint)
      else keeper.archive()
      await keeper.backUp({ isUrgent: true })
    } finally {
      await keeper.stop()
    }
  } finally {
    await database.close()
  }
  const seconds = ((performance.now() - sinceMs) / 1_000).toFixed(1)
  if (database.source) say(`Backed up to ${settings.backup.place.url} in ${seconds} s.`)
  else
    say(
      `Files backed up to ${settings.backup.place.url} in ${seconds} s. DATABASE_URL has its own backup tools.`,
    )
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
