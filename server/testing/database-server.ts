import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { templateName, withDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
  }
}

let stopServer: (() => Promise<void>) | undefined

/** One database server for a whole run of tests, and in it the migrated template that each file's database copies. */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-test-'))
  // Open to the user that the server runs as, so that all of it is gone with this folder.
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  stopServer = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`create database ${templateName}`)
  await client.end()
  await migrate(withDatabase(server.url, templateName))
  project.provide('databaseServerUrl', server.url)
}

export async function teardown(): Promise<void> {
  await stopServer?.()
}
