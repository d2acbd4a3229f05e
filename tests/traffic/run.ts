import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { instant, localDay, localTime, parseMillionths, seoul } from '@voltline/kernel'
import { Random } from '../../server/src/demo/random.ts'
import { compare } from './compare.ts'
import { Driver } from './driver.ts'
import { Journal } from './journal.ts'
import { busyness, Phones } from './people.ts'
import { findAdFacts, findUnits, openConsoles, readFigures } from './reports.ts'

const usage = `Usage: npm run traffic -- --rate N --minutes M [--url http://localhost:3000]
Sends N ad requests a second, more in the evening and less at night, to a running server with demo data,
and compares what it was told with what the consoles then report.`

const { values } = parseArgs({
  options: { rate: { type: 'string' }, minutes: { type: 'string' }, url: { type: 'string' } },
})
const rate = Number(values.rate ?? 20)
const minutes = Number(values.minutes ?? 1)
const networkShare = parseMillionths(process.env.NETWORK_SHARE ?? '0.2') ?? 0
const url = values.url ?? `http://localhost:${process.env.PORT ?? 3000}`
if (!(rate > 0 && rate <= 5_000 && minutes > 0 && minutes <= 24 * 60)) {
  console.error(usage)
  process.exit(2)
}

/** The server's clock may stand elsewhere than ours. */
async function serverNow(apiKey: string): Promise<number> {
  const response = await fetch(`${url}/sdk/v1/session`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ deviceID: 'clock', platform: 'AOS' }),
  })
  const { serverTime } = (await response.json()) as { serverTime: string }
  return Date.parse(serverTime)
}

async function main(): Promise<number> {
  const consoles = await openConsoles(url)
  const units = await findUnits(consoles.publisher)
  const adFacts = await findAdFacts(consoles.advertisers)
  const [unit] = units
  if (!unit) throw new Error('The publisher has no open unit in an app with a key.')
  const startedAt = await serverNow(unit.apiKey)
  const startDate = localDay(instant(startedAt), seoul)
  await drain()
  const before = await readFigures(consoles, { startDate, endDate: startDate })
  const journal = new Journal()
  const random = new Random(startedAt)
  const phones = new Phones(random, `t${randomBytes(4).toString('hex')}`)
  const driver = new Driver({ url, random, journal, phones, units, adFacts })
  const factor = busyness(localTime(instant(startedAt), seoul).hour)
  console.log(
    `${units.length} units, ${adFacts.size} ads; ${(rate * factor).toFixed(1)} requests a second at this hour.`,
  )
  const since = performance.now()
  const totalMs = minutes * 60_000
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1_000)
    process.stdout.write(
      `\r${seconds} s of ${Math.round(totalMs / 1_000)} s: ${journal.requests} requests, ${journal.events} events, ` +
        `${driver.inFlight} under way, ${journal.surprises.length + journal.unanswered} surprises   `,
    )
  }, 500)
  await driver.run({ perSecond: () => rate * factor, until: () => performance.now() - since < totalMs })
  clearInterval(progress)
  process.stdout.write('\n')
  await drain()
  const endDate = localDay(instant(await serverNow(unit.apiKey)), seoul)
  const after = await readFigures(consoles, { startDate, endDate })
  const { lines, differences } = compare(journal, before, after, networkShare)
  for (const line of lines) console.log(line)
  const troubles = [...journal.surprises.slice(0, 20), ...differences]
  if (journal.unanswered > 0) troubles.push(`${journal.unanswered} calls were never answered`)
  for (const line of troubles) console.error(line)
  console.log(
    troubles.length === 0 ? 'The reports of both consoles agree exactly.' : 'The reports do not agree.',
  )
  return troubles.length === 0 ? 0 : 1
}

/** Until everything that was accepted has been billed. */
async function drain(): Promise<void> {
  const response = await fetch(`${url}/dev/drain`, { method: 'POST' })
  if (!response.ok) throw new Error(`${url}/dev/drain answers ${response.status}; is it a production server?`)
  await wait(100)
}

process.exitCode = await main()
