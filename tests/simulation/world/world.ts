import { randomBytes } from 'node:crypto'
import { assert, type Clock, type Instant, type Millionths, type OperatorId } from '@voltline/kernel'
import type { Random } from '../../../server/src/demo/random.ts'
import { insertOperator } from '../../../server/src/domain/account/operator-store.ts'
import type { EventLog } from '../../../server/src/domain/events/event-log.ts'
import {
  type EventReader,
  isBefore,
  type LoggedEvent,
  type LogPosition,
} from '../../../server/src/domain/events/event-reader.ts'
import { openEventLog } from '../../../server/src/domain/events/open-event-log.ts'
import { preparePartitions } from '../../../server/src/domain/events/partitions/partition-count.ts'
import { PostgresEventLog } from '../../../server/src/domain/events/postgres/postgres-event-log.ts'
import {
  PostgresEventReader,
  toEvent,
} from '../../../server/src/domain/events/postgres/postgres-event-reader.ts'
import { Database, type DatabaseOptions } from '../../../server/src/platform/database/database.ts'
import type { EventRow } from '../../../server/src/platform/database/rows.ts'
import { type Query, sql } from '../../../server/src/platform/database/sql.ts'
import { makeLog } from '../../../server/src/platform/log.ts'
import { parseNatsUrl } from '../../../server/src/platform/nats/nats-url.ts'
import { Secrets } from '../../../server/src/platform/secrets.ts'
import { ModelPlaces } from '../model/devices.ts'
import { Model } from '../model/model.ts'
import { ModelOffers } from '../model/offers.ts'
import { ModelPayouts } from '../model/payouts.ts'
import { BillingProcesses } from './billing-processes.ts'
import { Consoles, payoutMinWon, secretKey } from './consoles.ts'
import { DeliveryProcesses } from './delivery-processes.ts'
import { FragileDatabase, type Meddler } from './fragile-database.ts'
import type { LogPlant } from './held-log.ts'

/** What a planted fault replaces in the services that the program is given. */
export interface Plant extends LogPlant {
  meddler?: (world: World) => Meddler
  networkShare?: Millionths
}

/** No divisor of a price, so that every charge has a remainder. */
const networkShare = 234_567 as Millionths
const databaseOptions = { connectionsMax: 6, statementMsMax: 20_000, onLost: () => {} }

export interface WorldOptions {
  url: string
  random: Random
  start: number
  plant: Plant
  natsUrl: string | undefined
}

/** The whole program in one process, on a small network that is the same in the database and in the model. */
export class World {
  readonly random: Random
  readonly db: Database
  readonly partitions: number
  log: EventLog
  /** For the test itself. In PostgreSQL every process reads with its own. */
  reader: EventReader
  /** Set if the log is on JetStream. */
  readonly natsUrl: string | undefined
  readonly model = new Model(networkShare)
  readonly offers = new ModelOffers()
  readonly payouts: ModelPayouts
  readonly places = new ModelPlaces()
  readonly secrets = new Secrets(secretKey)
  readonly advertisers: number[] = []
  readonly publishers: number[] = []
  readonly zoneOf = new Map<number, string>()
  /** The API key of each app. */
  readonly keys = new Map<number, string>()
  now: number
  /** The latest time of the clock so far. */
  latest: number
  readonly clock: Clock = { now: () => this.now as Instant }
  /** The database of the worker, which folds. */
  readonly worker: FragileDatabase
  readonly billing: BillingProcesses
  readonly delivery: DeliveryProcesses
  /** The database of the consoles. */
  readonly consoleDb: FragileDatabase
  #consoles: Consoles | undefined
  #operator: OperatorId | undefined

  constructor(options: WorldOptions) {
    const { url, random, plant } = options
    this.natsUrl = options.natsUrl
    this.random = random
    this.now = options.start
    this.latest = options.start
    this.payouts = new ModelPayouts(this.model, options.start, payoutMinWon)
    this.partitions = random.pick([1, 2, 5])
    const database: DatabaseOptions = { url, ...databaseOptions }
    const meddler = () => plant.meddler?.(this)
    const { partitions, clock } = this
    this.db = new Database(database)
    this.log = new PostgresEventLog(this.db, { partitions })
    this.reader = new PostgresEventReader({ db: this.db, clock, partitions })
    this.worker = new FragileDatabase(database, meddler())
    this.consoleDb = new FragileDatabase(database, meddler())
    this.billing = new BillingProcesses({
      ...{ database, clock, random, partitions, meddler },
      networkShare: plant.networkShare ?? networkShare,
      reader: () => (this.natsUrl ? this.reader : undefined),
    })
    this.delivery = new DeliveryProcesses(this, { url, plant })
  }

  get consoles(): Consoles {
    assert(this.#consoles, 'the consoles are open')
    return this.#consoles
  }

  get operator(): { operatorId: OperatorId } {
    assert(this.#operator, 'there is an operator')
    return { operatorId: this.#operator }
  }

  async open(): Promise<void> {
    await preparePartitions(this.db, this.partitions)
    if (this.natsUrl) await this.#openJetStream(this.natsUrl)
    const { clock, secrets, reader } = this
    this.#consoles = await Consoles.open({ db: this.consoleDb, clock, secrets, eventReader: reader })
    const operator = { email: 'operator@voltline.test', passwordHash: '', group: 'ADMINISTRATORS' as const }
    this.#operator = await this.db.transaction((tx) => insertOperator(tx, operator, clock.now()))
  }

  async close(): Promise<void> {
    await this.delivery.close()
    await this.billing.close()
    await this.consoleDb.close()
    await this.worker.close()
    await this.reader.close()
    await this.log.close()
    await this.db.close()
  }

  rows<R extends object>(query: Query<R>): Promise<R[]> {
    return this.db.transaction((tx) => tx.rows(query))
  }

  /** The number in the only row. */
  async id(query: Query<{ id: number }>): Promise<number> {
    const [row] = await this.rows(query)
    if (!row) throw new Error('The statement returned no id.')
    return row.id
  }

  async #openJetStream(url: string): Promise<void> {
    const servers = parseNatsUrl(url)
    assert(servers, 'the URL is one of NATS')
    const nats = { servers, credsPath: undefined, prefix: `s${randomBytes(6).toString('hex')}` }
    const opened = await openEventLog({
      ...{ db: this.db, clock: this.clock, log: makeLog('silent') },
      settings: { eventPartitions: this.partitions, nats },
    })
    this.log = opened.log
    this.reader = opened.reader
  }

  /** The events after one position up to another, in log order. */
  async eventsBetween(partition: number, from: LogPosition, to: LogPosition): Promise<LoggedEvent[]> {
    if (!isBefore(from, to)) return []
    if (this.natsUrl) {
      const { events } = await this.reader.read(partition, from, Number.MAX_SAFE_INTEGER)
      return events.filter((event) => !isBefore(to, event))
    }
    const rows = await this.rows(sql<EventRow>`
      select * from event
       where partition = ${partition}
         and (tx, seq) > (${String(from.major)}::xid8, ${from.minor}::bigint)
         and (tx, seq) <= (${String(to.major)}::xid8, ${to.minor}::bigint)
       order by tx, seq`)
    return rows.map(toEvent)
  }
}
