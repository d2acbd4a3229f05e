import type { Clock } from '@voltline/kernel'
import { createDelivery, type Delivery } from '../../../server/src/delivery/delivery.ts'
import type { Random } from '../../../server/src/demo/random.ts'
import type { EventLog } from '../../../server/src/domain/events/event-log.ts'
import type { EventReader } from '../../../server/src/domain/events/event-reader.ts'
import { OfferTokens } from '../../../server/src/domain/tokens/offer-token.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import { makeLog } from '../../../server/src/platform/log.ts'
import type { Secrets } from '../../../server/src/platform/secrets.ts'
import { ModelClicks } from '../model/devices.ts'
import type { Model, ModelAd, ModelEvent } from '../model/model.ts'
import type { ModelRules } from '../model/rules.ts'
import { dataCenterRanges } from './conduct.ts'
import { HeldLog, type LogPlant } from './held-log.ts'

const publicUrl = 'http://ads.voltline.test'

export interface DeliveryProcess {
  /** Differs from the names of all others, also of those that have died. */
  name: string
  delivery: Delivery
  log: HeldLog
  /** The ads as they were when the process last read the database. */
  seen: Map<number, Pick<ModelAd, 'status' | 'minCost' | 'maxCost'>>
  /** The rules' settings as they were then. */
  rules: ModelRules
  /** Refused reports that are only in its memory. */
  refused: { event: ModelEvent; reason: string }[]
  /** The clicks of devices that it has counted, and when it found an address full of new devices. */
  clicks: ModelClicks
  full: Map<string, number>
}

interface Surroundings {
  db: Database
  clock: Clock
  secrets: Secrets
  random: Random
  log: EventLog
  reader: EventReader
  partitions: number
  model: Model
}

/** Two delivery processes. They read the database when the simulation says so. */
export class DeliveryProcesses {
  readonly #world: Surroundings
  readonly #options: { url: string; plant: LogPlant }
  readonly #processes: (DeliveryProcess | undefined)[] = [undefined, undefined]
  readonly tokens: OfferTokens
  /** Without the estimate of what is promised, limits are reached and exceeded far more often. */
  readonly #countsPromises: boolean
  #started = 0

  constructor(world: Surroundings, options: { url: string; plant: LogPlant }) {
    this.#world = world
    this.#options = options
    this.tokens = new OfferTokens(world.secrets, 'offer')
    this.#countsPromises = world.random.chance(0.4)
  }

  get running(): DeliveryProcess[] {
    return this.#processes.filter((process) => process !== undefined)
  }

  async any(): Promise<DeliveryProcess> {
    const number = this.#world.random.whole(0, this.#processes.length - 1)
    const process = this.#processes[number] ?? (await this.#start())
    this.#processes[number] = process
    return process
  }

  async #start(): Promise<DeliveryProcess> {
    const { db, clock, secrets, reader, partitions } = this.#world
    const { url, plant } = this.#options
    this.#started += 1
    const name = `delivery ${this.#started}`
    const log = new HeldLog(this.#world.log, { url, partitions, plant })
    const delivery = createDelivery({
      ...{ db, clock, secrets, log: makeLog('silent'), eventLog: log, eventReader: reader },
      broadcast: {
        name,
        start: () => Promise.resolve(),
        send: () => Promise.resolve(),
        stop: () => Promise.resolve(),
      },
      settings: {
        publicUrl,
        frequencyCap: 10,
        rateLimits: false,
        trustedProxies: 0,
        dataCenterRanges: dataCenterRanges(),
        countsPromises: this.#countsPromises,
      },
      fileUrl: (file) => `${publicUrl}/files/${file}`,
    })
    const process: DeliveryProcess = {
      ...{ name, delivery, log, seen: new Map(), rules: this.#world.model.rules.copy(), refused: [] },
      ...{ clicks: new ModelClicks(), full: new Map() },
    }
    await this.load(process)
    return process
  }

  async load(process: DeliveryProcess): Promise<void> {
    await process.delivery.load()
    process.seen = new Map([...this.#world.model.ads].map(([id, ad]) => [id, { ...ad }]))
    process.rules = this.#world.model.rules.copy()
  }

  /** Writes the counts that the process has in memory. */
  async flush(process: DeliveryProcess): Promise<void> {
    await process.delivery.drainIntake()
    for (const { event, reason } of process.refused) this.#world.model.refuse(event, reason)
    process.refused = []
  }

  /** What is only in memory is lost. */
  kill(process: DeliveryProcess): void {
    this.#processes[this.#processes.indexOf(process)] = undefined
  }

  async close(): Promise<void> {
    for (const { log } of this.running) if (log.isHolding) await log.release(false)
  }
}
