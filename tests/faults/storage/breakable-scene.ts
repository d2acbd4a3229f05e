import { rmSync } from 'node:fs'
import { migrate } from '../../../server/src/platform/database/migrate.ts'
import { makeDatabaseFolder } from '../../../server/testing/database-folder.ts'
import { eventually } from '../../../server/testing/eventually.ts'
import { ProgramProcess } from '../../../server/testing/program-process.ts'
import { Flood } from '../flood.ts'
import { billedEvents } from '../scene.ts'
import { BreakableServer } from './server.ts'

interface BreakableScene {
  server: BreakableServer
  flood: Flood
  program: ProgramProcess
}

/** The program and its traffic on a database whose disk can be broken; by default on a disk in memory. */
export async function makeBreakableScene(
  ends: (() => Promise<void> | void)[],
  options: { dataDir?: string } = {},
): Promise<BreakableScene> {
  const dataDir = options.dataDir ?? makeDatabaseFolder('voltline-broken-')
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await BreakableServer.make(dataDir)
  ends.push(() => server.remove())
  await server.start()
  await migrate(server.url)
  const flood = new Flood(server.url)
  ends.push(() => flood.end())
  await flood.build()
  const program = new ProgramProcess({ DATABASE_URL: server.url, ROLES: 'delivery,billing' })
  ends.push(() => program.remove())
  await program.start()
  flood.url = program.url
  flood.start(8)
  await eventually(async () => (await billedEvents(flood)) > 0)
  return { server, flood, program }
}
