import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { runFraud } from './fraud.ts'
import { barsOf, table } from './verdict.ts'

/** npm run fraud -- [--seed N] [--minutes M]: what labelled traffic earns, on a database server of its own. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, minutes: { type: 'string' } } })
const [seed, minutes] = [Number(values.seed ?? 1), Number(values.minutes ?? 120)]
if (!Number.isSafeInteger(seed) || !(minutes >= 1 && minutes <= 7 * 24 * 60)) {
  console.error('Usage: npm run fraud -- --seed N --minutes M')
  process.exit(2)
}

const dataDir = makeDatabaseFolder('voltline-fraud-')
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
try {
  await migrate(server.url)
  const { sums, offers, events } = await runFraud({ url: server.url, seed, minutes })
  console.log(`Seed ${seed}: ${minutes} minutes, ${offers} ads, ${events} events.\n${table(sums)}`)
  if (barsOf(sums).some(({ share, max }) => share > max)) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
