import { parseArgs } from 'node:util'
import { minute } from '@voltline/kernel'
import { switchPartitions } from '../domain/events/postgres/postgres-switch.ts'
import { readSettings } from '../platform/settings.ts'
import { withDatabase } from './open-database.ts'

const usage = `Usage:
  npm run event-log -- --partitions N   gives the event log N partitions (1 to 256), once every event is billed;
                                        then start every process with EVENT_PARTITIONS=N`

const statementMsMax = 10 * minute
const partitionsMax = 256
const say = (line: string) => process.stdout.write(`${line}\n`)

function readPartitionCount(args: string[]): number {
  try {
    const { values } = parseArgs({ args, options: { partitions: { type: 'string' } } })
    const count = /^\d{1,3}$/.test(values.partitions ?? '') ? Number(values.partitions) : 0
    if (count >= 1 && count <= partitionsMax) return count
  } catch {
    // An unknown option.
  }
  throw new Error(usage)
}

try {
  const count = readPartitionCount(process.argv.slice(2))
  const settings = readSettings(process.env)
  const before = await withDatabase({ settings, say, statementMsMax }, (db) => switchPartitions(db, count))
  if (before === count) say(`The event log has ${count} partitions already.`)
  else say(`The event log has ${count} partitions. Start every process with EVENT_PARTITIONS=${count}.`)
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
