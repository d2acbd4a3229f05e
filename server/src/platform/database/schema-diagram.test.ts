import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../testing/database.ts'
import { Database } from './database.ts'
import { failedChecks } from './migrate.ts'
import { schemaDiagram } from './schema-diagram.ts'

test('docs/schema.md shows the schema that the migrations make, and their checks find nothing', async () => {
  const { url, drop } = await freshDatabase()
  const db = new Database({ url, connectionsMax: 1, statementMsMax: 10_000, onLost: () => {} })
  const written = readFileSync(join(import.meta.dirname, '../../../../docs/schema.md'), 'utf8')
  expect(written).toBe(await db.read(schemaDiagram))
  await db.close()
  expect(await failedChecks(url)).toEqual([])
  await drop()
})
