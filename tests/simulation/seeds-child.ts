import { rmSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { startNats } from '../../server/testing/event-log/nats-server.ts'
import { databaseUrl, simulateOnEmptyDatabase } from './seed-database.ts'

/** One process of `npm run simulate`: runs the seeds that its parent names, on a database server of its own. */
const template = 'simulation_template'
const dataDir = makeDatabaseFolder('voltline-simulate-')
process.env.SIMULATION_FILES = `${dataDir}/files`
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const nats = process.argv.includes('--jetstream') ? await startNats() : undefined

async function end(): Promise<void> {
  await nats?.stop()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
}

process.on('uncaughtException', (fault) => {
  console.error(fault)
  process.exitCode = 1
  void end()
})

process.on('message', (message: 'stop' | { seed: number }) => {
  if (message === 'stop') void end()
  else {
    simulateOnEmptyDatabase({ url: server.url, template }, { seed: message.seed, natsUrl: nats?.url }).then(
      (outcome) => process.send?.(outcome),
      (fault: unknown) => {
        console.error(`Seed ${message.seed}:`, fault)
        process.exitCode = 1
        void end()
      },
    )
  }
})
// The parent has ended.
process.on('disconnect', () => void end())

const client = new pg.Client(server.url)
await client.connect()
await client.query(`create database ${template}`)
await client.end()
await migrate(databaseUrl(server, template))
process.send?.('ready')
