import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts'
import { templateName, withDatabase } from './database.ts'
import { makeDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One per worker, in the order of the workers' numbers. */
    databaseServerUrls: readonly string[]
  }
}

interface DatabaseServer {
  url: string
  stop(): Promise<void>
}

let servers: DatabaseServer[] = []

/**
 * One database server per worker. Billing reads an event only when no older transaction is open on the whole server,
 * so test files that run side by side on one server would delay each other.
 */
export async function setup(project: TestProject): Promise<void> {
  servers = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, startServer))
  project.provide(
    'databaseServerUrls',
    servers.map((server) => server.url),
  )
}

export async function teardown(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}

/** A server with the migrated template that the database of each test file is copied from. */
async function startServer(): Promise<DatabaseServer> {
  const dataDir = makeDatabaseFolder('voltline-test-')
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`create database ${templateName}`)
  await client.end()
  await migrate(withDatabase(server.url, templateName))
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
