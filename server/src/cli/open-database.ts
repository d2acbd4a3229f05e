import pg from 'pg'
import { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { runningDatabase } from '../platform/postgres/running.ts'
import type { Settings } from '../platform/settings.ts'

export async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** The database of the settings; the embedded one may be running already, and is otherwise started for the command. */
async function findDatabase(
  settings: Settings,
  say: (line: string) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const nothing = async () => {}
  if (settings.databaseUrl) return { url: settings.databaseUrl, close: nothing }
  const running = runningDatabase(settings.dataDir)?.url
  if (running && (await isReachable(running))) return { url: running, close: nothing }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say })
  return { url: embedded.url, close: () => embedded.stop() }
}

/** Opens the program's database for some work and closes it afterwards. */
export async function withDatabase<T>(
  services: { settings: Settings; say: (line: string) => void; statementMsMax: number },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { url, close } = await findDatabase(services.settings, services.say)
  try {
    await migrate(url)
    const db = new Database({
      url,
      connectionsMax: 1,
      statementMsMax: services.statementMsMax,
      onLost: () => {},
    })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await close()
  }
}
