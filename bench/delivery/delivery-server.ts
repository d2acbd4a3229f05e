import { createServer } from 'node:http'
import { createDelivery } from '../../server/src/delivery/delivery.ts'
import { AppRequest } from '../../server/src/delivery/fast/app-request.ts'
import type { EventLog } from '../../server/src/domain/events/event-log.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { PostgresBroadcast } from '../../server/src/platform/broadcast/postgres-broadcast.ts'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { parseNatsUrl } from '../../server/src/platform/nats/nats-url.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { report } from './child.ts'
import { secretKey } from './load.ts'

const [, , databaseUrl = '', mode = 'durable', natsUrl = ''] = process.argv

/** Responds before the commit and writes the same batches, so the difference is the cost of durability. */
function unwaited(log: EventLog): EventLog {
  return {
    ...{ prepareDays: log.prepareDays.bind(log), findReceivedAt: log.findReceivedAt.bind(log) },
    findEvents: (offers) => log.findEvents(offers),
    gathering: log.gathering,
    laneOf: (event) => log.laneOf(event),
    check: () => log.check(),
    close: () => log.close(),
    append(events) {
      log.append(events).catch((fault: unknown) => process.stderr.write(`${String(fault)}\n`))
      return Promise.resolve(events.map(() => true))
    },
  }
}

const open = (connectionsMax: number) =>
  new Database({ url: databaseUrl, connectionsMax, statementMsMax: 30_000, onLost: () => {} })
const services = { db: open(6), clock: new ProgramClock(), log: makeLog('error') }
const servers = parseNatsUrl(natsUrl)
const { log: eventLog, reader: eventReader } = await openEventLog({
  ...services,
  settings: { eventPartitions: 16, nats: servers && { servers, credsPath: undefined, prefix: 'bench' } },
})
const delivery = createDelivery({
  ...services,
  eventReader,
  broadcast: new PostgresBroadcast(services.db, 'delivery_shown'),
  secrets: new Secrets(secretKey),
  settings: {
    ...{ publicUrl: 'http://localhost:3000', frequencyCap: 10, rateLimits: true, trustedProxies: 0 },
    recordsOutcomes: mode !== 'unrecorded',
  },
  fileUrl: (name) => `http://localhost:3000/files/${name}`,
  eventLog: mode === 'unwaited' ? unwaited(eventLog) : eventLog,
})
const startedMs = performance.now()
await delivery.start()
const loadMs = performance.now() - startedMs
const server = createServer({ IncomingMessage: AppRequest }, (request, response) => {
  if (!delivery.handle(request, response)) response.writeHead(404).end()
})
report(server, { loadMs })
