import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { handoffOf } from './archiving.ts'
import { addressOf, adminAddressOf } from './cluster.ts'
import type { BackupSource } from './embedded-postgres.ts'

/**
 * The database server that a running program keeps for a data folder, for commands beside it. After a crash it may name
 * a server that is gone, so the caller must expect a refused connection.
 */
export function runningDatabase(dataDir: string): { url: string; source: BackupSource } | undefined {
  const record = readJson(join(dataDir, 'database.json'))
  if (typeof record?.place !== 'string' || typeof record.password !== 'string') return undefined
  const folder = resolve(dataDir, record.place)
  const clusterDir = join(folder, 'cluster')
  const pidFile = join(clusterDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  // PostgreSQL writes its port in the fourth line.
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3])
  if (!Number.isInteger(port) || port <= 0) return undefined
  const adminUrl = adminAddressOf(String(record.adminPassword), port)
  return {
    url: addressOf(record.password, port),
    source: { adminUrl, clusterDir, handoff: handoffOf(folder) },
  }
}

function readJson(path: string): Record<string, unknown> | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
