import { createServer } from 'node:http'
import { createDelivery } from '../../server/src/delivery/delivery.ts'
import { AppRequest } from '../../server/src/delivery/fast/app-request.ts'
import type { EventLog } from '../../server/src/domain/events/event-log.ts'
import { PostgresEventLog } from '../../server/src/domain/events/postgres-event-log.ts'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { report } from './child.ts'
import { secretKey } from './load.ts'

const [, , databaseUrl = '', mode = 'durable'] = process.argv

/** Responds before the commit and writes the same batches, so the difference is the cost of durability. */
function unwaited(log: EventLog): EventLog {
  return {
    makePartitions: (days) => log.makePartitions(days),
    append(events) {
      log.append(events).catch((fault: unknown) => process.stderr.write(`${String(fault)}\n`))
      return Promise.resolve(events.map(() => true))
    },
  }
}

const open = (connectionsMax: number) =>
  new Database({ url: databaseUrl, connectionsMax, statementMsMax: 30_000, onLost: () => {} })
const delivery = createDelivery({
  db: open(6),
  clock: new ProgramClock(),
  secrets: new Secrets(secretKey),
  log: makeLog('error'),
  settings: { publicUrl: 'http://localhost:3000', frequencyCap: 10, rateLimits: true, trustedProxies: 0 },
  fileUrl: (name) => `http://localhost:3000/files/${name}`,
  ...(mode === 'unwaited' ? { eventLog: unwaited(new PostgresEventLog(open(3))) } : {}),
})
const startedMs = performance.now()
await delivery.start()
const loadMs = performance.now() - startedMs
const server = createServer({ IncomingMessage: AppRequest }, (request, response) => {
  if (!delivery.handle(request, response)) response.writeHead(404).end()
})
report(server, { loadMs })
