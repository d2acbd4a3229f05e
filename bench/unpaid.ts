import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts'
import { type FloodTerms, UnpaidFlood } from '../tests/unpaid/flood.ts'

const floods: { name: string; terms: FloodTerms; unpaidMax: number | undefined }[] = []
const second = 1_000
const base: FloodTerms = {
  processes: 1,
  countsPromises: true,
  limitImpressions: 10_000,
  senders: 64,
  shownShare: 1,
  showMsMax: 100,
  billingStoppedMs: 0,
  floodMsMax: 120 * second,
}
const stopped = { ...base, billingStoppedMs: 60 * second }
const healthyMax = 0.005
const stoppedMax = 0.03
const utilisationMin = 0.999

for (const processes of [1, 3]) {
  const of = `${processes} ${processes === 1 ? 'process' : 'processes'}`
  floods.push(
    { name: `limit reached in a flood, ${of}`, terms: { ...base, processes }, unpaidMax: healthyMax },
    {
      name: `the same, 70 % of the offers shown, ${of}`,
      terms: { ...base, processes, shownShare: 0.7 },
      unpaidMax: healthyMax,
    },
    {
      name: `billing stopped for 60 s in a flood, ${of}`,
      terms: { ...stopped, processes },
      unpaidMax: stoppedMax,
    },
  )
}
floods.push(
  { name: 'control without the estimate', terms: { ...base, countsPromises: false }, unpaidMax: undefined },
  {
    name: 'control without the estimate, billing stopped for 15 s',
    terms: { ...base, countsPromises: false, billingStoppedMs: 15 * second },
    unpaidMax: undefined,
  },
)

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

async function runFlood(serverUrl: string, number: number): Promise<boolean> {
  const flood = floods[number]
  if (!flood) return true
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query(`create database flood_${number}`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/flood_${number}`
  await migrate(url.href)
  const figures = await new UnpaidFlood(url.href, flood.terms).run()
  const { unpaidMax } = flood
  const isMet =
    unpaidMax === undefined || (figures.unpaidShare <= unpaidMax && figures.utilisation >= utilisationMin)
  const bar =
    unpaidMax === undefined
      ? ''
      : `; at most ${percent(unpaidMax)} and at least ${percent(utilisationMin)}: ${isMet ? 'met' : 'MISSED'}`
  process.stdout.write(
    `${flood.name}: ${figures.impressions} impressions in ${figures.seconds.toFixed(1)} s,` +
      ` unpaid ${percent(figures.unpaidShare)}, utilisation ${percent(figures.utilisation)}${bar}\n`,
  )
  return isMet
}

/** npm run bench -- unpaid: what is shown and cannot be charged when a limit is reached in a flood. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-unpaid-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const only = process.argv.slice(3).map(Number)
  let missed = 0
  try {
    for (const number of floods.keys()) {
      if (only.length > 0 && !only.includes(number)) continue
      if (!(await runFlood(database.url, number))) missed++
    }
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (missed > 0) throw new Error(`Missed: ${missed} of ${floods.length} floods.`)
}
