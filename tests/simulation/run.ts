import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { startNats } from '../../server/testing/event-log/nats-server.ts'
import { databaseUrl, simulateOnEmptyDatabase } from './seed-database.ts'

/** npm run simulate -- --seeds N [--from X], or --seed X to replay one; --jetstream puts the event log on JetStream. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    jetstream: { type: 'boolean' },
  },
})
const from = Number(values.seed ?? values.from ?? 1)
const count = values.seed === undefined ? Number(values.seeds ?? 20) : 1
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(count) || count < 1) {
  console.error('Usage: npm run simulate -- --seeds N [--from X], or --seed X')
  process.exit(2)
}

const template = 'simulation_template'
const dataDir = makeDatabaseFolder('voltline-simulate-')
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const nats = values.jetstream ? await startNats() : undefined
try {
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migrate(databaseUrl(server, template))
  let events = 0
  for (let seed = from; seed < from + count; seed++) {
    const outcome = await simulateOnEmptyDatabase({ url: server.url, template }, { seed, natsUrl: nats?.url })
    events += outcome.events
    if (outcome.wrong.length > 0) {
      console.error(`Seed ${seed} failed; replay it with: npm run simulate -- --seed ${seed}`)
      for (const line of outcome.wrong.slice(0, 40)) console.error(`  ${line}`)
      process.exitCode = 1
      break
    }
    console.log(
      `Seed ${seed}: ${outcome.events} events, ${outcome.batches} batches, ${outcome.crashes} crashes`,
    )
  }
  if (!process.exitCode) console.log(`${count} seeds and ${events} events agree with the model.`)
} finally {
  await nats?.stop()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
