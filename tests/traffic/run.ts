import { parseArgs } from 'node:util'
import { parseMillionths } from '@voltline/kernel'
import { openConsoles } from './reports.ts'
import { runTraffic } from './traffic.ts'

const usage = `Usage: npm run traffic -- --rate N --minutes M [--url http://localhost:3000]
Sends N ad requests a second, more in the evening and less at night, to a running server with demo data,
and compares the responses with what the consoles then report.`

const { values } = parseArgs({
  options: { rate: { type: 'string' }, minutes: { type: 'string' }, url: { type: 'string' } },
})
const rate = Number(values.rate ?? 20)
const minutes = Number(values.minutes ?? 1)
const url = values.url ?? `http://localhost:${process.env.PORT ?? 3000}`
if (!(rate > 0 && rate <= 5_000 && minutes > 0 && minutes <= 24 * 60)) {
  console.error(usage)
  process.exit(2)
}

const { troubles } = await runTraffic({
  url,
  consoles: await openConsoles(url),
  rate,
  ms: minutes * 60_000,
  networkShare: parseMillionths(process.env.NETWORK_SHARE ?? '0.2') ?? 0,
  say: (line) => process.stdout.write(`${line}\n`),
  progress: (line) => process.stdout.write(`${line}\r`),
})
for (const line of troubles) process.stderr.write(`${line}\n`)
const isFine = troubles.length === 0
process.stdout.write(
  `${isFine ? 'The reports of both consoles agree exactly.' : 'The reports do not agree.'}\n`,
)
process.exitCode = isFine ? 0 : 1
