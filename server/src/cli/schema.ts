import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database, type ReadSession } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { rowTypes } from '../platform/database/row-types.ts'
import { schemaDiagram } from '../platform/database/schema-diagram.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

/** The files generated from the migrations, by path from the repository's root. */
const made: Record<string, (session: ReadSession) => Promise<string>> = {
  'docs/schema.md': schemaDiagram,
  'server/src/platform/database/rows.ts': rowTypes,
}
const root = join(import.meta.dirname, '../../..')

/** A temporary database with all migrations applied. */
async function withMigratedDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-schema-'))
  // As root the server runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await migrate(postgres.url)
    const db = new Database({
      url: postgres.url,
      connectionsMax: 1,
      statementMsMax: 10_000,
      onLost: () => {},
    })
    await work(db)
    await db.close()
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** npm run schema: writes the files. With --check: exits 1 and names those that are not current. */
const isCheck = process.argv.includes('--check')
await withMigratedDatabase(async (db) => {
  for (const [path, make] of Object.entries(made)) {
    const text = await db.read(make)
    const file = join(root, path)
    if (!isCheck) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) {
      process.stdout.write(`${path} is not what the migrations make: run npm run schema\n`)
      process.exitCode = 1
    }
  }
})
