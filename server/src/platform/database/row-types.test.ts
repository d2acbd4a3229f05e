import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from './database.ts'
import { rowTypes } from './row-types.ts'
import { sql } from './sql.ts'

const root = join(import.meta.dirname, '../../../..')
const rowsFile = join(import.meta.dirname, 'rows.ts')
/** Reads `ad.status`. */
const adStore = join(root, 'server/src/domain/ad/store.ts')

const database = useFreshDatabase()

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database({ url: database.url, connectionsMax: 1, statementMsMax: 10_000, onLost: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const generatedRows = (): Promise<string> => withDatabase((db) => db.read(rowTypes))

/** Parsed once for both programs: most of the time goes into the libraries. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The type errors of the ad store with this source in place of rows.ts. */
function typeErrors(rows: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  options.incremental = false
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, target, ...rest) => {
    if (path === rowsFile) return ts.createSourceFile(path, rows, target)
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target, ...rest))
    return parsed.get(path)
  }
  const program = ts.createProgram([adStore], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(adStore))
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

test('the committed row types are those of the migrations', async () => {
  expect(readFileSync(rowsFile, 'utf8')).toBe(await generatedRows())
})

test('a renamed column breaks the build where it is read', async () => {
  expect(typeErrors(readFileSync(rowsFile, 'utf8'))).toEqual([])
  await withDatabase((db) => db.asOwner((tx) => tx.run(sql`alter table ad rename column status to state`)))
  const errors = typeErrors(await generatedRows())
  expect(errors).toContainEqual(expect.stringContaining("Property 'status' does not exist"))
})
