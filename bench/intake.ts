import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded-postgres.ts'
import { natsServerPath, startNats } from '../server/testing/event-log/nats-server.ts'
import { MeasuredServer } from './delivery/child.ts'
import { compare, perSecond, print, ratioOf, type Turns } from './delivery/compare.ts'
import { eventRequests } from './delivery/load.ts'
import { makeMarket } from './delivery/market.ts'

const turns: Omit<Turns, 'connections'> = { rounds: 9, turnsPerRound: 1, turnMs: 1_000, settleMs: 100 }
const connectionCounts = [64, 512]
const replicas = 3
const ratioLeast = 0.8

async function openDelivery(databaseUrl: string, name: string, natsUrl = '') {
  const url = await makeMarket(databaseUrl, { name, ads: 1_000, eligible: 1 })
  return MeasuredServer.start('delivery-server.ts', [url, 'durable', natsUrl])
}

/** npm run bench -- intake: events accepted a second with the log on JetStream, against the log in PostgreSQL. */
export async function bench(): Promise<void> {
  if (natsServerPath === undefined) throw new Error('nats-server is missing: apt-get install -y nats-server')
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-bench-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const nats = await startNats({ count: replicas })
  const servers: MeasuredServer[] = []
  const missed: number[] = []
  try {
    const postgres = await openDelivery(database.url, 'intake_postgres')
    servers.push(postgres)
    const jetStream = await openDelivery(database.url, 'intake_jetstream', nats.url)
    servers.push(jetStream)
    for (const connections of connectionCounts) {
      let events: string[] = []
      const next = () => events.pop()
      const figure = await compare(
        `Durable event intake, ${connections} connections: JetStream with ${replicas} replicas against PostgreSQL`,
        [
          { name: 'PostgreSQL', server: postgres, next },
          { name: 'JetStream', server: jetStream, next },
        ],
        {
          ...turns,
          connections,
          prepare: () => {
            events = eventRequests(60_000)
          },
        },
      )
      print(figure)
      const ratio = ratioOf(figure, perSecond, 'JetStream', 'PostgreSQL')
      const isMet = ratio.median >= ratioLeast
      const spread = `${ratio.least.toFixed(2)}–${ratio.greatest.toFixed(2)}`
      process.stdout.write(
        `  ratio ${ratio.median.toFixed(3)} (${spread}), at least ${ratioLeast}: ${isMet ? 'met' : 'MISSED'}\n`,
      )
      if (!isMet) missed.push(connections)
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await nats.stop()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (missed.length > 0) throw new Error(`Missed with ${missed.join(' and ')} connections.`)
}
