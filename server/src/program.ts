import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Instant } from '@voltline/kernel'
import { type Billing, createBilling } from './billing/billing.ts'
import { createConsole } from './console/console.ts'
import { ProgramClock } from './platform/clock.ts'
import { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { sql } from './platform/database/sql.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { openFiles } from './platform/files/open.ts'
import { makeHealth, makeMetrics, type Probe } from './platform/health.ts'
import { type Log, makeLog } from './platform/log.ts'
import { Secrets } from './platform/secrets.ts'
import type { Settings } from './platform/settings.ts'
import { startWorker } from './worker/worker.ts'

const connectionsMax = 20
const statementMsMax = 30_000
const closeMsMax = 10_000

export interface Program {
  url: string
  stop(): Promise<void>
}

interface Stopper {
  name: string
  stop(): Promise<void>
}

async function openDatabase(settings: Settings, parts: { log: Log; say: (line: string) => void }) {
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log: parts.say })
      : undefined
  const url = settings.databaseUrl ?? embedded?.url ?? ''
  await migrate(url)
  const db = new Database({
    url,
    connectionsMax,
    statementMsMax,
    onLost: (fault) => parts.log.warn({ err: fault }, 'database connection lost'),
  })
  const stop = async () => {
    await db.close()
    await embedded?.stop()
  }
  return { db, stop }
}

function listen(server: Server, settings: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const taken = fault.code === 'EADDRINUSE'
      reject(taken ? new Error(`Port ${settings.port} is taken. Set PORT to another.`) : fault)
    })
    server.listen(settings.port, settings.host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Finishes the requests under way; what is still open after the limit is cut. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeMsMax)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Opens what the roles need, starts them on one port, and answers how to stop all of it. */
export async function start(settings: Settings, say: (line: string) => void): Promise<Program> {
  const log = makeLog(settings.logLevel)
  const stoppers: Stopper[] = []
  const stopAll = async () => {
    for (const { name, stop } of stoppers.reverse()) {
      await stop().catch((fault: unknown) => log.error({ err: fault, part: name }, 'did not stop cleanly'))
    }
  }
  try {
    const clock = new ProgramClock(settings.startsAt)
    const secrets = new Secrets(settings.secretKey)
    const metrics = makeMetrics()
    const { db, stop } = await openDatabase(settings, { log, say })
    stoppers.push({ name: 'database', stop })
    const files = await openFiles(settings, log)
    const probes = new Map<string, Probe>([
      ['database', () => db.read(async (session) => void (await session.rows(sql`select 1`)))],
      ['files', () => files.store.check()],
    ])
    const health = makeHealth({ probes, metrics })
    const handlers: ((request: IncomingMessage, response: ServerResponse) => boolean)[] = [health.handle]
    let billing: Billing | undefined
    if (settings.roles.has('billing')) {
      billing = createBilling({ db, clock, log, settings })
      billing.start()
      stoppers.push({ name: 'billing', stop: billing.stop.bind(billing) })
    }
    if (settings.roles.has('worker')) {
      const worker = startWorker({ db, clock, log, files, settings })
      stoppers.push({ name: 'worker', stop: worker.stop })
    }
    if (settings.roles.has('web')) {
      const drain = billing && { drain: billing.drain.bind(billing) }
      const dev = { setClock: (now: Instant) => clock.set(now), ...drain }
      const app = await createConsole({ db, clock, secrets, settings, log, files, dev })
      stoppers.push({ name: 'web', stop: () => app.close() })
      handlers.push((request, response) => {
        app.routing(request, response)
        return true
      })
    }
    const server = createServer((request, response) => {
      if (!handlers.some((handle) => handle(request, response))) response.writeHead(404).end()
    })
    const port = await listen(server, settings)
    stoppers.push({
      name: 'http',
      stop: async () => {
        health.drain()
        await close(server)
      },
    })
    const url = settings.port === port ? settings.publicUrl : `http://localhost:${port}`
    say(`Voltline is ready at ${url}`)
    return { url, stop: stopAll }
  } catch (fault) {
    await stopAll()
    throw fault
  }
}
