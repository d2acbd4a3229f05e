import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts'
import { MeasuredServer } from './delivery/child.ts'
import {
  compare,
  cpuPerRequest,
  type Figure,
  perSecond,
  print,
  ratioOf,
  shortTurns,
  type Turns,
} from './delivery/compare.ts'
import { measureFollowing } from './delivery/following.ts'
import { adRequest, Callers, eventRequests } from './delivery/load.ts'
import { changePrices, makeMarket } from './delivery/market.ts'
import { median } from './lib/statistics.ts'

/** Long enough for many commits. */
const longTurns: Turns = { connections: 64, rounds: 30, turnsPerRound: 1, turnMs: 500, settleMs: 50 }
const loadMsMax = 2_000
const followMsMax = 1_000

const bars = {
  bare: { least: 0.85 },
  growth: { most: 1.1 },
  ineligible: { most: 1.1 },
  durable: { least: 0.6 },
  recording: { most: 1.03 },
}

const missed: string[] = []

function judge(
  name: string,
  ratio: { median: number; least: number; greatest: number },
  bar: { least?: number; most?: number },
): void {
  const isMet = bar.least === undefined ? ratio.median <= (bar.most ?? 0) : ratio.median >= bar.least
  const wanted = bar.least === undefined ? `at most ${bar.most}` : `at least ${bar.least}`
  const spread = `${ratio.least.toFixed(2)}–${ratio.greatest.toFixed(2)}`
  process.stdout.write(
    `  ratio ${ratio.median.toFixed(3)} (${spread}), ${wanted}: ${isMet ? 'met' : 'MISSED'}\n`,
  )
  if (!isMet) missed.push(name)
}

interface Market {
  name: string
  ads: number
  eligible: number
}

/** A delivery server with its own market, whose bids change while it is measured. */
async function openDelivery(serverUrl: string, market: Market, mode = 'durable') {
  const url = await makeMarket(serverUrl, market)
  const server = await MeasuredServer.start('delivery-server.ts', [url, mode])
  const stopChanging = changePrices(url)
  return {
    url,
    server,
    async stop() {
      await stopChanging()
      await server.stop()
    },
  }
}

async function againstBare(serverUrl: string): Promise<void> {
  const delivery = await openDelivery(serverUrl, { name: 'bench_10k', ads: 10_000, eligible: 1 })
  const probe = await Callers.open(delivery.server.ready.port, 1)
  await probe.call(200, adRequest)
  probe.close()
  const bare = await MeasuredServer.start('bare-server.ts', [String(probe.responseBytes)])
  const figure = await compare(
    '1. Ad decision over HTTP, 10,000 live ads, 1% of prices changing a second, against a bare server',
    [
      { name: 'bare server', server: bare, next: adRequest },
      { name: 'delivery', server: delivery.server, next: adRequest },
    ],
    shortTurns,
  )
  await bare.stop()
  await delivery.stop()
  print(figure)
  judge('bare', ratioOf(figure, cpuPerRequest, 'bare server', 'delivery'), bars.bare)
}

/** Compares the cost of a decision in two markets. */
async function betweenMarkets(
  serverUrl: string,
  title: string,
  markets: readonly [Market, Market],
): Promise<Figure> {
  const first = await openDelivery(serverUrl, markets[0])
  const second = await openDelivery(serverUrl, markets[1])
  for (const { server, market } of [
    { server: first.server, market: markets[0] },
    { server: second.server, market: markets[1] },
  ]) {
    const ms = Math.round(server.ready.loadMs ?? 0)
    process.stdout.write(`\n${market.name}: ${market.ads} ads in memory ${ms} ms after the start\n`)
    if (ms > loadMsMax) missed.push(`load of ${market.ads} ads`)
  }
  const figure = await compare(
    title,
    [
      { name: markets[0].name, server: first.server, next: adRequest },
      { name: markets[1].name, server: second.server, next: adRequest },
    ],
    shortTurns,
  )
  await first.stop()
  await second.stop()
  print(figure)
  return figure
}

/** What it costs to count the outcome of every request. */
async function recording(serverUrl: string): Promise<void> {
  const market = { ads: 10_000, eligible: 1 }
  const recorded = await openDelivery(serverUrl, { name: 'bench_recorded', ...market })
  const unrecorded = await openDelivery(serverUrl, { name: 'bench_unrecorded', ...market }, 'unrecorded')
  const figure = await compare(
    '5. The ad decision with and without counting outcomes, 10,000 live ads',
    [
      { name: 'recorded', server: recorded.server, next: adRequest },
      { name: 'unrecorded', server: unrecorded.server, next: adRequest },
    ],
    shortTurns,
  )
  await recorded.stop()
  await unrecorded.stop()
  print(figure)
  judge('recording', ratioOf(figure, cpuPerRequest, 'recorded', 'unrecorded'), bars.recording)
}

/** How soon a change in the database affects the decision, with many ads. */
async function following(serverUrl: string): Promise<void> {
  const delivery = await openDelivery(serverUrl, { name: 'followed', ads: 100_000, eligible: 1 })
  const took = await measureFollowing(delivery.url, delivery.server.ready.port)
  await delivery.stop()
  const middle = median(took)
  const isMet = middle <= followMsMax
  process.stdout.write(
    `\nA changed bid is followed after ${Math.round(middle)} ms (${Math.round(Math.min(...took))}–${Math.round(Math.max(...took))})` +
      ` with 100,000 ads, at most ${followMsMax}: ${isMet ? 'met' : 'MISSED'}\n`,
  )
  if (!isMet) missed.push('following')
}

async function durableIntake(serverUrl: string): Promise<void> {
  const durable = await openDelivery(serverUrl, { name: 'bench_durable', ads: 1_000, eligible: 1 })
  const unwaited = await openDelivery(
    serverUrl,
    { name: 'bench_unwaited', ads: 1_000, eligible: 1 },
    'unwaited',
  )
  let events: string[] = []
  const next = () => events.pop()
  const figure = await compare(
    '4. Durable event intake against the same code not waiting for the commit, 64 connections',
    [
      { name: 'durable', server: durable.server, next },
      { name: 'not waiting', server: unwaited.server, next },
    ],
    {
      ...longTurns,
      prepare: () => {
        events = eventRequests(80_000)
      },
    },
  )
  await durable.stop()
  await unwaited.stop()
  print(figure)
  judge('durable', ratioOf(figure, perSecond, 'durable', 'not waiting'), bars.durable)
}

/** npm run bench -- delivery */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-bench-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await againstBare(database.url)
    const growth = await betweenMarkets(database.url, '2. The same, from 1,000 to 100,000 live ads', [
      { name: 'live_1k', ads: 1_000, eligible: 1 },
      { name: 'live_100k', ads: 100_000, eligible: 1 },
    ])
    judge('growth', ratioOf(growth, cpuPerRequest, 'live_100k', 'live_1k'), bars.growth)
    const ineligible = await betweenMarkets(
      database.url,
      '3. The same, 99.9% of 100,000 ads ineligible against all eligible',
      [
        { name: 'all_eligible', ads: 100_000, eligible: 1 },
        { name: 'few_eligible', ads: 100_000, eligible: 0.001 },
      ],
    )
    judge('ineligible', ratioOf(ineligible, cpuPerRequest, 'few_eligible', 'all_eligible'), bars.ineligible)
    await following(database.url)
    await durableIntake(database.url)
    await recording(database.url)
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (missed.length > 0) throw new Error(`Missed: ${missed.join(', ')}.`)
}
