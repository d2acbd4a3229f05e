import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { instant, localDay, localTime, seoul } from '@voltline/kernel'
import { Random } from '../../server/src/demo/random.ts'
import { compare } from './compare.ts'
import { Driver } from './driver.ts'
import { Journal } from './journal.ts'
import { busyness, Phones } from './people.ts'
import { type Consoles, findAdFacts, findUnits, readFigures } from './reports.ts'

export interface Traffic {
  url: string
  consoles: Consoles
  /** Ad requests per second, averaged over a day. */
  rate: number
  ms: number
  networkShare: number
  say: (line: string) => void
  /** Called twice a second. */
  progress?: (line: string) => void
}

export interface Outcome {
  journal: Journal
  /** Every wrong response and every wrong figure. */
  troubles: string[]
}

const progressMs = 500
const troublesMax = 20
const keyKnownMsMax = 5_000

/** The time by the server's clock, which may differ from ours. A new key takes a second or so to be known. */
async function serverNow(url: string, apiKey: string): Promise<number> {
  for (const since = performance.now(); ; await wait(keyKnownMsMax / 50)) {
    const response = await fetch(`${url}/sdk/v1/session`, {
      method: 'POST',
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ deviceID: 'clock', platform: 'AOS' }),
    })
    const { error, serverTime } = (await response.json()) as { error: string; serverTime?: string }
    if (serverTime) return Date.parse(serverTime)
    if (performance.now() - since > keyKnownMsMax) throw new Error(`${url}/sdk/v1/session returns ${error}.`)
  }
}

/** Resolves when every accepted event has been billed. */
async function drain(url: string): Promise<void> {
  const response = await fetch(`${url}/dev/drain`, { method: 'POST' })
  if (!response.ok) throw new Error(`${url}/dev/drain returns ${response.status}; is it a production server?`)
  await wait(100)
}

async function drive(traffic: Traffic, driver: Driver, journal: Journal, perSecond: number): Promise<void> {
  const since = performance.now()
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1_000)
    traffic.progress?.(
      `${seconds} s of ${Math.round(traffic.ms / 1_000)} s: ${journal.requests} requests, ${journal.events} events, ` +
        `${driver.inFlight} under way, ${journal.surprises.length + journal.lostCalls} surprises   `,
    )
  }, progressMs)
  await driver.run({ perSecond: () => perSecond, until: () => performance.now() - since < traffic.ms })
  clearInterval(progress)
}

/** Sends the traffic and compares the responses with what the consoles then report. */
export async function runTraffic(traffic: Traffic): Promise<Outcome> {
  const { url, consoles, say } = traffic
  const units = await findUnits(consoles.publisher)
  const adSecrets = await findAdFacts(consoles.advertisers)
  const [unit] = units
  if (!unit) throw new Error('The publisher has no open unit in an app with a key.')
  const startedAt = await serverNow(url, unit.apiKey)
  const startDate = localDay(instant(startedAt), seoul)
  await drain(url)
  const before = await readFigures(consoles, { startDate, endDate: startDate })
  const journal = new Journal()
  const random = new Random(startedAt)
  const phones = new Phones(random, `t${randomBytes(4).toString('hex')}`)
  const driver = new Driver({ url, random, journal, phones, units, adSecrets })
  const perSecond = traffic.rate * busyness(localTime(instant(startedAt), seoul).hour)
  say(`${units.length} units, ${adSecrets.size} ads; ${perSecond.toFixed(1)} requests a second at this hour.`)
  await drive(traffic, driver, journal, perSecond)
  await drain(url)
  const endDate = localDay(instant(await serverNow(url, unit.apiKey)), seoul)
  const after = await readFigures(consoles, { startDate, endDate })
  const { lines, differences } = compare(journal, before, after, traffic.networkShare)
  for (const line of lines) say(line)
  const troubles = [...journal.surprises.slice(0, troublesMax), ...differences]
  if (journal.lostCalls > 0) troubles.push(`${journal.lostCalls} calls got no response`)
  return { journal, troubles }
}
