import type { ServerResponse } from 'node:http'
import { type Instant, second } from '@voltline/kernel'
import type { Registry } from 'prom-client'
import { type Billing, createBilling } from './billing/billing.ts'
import { createConsole } from './console/console.ts'
import { createDelivery, type Delivery } from './delivery/delivery.ts'
import { AppRequest } from './delivery/fast/app-request.ts'
import { demoAccounts, demoPassword } from './demo/accounts.ts'
import { findPlayground } from './demo/playground.ts'
import { seedDemo } from './demo/seed.ts'
import type { Playground } from './domain/auction/playground-store.ts'
import type { EventLog } from './domain/events/event-log.ts'
import type { EventReader } from './domain/events/event-reader.ts'
import { openEventLog } from './domain/events/open-event-log.ts'
import { billingLag } from './domain/events/partitions/billing-lag.ts'
import { workMetrics } from './domain/health/work-metrics.ts'
import { foldLag } from './domain/reports/fold-lag.ts'
import { type Backup, backupTask, startBackup } from './platform/backup/backup.ts'
import { checkPlace } from './platform/backup/vault.ts'
import { openBroadcast } from './platform/broadcast/open-broadcast.ts'
import { ProgramClock } from './platform/clock.ts'
import { Database } from './platform/database/database.ts'
import { databaseMetrics } from './platform/database/metrics.ts'
import { migrate } from './platform/database/migrate.ts'
import { type Files, openFiles } from './platform/files/open.ts'
import { fileUrl } from './platform/files/uploads.ts'
import { makeHealth, processMetrics, type ReadinessProbes } from './platform/health.ts'
import { type HttpServer, makeHttpServer } from './platform/http-server.ts'
import { oldestDueJob } from './platform/jobs/lag.ts'
import { type Log, makeLog } from './platform/log.ts'
import { opsAccess } from './platform/ops-access.ts'
import { type BackupSource, startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { startPulse } from './platform/pulse.ts'
import { safeHeaders } from './platform/safe-headers.ts'
import { Secrets } from './platform/secrets.ts'
import type { Role, Settings } from './platform/settings.ts'
import { type Stopper, Stopping } from './platform/stopping.ts'
import type { Otlp } from './platform/telemetry/otlp.ts'
import { startWorker } from './worker/worker.ts'

const connectionsMax = 20
const statementMsMax = 10 * second
const stopMsMax = 9 * second

export interface Program {
  url: string
  /** Not ready from now on. Serves until load balancers have noticed. */
  drain(): Promise<void>
  /** Finishes what was accepted. Leaves behind what takes longer than `msMax`. */
  stop(msMax?: number): Promise<void>
}

async function openDatabase(settings: Settings, services: { log: Log; say: (line: string) => void }) {
  const { backup: wanted } = settings
  if (wanted) await checkPlace(wanted.place)
  const archives = wanted !== undefined
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log: services.say, archives })
      : undefined
  const url = settings.databaseUrl ?? embedded?.url ?? ''
  try {
    await migrate(url)
  } catch (fault) {
    await embedded?.stop()
    throw fault
  }
  const db = new Database({
    url,
    readUrl: settings.databaseReadUrl,
    connectionsMax,
    statementMsMax,
    onLost: (fault) => services.log.warn({ err: fault }, 'database connection lost'),
  })
  const stop = async () => {
    await db.close()
    await embedded?.stop()
  }
  try {
    const backup = await openBackup(settings, { ...services, db, url, source: embedded?.source })
    return {
      db,
      metrics: backup ? [backup.metrics] : [],
      stop: async () => {
        await backup?.stop()
        await stop()
      },
    }
  } catch (fault) {
    await stop()
    throw fault
  }
}

/** One process of a network keeps the backup: the one with the embedded database, else every worker, whose copies agree. */
async function openBackup(
  settings: Settings,
  services: {
    log: Log
    say: (line: string) => void
    db: Database
    url: string
    source?: BackupSource | undefined
  },
): Promise<Backup | undefined> {
  const { backup } = settings
  const { source, db, log } = services
  if (!backup || !(source || settings.roles.has('worker'))) return undefined
  if (!source)
    services.say('BACKUP_URL: only files are backed up. The database of DATABASE_URL needs its own backup.')
  const task = backupTask({ ...settings, backup }, { url: services.url, source })
  return startBackup({ task, log, clock: new ProgramClock(), db })
}

/** The packages that send metrics and traces are loaded only where they are sent. */
async function openTelemetry({ otlp, roles }: Settings): Promise<Otlp | undefined> {
  if (!otlp) return undefined
  const { Otlp } = await import('./platform/telemetry/otlp.ts')
  return new Otlp(otlp, roles)
}

async function closeAll(events: { log: EventLog; reader: EventReader }): Promise<void> {
  await events.reader.close()
  await events.log.close()
}

/** Resolves once every accepted event is on disk and billed. */
async function drain(roles: { delivery: Delivery | undefined; billing: Billing | undefined }): Promise<void> {
  await roles.delivery?.drainIntake()
  await roles.billing?.drain()
}

type Handler = (request: AppRequest, response: ServerResponse) => boolean

interface Foundation {
  settings: Settings
  db: Database
  clock: ProgramClock
  secrets: Secrets
  files: Files
  log: Log
  telemetry: Otlp | undefined
  eventLog: EventLog
  eventReader: EventReader
  playground: Playground | undefined
}

interface Roles {
  /** Tried in this order; the first that knows the URL handles the request. */
  handlers: Handler[]
  metrics: Registry[]
}

/** Starts this process's roles. Each is reported as soon as it runs, so that a later failure stops it. */
async function startRoles(foundation: Foundation, onStarted: (stopper: Stopper) => void): Promise<Roles> {
  const { settings, db, clock, secrets, files, log, eventLog, eventReader, playground } = foundation
  const roles: Roles = { handlers: [], metrics: [] }
  const tracer = foundation.telemetry
  const pulse = startPulse({ db, clock, log, roles: [...settings.roles] })
  onStarted({ name: 'pulse', stop: pulse.stop })
  let billing: Billing | undefined
  if (settings.roles.has('billing')) {
    billing = createBilling({ db, eventReader, clock, log, settings, tracer })
    billing.start()
    onStarted({ name: 'billing', stop: billing.stop.bind(billing) })
    roles.metrics.push(billing.metrics)
  }
  let delivery: Delivery | undefined
  if (settings.roles.has('delivery')) {
    const materialUrl = (name: string) => fileUrl(settings.publicUrl, name)
    const broadcast = await openBroadcast({ db, log, settings })
    delivery = createDelivery({
      ...{ db, clock, secrets, log, settings, eventLog, eventReader, broadcast, playground, tracer },
      fileUrl: materialUrl,
    })
    onStarted({ name: 'delivery', stop: delivery.stop })
    await delivery.start()
    roles.handlers.push(delivery.handle)
    roles.metrics.push(delivery.metrics)
  }
  if (settings.roles.has('worker')) {
    const worker = startWorker({ db, eventReader, clock, log, files, secrets, settings })
    onStarted({ name: 'worker', stop: worker.stop })
    roles.metrics.push(workMetrics({ db, clock }))
  }
  if (settings.roles.has('web')) {
    const dev = { setClock: (now: Instant) => clock.set(now), drain: () => drain({ delivery, billing }) }
    const app = await createConsole({
      eventReader,
      db,
      clock,
      secrets,
      settings,
      log,
      files,
      dev,
      playground,
    })
    onStarted({ name: 'web', stop: () => app.close() })
    roles.handlers.push((request, response) => {
      // Fastify answers a malformed URL before any hook; its hooks replace these headers on all other answers.
      for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value)
      app.routing(request, response)
      return true
    })
  }
  return roles
}

async function fillWithDemo(
  foundation: Omit<Foundation, 'playground' | 'eventLog' | 'eventReader'>,
  say: (line: string) => void,
): Promise<Playground | undefined> {
  const began = Date.now()
  const onMaking = () => say('Making demo data: 200 days of traffic (first start, about half a minute) …')
  const made = await seedDemo({ ...foundation, onMaking })
  if (made) say(`Demo data is there (${Math.round((Date.now() - began) / 1_000)} s).`)
  return findPlayground(foundation.db)
}

function sayDemoAccounts(say: (line: string) => void): void {
  say(`Demo accounts, password ${demoPassword}:`)
  for (const { role, email } of demoAccounts) say(`  ${role.padEnd(26)}${email}`)
}

/** The age in seconds of what has been waiting since an instant; 0 if nothing waits. */
const ageOf = (since: Instant | undefined, now: Instant): number =>
  since === undefined ? 0 : (now - since) / second

function probesOf({
  settings,
  db,
  files,
  clock,
  eventReader,
  eventLog,
}: Omit<Foundation, 'playground'>): ReadinessProbes {
  const has = (role: Role) => settings.roles.has(role)
  const billingSeconds = () => billingLag({ db, eventReader, clock })
  const jobsLag = () =>
    db.read(async (session) => ageOf(await oldestDueJob(session, clock.now()), clock.now()))
  const foldSeconds = () => db.read(async (session) => (await foldLag(session, clock.now())) / second)
  return {
    services: {
      database: { check: () => db.check(), hasFailed: () => db.isStorageFull, isNeeded: true },
      eventLog: { check: () => eventLog.check(), isNeeded: has('delivery') || has('billing') },
      files: { check: () => files.store.check(), isNeeded: true },
    },
    lags: {
      billing: { read: billingSeconds, isResponsible: has('billing') },
      fold: { read: foldSeconds, isResponsible: has('worker') },
      jobs: { read: jobsLag, isResponsible: has('worker') },
    },
  }
}

/** Opens what the roles need, starts them on one port, and returns how to stop them. */
export async function start(settings: Settings, say: (line: string) => void): Promise<Program> {
  const log = makeLog(settings.logLevel)
  const stopping = new Stopping(log)
  try {
    const { db, metrics, stop } = await openDatabase(settings, { log, say })
    stopping.add('database', { name: 'database', stop })
    const clock = new ProgramClock(settings.startsAt)
    const base = {
      settings,
      db,
      log,
      clock,
      secrets: new Secrets(settings.secretKey, settings.formerSecretKeys),
      files: await openFiles(settings, log),
      telemetry: await openTelemetry(settings),
    }
    const { telemetry } = base
    if (telemetry) stopping.add('events', { name: 'telemetry', stop: () => telemetry.stop() })
    const playground = settings.demo ? await fillWithDemo(base, say) : undefined
    const events = await openEventLog(base)
    stopping.add('events', { name: 'event log', stop: () => closeAll(events) })
    const foundation: Foundation = {
      ...base,
      eventLog: events.log,
      eventReader: events.reader,
      playground,
    }
    const roles = await startRoles(foundation, (stopper) => stopping.add('roles', stopper))
    const registries = [processMetrics(), databaseMetrics(db), ...metrics, ...roles.metrics]
    telemetry?.sendMetrics(registries)
    const health = makeHealth({
      probes: probesOf(foundation),
      metrics: registries,
      mayInspect: opsAccess(settings),
    })
    const server = serve([health.handle, ...roles.handlers])
    const port = await server.listen(settings.port, settings.host)
    stopping.add('http', { name: 'http', stop: server.close })
    const url = settings.port === port ? settings.publicUrl : `http://localhost:${port}`
    say(`Voltline is ready at ${url}`)
    if (settings.demo) sayDemoAccounts(say)
    if (playground) say(`The playground, without an account: ${url}/playground`)
    const drain = () => {
      health.drain()
      return server.drain()
    }
    return { url, drain, stop: (msMax = stopMsMax) => stopping.stop(msMax) }
  } catch (fault) {
    await stopping.stop(stopMsMax)
    throw fault
  }
}

/** The first handler that knows the URL handles the request. */
const serve = (handlers: readonly Handler[]): HttpServer =>
  makeHttpServer(AppRequest, (request, response) => {
    if (!handlers.some((handle) => handle(request, response))) response.writeHead(404, safeHeaders).end()
  })
