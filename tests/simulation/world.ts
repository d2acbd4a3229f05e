import { randomBytes } from 'node:crypto'
import type { AdId, CustomerId, Instant, Millionths, Zone } from '@voltline/kernel'
import { assert, micros } from '@voltline/kernel'
import { type Billing, createBilling } from '../../server/src/billing/billing.ts'
import type { Random } from '../../server/src/demo/random.ts'
import type { Account } from '../../server/src/domain/account/customer-store.ts'
import { keepSpendingDay } from '../../server/src/domain/ad/spending/store.ts'
import type { EventLog, OfferEvent } from '../../server/src/domain/events/event-log.ts'
import {
  type EventReader,
  isBefore,
  type LoggedEvent,
  type LogPosition,
} from '../../server/src/domain/events/event-reader.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { preparePartitions } from '../../server/src/domain/events/partitions/partition-count.ts'
import { PostgresEventLog } from '../../server/src/domain/events/postgres-event-log.ts'
import { PostgresEventReader, toEvent } from '../../server/src/domain/events/postgres-event-reader.ts'
import { cashOf, outside } from '../../server/src/domain/ledger/account.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import { Database, type DatabaseOptions } from '../../server/src/platform/database/database.ts'
import type { EventRow } from '../../server/src/platform/database/rows.ts'
import { at, type Query, sql } from '../../server/src/platform/database/sql.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { parseNatsUrl } from '../../server/src/platform/nats/nats-url.ts'
import { FragileDatabase, type Meddler } from './fragile-database.ts'
import { Model, type ModelAd } from './model.ts'
import { SpendingDays } from './model-days.ts'

interface BillingProcess {
  db: FragileDatabase
  billing: Billing
  reader: EventReader
}

/** Short, so that a dead process is noticed soon. */
const beatMs = 50

/** What a planted fault replaces in the services that billing is given. */
export interface Plant {
  meddler?: (world: World) => Meddler
  networkShare?: Millionths
  /** Changes an event on its way into the log. */
  event?: (event: OfferEvent) => OfferEvent
}

const networkShare = 200_000 as Millionths
const zones = [
  'Asia/Seoul',
  'UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Casablanca',
]
export const anyZone = (random: Random): string => random.pick(zones)

const billingTypes = ['CPM', 'CPM', 'CPC', 'CPC', 'CPV', 'nCPI', 'nCPA']
const databaseOptions = { connectionsMax: 6, statementMsMax: 20_000, onLost: () => {} }

/** A small network of advertisers and publishers, the same in the database and in the model. */
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
  readonly advertisers: number[] = []
  readonly zoneOf = new Map<number, string>()
  now: number
  /** The latest time of the clock so far. */
  latest: number
  /** The database of the worker, which folds. */
  readonly worker: FragileDatabase
  readonly #options: DatabaseOptions
  readonly #plant: Plant
  readonly #processes: (BillingProcess | undefined)[] = [undefined, undefined]
  #credits = 0

  constructor(options: { url: string; random: Random; start: number; plant?: Plant; natsUrl?: string }) {
    this.natsUrl = options.natsUrl
    this.random = options.random
    this.now = options.start
    this.latest = options.start
    this.partitions = this.random.pick([1, 2, 5])
    this.#plant = options.plant ?? {}
    this.db = new Database({ url: options.url, ...databaseOptions })
    const { db, partitions } = this
    this.log = new PostgresEventLog(db, { partitions })
    this.reader = new PostgresEventReader({ db, clock: { now: () => this.now as Instant }, partitions })
    this.#options = { url: options.url, ...databaseOptions }
    this.worker = new FragileDatabase(this.#options, this.#plant.meddler?.(this))
  }

  /** Any of the billing processes. */
  get process(): BillingProcess {
    const number = this.random.whole(0, this.#processes.length - 1)
    const process = this.#processes[number] ?? this.#startProcess()
    this.#processes[number] = process
    return process
  }

  /** Those that run now. */
  get running(): BillingProcess[] {
    return this.#processes.filter((process) => process !== undefined)
  }

  otherThan(process: BillingProcess): BillingProcess {
    const number = this.#processes.findIndex((other) => other !== process)
    const other = this.#processes[number] ?? this.#startProcess()
    this.#processes[number] = other
    return other
  }

  append(events: readonly OfferEvent[]): Promise<boolean[]> {
    return this.log.append(events.map((event) => this.#plant.event?.(event) ?? event))
  }

  #startProcess(): BillingProcess {
    const db = new FragileDatabase(this.#options, this.#plant.meddler?.(this))
    const clock = { now: () => this.now as Instant }
    const reader = this.natsUrl
      ? this.reader
      : new PostgresEventReader({ db, clock, partitions: this.partitions })
    const billing = createBilling({
      ...{ db, clock, eventReader: reader, log: makeLog('silent') },
      settings: {
        networkShare: this.#plant.networkShare ?? networkShare,
        batchRowsMax: this.random.pick([3, 10, 40, 400]),
        beatMs,
      },
    })
    return { db, billing, reader }
  }

  /** The process has died; the others take over, and a new one takes its place. */
  async kill(process: BillingProcess): Promise<void> {
    this.#processes[this.#processes.indexOf(process)] = undefined
    // Without its database it can neither beat nor give up what it holds.
    await process.db.close()
    await process.billing.stop().catch(() => {})
  }

  async close(): Promise<void> {
    for (const process of this.#processes) {
      await process?.billing.stop()
      await process?.db.close()
    }
    await this.worker.close()
    await this.reader.close()
    await this.log.close()
    await this.db.close()
  }

  rows<R extends object>(query: Query<R>): Promise<R[]> {
    return this.db.transaction((tx) => tx.rows(query))
  }

  async #id(query: Query<{ id: number }>): Promise<number> {
    const [row] = await this.rows(query)
    if (!row) throw new Error('The statement returned no id.')
    return row.id
  }

  async build(): Promise<void> {
    await preparePartitions(this.db, this.partitions)
    if (this.natsUrl) await this.#openJetStream(this.natsUrl)
    for (let count = 0; count < 3; count++) await this.#addAdvertiser()
    for (let count = 0; count < 2; count++) await this.#addPublisher()
  }

  async #openJetStream(url: string): Promise<void> {
    const servers = parseNatsUrl(url)
    assert(servers, 'the URL is one of NATS')
    const nats = { servers, credsPath: undefined, prefix: `s${randomBytes(6).toString('hex')}` }
    const opened = await openEventLog({
      ...{ db: this.db, clock: { now: () => this.now as Instant }, log: makeLog('silent') },
      settings: { eventPartitions: this.partitions, nats },
    })
    this.log = opened.log
    this.reader = opened.reader
  }

  /** The events after one position up to another, in log order. */
  async eventsBetween(partition: number, from: LogPosition, to: LogPosition): Promise<LoggedEvent[]> {
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

  #customer(type: string, zone: string): Promise<number> {
    const name = `${type}-${this.random.uuid()}`
    const start = at(this.now)
    return this.#id(sql<{ id: number }>`
      insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                            postback_secret, registered_at, updated_at)
      values (${type}, ${name}, ${name}, '', '', '', '', ${zone}, '\\x00', ${start}, ${start})
      returning customer_id as id`)
  }

  async #addAdvertiser(): Promise<void> {
    const zone = anyZone(this.random)
    const id = await this.#customer('ADVERTISER', zone)
    this.advertisers.push(id)
    this.zoneOf.set(id, zone)
    this.model.zones.set(id, new SpendingDays(zone, this.now))
    await this.credit(id, BigInt(this.random.whole(2_000, 40_000)) * 1_000_000n)
    for (let count = this.random.whole(1, 2); count > 0; count--) {
      const campaign = await this.#addCampaign(id)
      for (let ads = this.random.whole(2, 4); ads > 0; ads--) await this.addAd(id, campaign)
    }
  }

  async #addCampaign(advertiser: number): Promise<number> {
    const budget = BigInt(this.random.whole(1_500, 20_000)) * 1_000_000n
    const start = at(this.now)
    const id = await this.#id(sql<{ id: number }>`
      insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
      values (${advertiser}, 'c', 'BOTH', ${budget}, '{Global}', ${start}, ${start}) returning campaign_id as id`)
    this.model.campaigns.set(id, { id, budget, spent: 0n })
    return id
  }

  async addAd(advertiser: number, campaignId: number): Promise<void> {
    const { random } = this
    const billingType = random.pick(billingTypes)
    const minCost = billingType === 'CPM' ? random.whole(1_000, 90_000) : random.whole(1, 700)
    const dayLimit = BigInt(random.whole(300, 5_000)) * 1_000_000n
    const adLimit = BigInt(random.whole(500, 9_000)) * 1_000_000n
    const start = at(this.now)
    const id = await this.#id(sql<{ id: number }>`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                      day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
      values (${campaignId}, ${advertiser}, 'BANNER', ${billingType}, 'a', 'BOTH', '{}', '{Global}',
              '{16777215,16777215,16777215,16777215,16777215,16777215,16777215}', ${dayLimit}, ${adLimit},
              ${minCost}, ${minCost + 500}, 'INPROGRESS', ${start}, ${start})
      returning ad_id as id`)
    this.model.ads.set(id, {
      ...{ id, campaignId, advertiser, billingType, minCost, dayLimit, adLimit, status: 'INPROGRESS' },
      ...{ spent: 0n, impressions: 0, clicks: 0, billable: 0, billed: 0 },
    })
  }

  async #addPublisher(): Promise<void> {
    const publisher = await this.#customer('PUBLISHER', anyZone(this.random))
    const start = at(this.now)
    for (let apps = this.random.whole(1, 2); apps > 0; apps--) {
      const url = this.random.uuid()
      const appId = await this.#id(sql<{ id: number }>`
        insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
        values (${publisher}, 'p', 'AOS', ${url}, ${start}, ${start}) returning app_id as id`)
      this.model.apps.set(appId, { publisher })
      for (let media = this.random.whole(1, 3); media > 0; media--) {
        const mediumId = await this.#id(sql<{ id: number }>`
          insert into medium (app_id, name, product, registered_at, updated_at)
          values (${appId}, 'm', 'BANNER', ${start}, ${start}) returning medium_id as id`)
        this.model.media.set(mediumId, { appId })
      }
    }
  }

  async credit(advertiser: number, amount: bigint): Promise<void> {
    this.#credits += 1
    await this.db.transaction((tx) =>
      post(tx, [
        {
          key: `credit ${this.#credits}`,
          kind: 'CREDIT',
          from: outside,
          to: [[cashOf(advertiser as CustomerId), micros(amount)]],
          at: this.now as Instant,
        },
      ]),
    )
    this.model.move('OUTSIDE', -amount)
    this.model.move(`CASH/${advertiser}`, amount)
  }

  /** As the consoles do it: the ad is stopped first, and a complete ad is never changed. */
  async edit(
    ad: ModelAd,
    change: { status: string; dayLimit: bigint; adLimit: bigint; minCost: number },
  ): Promise<void> {
    const changed = await this.rows(sql`
      update ad set status = ${change.status}, day_limit_micros = ${change.dayLimit},
                    budget_limit_micros = ${change.adLimit}, min_cost_won = ${change.minCost},
                    max_cost_won = ${change.minCost + 500}
       where ad_id = ${ad.id as AdId} and status <> 'COMPLETE' returning ad_id`)
    if (changed.length > 0) Object.assign(ad, change)
  }

  async changeZone(advertiser: number, zone: string): Promise<void> {
    const from = this.zoneOf.get(advertiser)
    if (from === zone) return
    await this.db.transaction(async (tx) => {
      const account = { customerId: advertiser as CustomerId, zone: from as Zone } as Account
      await keepSpendingDay(tx, account, { to: zone as Zone, at: this.now as Instant })
      await tx.run(sql`update customer set timezone = ${zone} where customer_id = ${advertiser}`)
    })
    this.model.zones.get(advertiser)?.change(zone, this.now)
    this.zoneOf.set(advertiser, zone)
  }
}
