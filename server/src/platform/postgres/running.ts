import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { databaseName } from './cluster.ts'

/**
 * The address of the database server that a running program keeps for a data folder, for commands beside it. After a
 * crash it may name a server that is gone, so the caller must expect a refused connection.
 */
export function runningDatabaseUrl(dataDir: string): string | undefined {
  const record = readJson(join(dataDir, 'database.json'))
  if (typeof record?.place !== 'string' || typeof record.password !== 'string') return undefined
  const pidFile = join(resolve(dataDir, record.place), 'cluster', 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  // PostgreSQL writes its port in the fourth line.
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3])
  if (!Number.isInteger(port) || port <= 0) return undefined
  return `postgresql://${databaseName}:${record.password}@127.0.0.1:${port}/${databaseName}`
}

function readJson(path: string): Record<string, unknown> | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
