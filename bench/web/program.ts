import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectionConfig } from '../../server/src/platform/database/connections/connection.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { readSettings } from '../../server/src/platform/settings.ts'
import { start } from '../../server/src/program.ts'

export interface Measured<World> {
  /** Settings in addition to those of every benchmark. */
  settings?: Record<string, string>
  fill: (db: Database) => Promise<World>
  measure: (url: string, world: World) => Promise<boolean>
}

/** On a connection of its own: it cannot run in a transaction. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(connectionConfig(url, 'owner'))
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Fills an empty database, serves site and consoles from it and measures them. Returns whether every figure is met. */
export async function measureWeb<World>({ settings, fill, measure }: Measured<World>): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-bench-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const program = await start(
    readSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      ROLES: 'web',
      DEMO: '0',
      RATE_LIMITS: '0',
      TRAFFIC_RULES: '0',
      LOG_LEVEL: 'error',
      ...settings,
    }),
    () => {},
  )
  const db = new Database({
    url: postgres.url,
    connectionsMax: 2,
    statementMsMax: 300_000,
    onLost: (fault) => console.error(fault),
  })
  try {
    const world = await fill(db)
    // Autovacuum would do the same some time after so many inserts.
    await vacuum(postgres.url)
    return await measure(`http://127.0.0.1:${new URL(program.url).port}`, world)
  } finally {
    await db.close()
    await program.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
