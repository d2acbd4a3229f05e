import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert } from '@voltline/kernel'
import { createDelivery, type Delivery } from '../../server/src/delivery/delivery.ts'
import { AppRequest } from '../../server/src/delivery/fast/app-request.ts'
import type { Playground } from '../../server/src/domain/auction/playground-store.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import type { Broadcast } from '../../server/src/platform/broadcast/broadcast.ts'
import { PostgresBroadcast } from '../../server/src/platform/broadcast/postgres-broadcast.ts'
import type { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import type { Secrets } from '../../server/src/platform/secrets.ts'
import type { TestApp } from '../../server/testing/delivery-rows.ts'

export interface ProcessOptions {
  clock: ProgramClock
  secrets: Secrets
  frequencyCap?: number
  countsPromises?: boolean
  playground?: Playground
  /** By default through the database. */
  broadcast?: Broadcast
}

const log = makeLog('silent')
export const testPartitions = 4

/** Delivery with its own memory, database connections and port, like a process of its own. */
export class DeliveryProcess {
  readonly #delivery: Delivery
  readonly #close: () => Promise<void>
  #server: Server | undefined

  private constructor(delivery: Delivery, close: () => Promise<void>) {
    this.#delivery = delivery
    this.#close = close
  }

  static async start(databaseUrl: string, options: ProcessOptions): Promise<DeliveryProcess> {
    const { clock, secrets, playground } = options
    const db = new Database({ url: databaseUrl, connectionsMax: 4, statementMsMax: 20_000, onLost: () => {} })
    const { log: eventLog, reader: eventReader } = await openEventLog({
      ...{ db, clock, log },
      settings: { eventPartitions: testPartitions },
    })
    const delivery = createDelivery({
      ...{ db, clock, secrets, log, eventLog, eventReader, playground },
      broadcast: options.broadcast ?? new PostgresBroadcast(db, 'delivery_shown'),
      settings: {
        ...{
          publicUrl: 'http://ads.voltline.test',
          rateLimits: false,
          trustedProxies: 0,
          trafficRules: false,
        },
        frequencyCap: options.frequencyCap ?? 1_000_000,
        countsPromises: options.countsPromises ?? true,
      },
      fileUrl: (name) => name,
    })
    const started = new DeliveryProcess(delivery, async () => {
      await Promise.all([eventLog.close(), eventReader.close()])
      await db.close()
    })
    await delivery.start()
    started.#server = createServer({ IncomingMessage: AppRequest }, (request, response) => {
      if (!delivery.handle(request, response)) response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => started.#server?.listen(0, '127.0.0.1', resolve))
    return started
  }

  get port(): number {
    assert(this.#server, 'the process is up')
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    await this.#delivery.stop()
    await this.#close()
  }
}

/** An SDK call to a process at this address. */
export async function callSdk<Body extends object = { error: string; ad?: { token: string } }>(
  url: string,
  app: TestApp,
  call: { path: string; body?: object },
): Promise<Body> {
  const response = await fetch(`${url}${call.path}`, {
    method: call.body ? 'POST' : 'GET',
    headers: { 'X-Api-Key': app.key, 'Content-Type': 'application/json' },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  })
  return (await response.json()) as Body
}
