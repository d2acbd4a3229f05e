import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { adMyPage, apiPrefix, signin } from '@voltline/contract'
import { instant, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../server/src/domain/account/customer-store.ts'
import { openSession } from '../server/src/domain/account/session/store.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { Client, type TestCredentials } from '../server/testing/client.ts'
import { median } from './lib/statistics.ts'
import { measureWeb } from './web/program.ts'

const rounds = 5
const callsPerRound = 100
/** As in an attack from 120 networks with 30 sign-ins a minute each. */
const signinsPerSecond = 60
const ratioMax = 2

async function addAdvertiser(db: Database): Promise<TestCredentials> {
  return db.transaction(async (tx) => {
    const now = instant(Date.now())
    const names = { firstName: 'Mina', lastName: 'Kim', company: 'Company', zone: 'Asia/Seoul' as Zone }
    const account = { type: 'ADVERTISER' as const, email: 'owner@company.test', passwordHash: '-' }
    const id = await insertCustomer(tx, { ...names, ...account, postbackSecret: Buffer.alloc(0) }, now)
    return { ...(await openSession(tx, { customerId: id }, now)), custId: String(id) }
  })
}

/** How long a console call that hashes nothing takes, in milliseconds, again and again. */
async function timeCalls(client: Client): Promise<number[]> {
  const times = []
  for (let count = 0; count < callsPerRound; count += 1) {
    const began = performance.now()
    await client.ok(adMyPage, {})
    times.push(performance.now() - began)
    await wait(5)
  }
  return times
}

/** Sends sign-ins at a fixed rate, whatever their answers, until it is stopped, and counts the statuses. */
function startFlood(url: string, statuses: Record<number, number>): () => Promise<unknown> {
  const running = new Set<Promise<void>>()
  const send = async () => {
    const reply = await fetch(`${url}${apiPrefix}${signin.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `guess-${randomUUID()}@company.test`, pw: 'wrong' }),
    })
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
    await reply.arrayBuffer()
  }
  const timer = setInterval(() => {
    const sending = send().finally(() => running.delete(sending))
    running.add(sending)
  }, 1_000 / signinsPerSecond)
  return () => {
    clearInterval(timer)
    return Promise.all(running)
  }
}

/** During a flood of sign-ins the median of another call is at most twice that of a quiet server. */
export async function bench(): Promise<void> {
  const isMet = await measureWeb({
    fill: addAdvertiser,
    async measure(url, credentials) {
      const client = new Client(url, credentials)
      await timeCalls(client)
      const quietMs = []
      const floodMs = []
      const statuses: Record<number, number> = {}
      for (let round = 0; round < rounds; round += 1) {
        quietMs.push(...(await timeCalls(client)))
        const stop = startFlood(url, statuses)
        floodMs.push(...(await timeCalls(client)))
        await stop()
      }
      const ratio = median(floodMs) / median(quietMs)
      console.log(`sign-ins by status: ${JSON.stringify(statuses)}`)
      const figures = [median(quietMs), median(floodMs)].map((ms) => ms.toFixed(1))
      console.log(`median of account/ad-my-page: ${figures[0]} ms quiet, ${figures[1]} ms in the flood`)
      console.log(`ratio ${ratio.toFixed(2)} (at most ${ratioMax})`)
      return ratio <= ratioMax
    },
  })
  if (!isMet) throw new Error('Other calls are slower than twice their median during a flood of sign-ins.')
}
