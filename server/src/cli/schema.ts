import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { schemaDiagram } from '../platform/database/schema-diagram.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'

/** Writes docs/schema.md from a database that the migrations have just made. */
const dataDir = mkdtempSync(join(tmpdir(), 'voltline-schema-'))
// Open to the user that the database runs as under root, so that all of it is gone with this folder.
chmodSync(dataDir, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
try {
  await migrate(postgres.url)
  const db = new Database({ url: postgres.url, connectionsMax: 1, statementMsMax: 10_000, onLost: () => {} })
  const diagram = await db.read(schemaDiagram)
  await db.close()
  writeFileSync(join(import.meta.dirname, '../../../docs/schema.md'), diagram)
  process.stdout.write('docs/schema.md is written.\n')
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
