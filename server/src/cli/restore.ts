import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Instant, instant } from '@voltline/kernel'
import { isGood, proveBooks } from '../domain/ledger/proof.ts'
import { restore } from '../platform/backup/restore/restore.ts'
import type { ReadSession } from '../platform/database/database.ts'
import { readSettings } from '../platform/settings.ts'

const usage = `Usage:
  npm run restore -- FROM [--until ISO-TIME] --to FOLDER   restores the backup FROM (a folder, or s3://bucket/prefix)
                                                           into an empty FOLDER, which then serves as DATA_DIR;
                                                           the key comes from BACKUP_KEY`

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Order {
  from: string
  folder: string
  until: Instant | undefined
}

function readOrder(args: string[]): Order {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { until: { type: 'string' }, to: { type: 'string' } },
    })
    const [from, ...rest] = positionals
    const untilMs = values.until === undefined ? undefined : Date.parse(values.until)
    if (from && values.to && rest.length === 0 && !Number.isNaN(untilMs)) {
      return { from, folder: resolve(values.to), until: untilMs === undefined ? undefined : instant(untilMs) }
    }
  } catch {
    // An unknown option.
  }
  throw new Error(usage)
}

/** Only the backup's settings matter here: those of the network may be set or not. */
function readPlace(from: string) {
  const { BACKUP_KEY: key = '', SECRET_KEY: secret = key } = process.env
  if (key === '') throw new Error('BACKUP_KEY is needed: the key with which the backup was made.')
  const settings = readSettings({ ...process.env, NODE_ENV: 'test', BACKUP_URL: from, SECRET_KEY: secret })
  if (!settings.backup) throw new Error(usage)
  return { place: settings.backup.place, hasLocalFiles: settings.s3 === undefined }
}

async function prove(session: ReadSession): Promise<void> {
  const proof = await proveBooks(session)
  if (!isGood(proof)) throw new Error(`The restored books do not add up: ${describe(proof)}`)
  say(`The books add up: ${proof.accounts} accounts, ${proof.entries} entries, ${proof.charges} charges.`)
}

const describe = (proof: object): string =>
  JSON.stringify(proof, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

try {
  const { from, folder, until } = readOrder(process.argv.slice(2))
  const sinceMs = performance.now()
  const { place, hasLocalFiles } = readPlace(from)
  const restored = await restore(place, { folder, until, hasLocalFiles, prove })
  if (hasLocalFiles) say(`${restored.files} stored files are what the manifest says.`)
  else say(`${restored.filesElsewhere} stored files are in S3_BUCKET and were not touched.`)
  const seconds = (performance.now() - sinceMs) / 1_000
  if (restored.database) {
    const { reachedAt, bytes } = restored.database
    const size = `${(bytes / 1_000_000_000).toFixed(2)} GB`
    say(`Restored to ${new Date(reachedAt).toISOString()} in ${seconds.toFixed(1)} s (base backup: ${size}).`)
  } else say('The backup holds only files. Restore the database with the tools of its operator.')
  say(`Start with DATA_DIR=${folder}`)
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
