import { rmSync } from 'node:fs'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/platform/postgres/embedded-postgres.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { Flood } from './flood.ts'

export interface Scene {
  server: EmbeddedPostgres
  flood: Flood
  program: ProgramProcess
}

interface SceneOptions {
  /** Of the database server; by default in memory. */
  dataDir?: string
  environment?: Readonly<Record<string, string>>
  /** The address at which the program reaches the database, if it is not the server's own. */
  reach?: (url: string) => Promise<string>
}

/** A database server of its own, the program and its traffic. What ends them is put on `ends` as they start. */
export async function makeScene(
  ends: (() => Promise<void> | void)[],
  options: SceneOptions = {},
): Promise<Scene> {
  const dataDir = options.dataDir ?? makeDatabaseFolder('voltline-faults-')
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  ends.push(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await migrate(server.url)
  const flood = new Flood(server.url)
  ends.push(() => flood.end())
  await flood.build()
  const url = options.reach ? await options.reach(server.url) : server.url
  const program = new ProgramProcess({ DATABASE_URL: url, ROLES: 'delivery,billing', ...options.environment })
  ends.push(() => program.remove())
  await program.start()
  flood.url = program.url
  return { server, flood, program }
}

export const secondsSince = (sinceMs: number): number => Math.round((performance.now() - sinceMs) / 100) / 10

export const billedEvents = async (flood: Flood): Promise<number> => {
  const [row] = await flood.rows(sql<{ events: bigint | null }>`select sum(billed_events) as events from ad`)
  return Number(row?.events ?? 0)
}

/** The status and body of /readyz. */
export async function readiness(
  program: ProgramProcess,
): Promise<{ status: number } & Record<string, unknown>> {
  const response = await fetch(`${program.url}/readyz`)
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
}

export const isReady = async (program: ProgramProcess): Promise<boolean> =>
  (await readiness(program)).status === 200
