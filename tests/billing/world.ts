import { randomUUID } from 'node:crypto'
import type { ActionType, PricingModel } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  type Instant,
  instant,
  type MediumId,
  type Micros,
  type Millionths,
  utcDay,
  won,
} from '@voltline/kernel'
import { afterAll, beforeAll } from 'vitest'
import { type Billing, createBilling } from '../../server/src/billing/billing.ts'
import type { OfferEvent } from '../../server/src/domain/events/event-log.ts'
import { appendMsMax, type EventReader } from '../../server/src/domain/events/event-reader.ts'
import { preparePartitions } from '../../server/src/domain/events/partitions/partition-count.ts'
import { PostgresEventLog } from '../../server/src/domain/events/postgres/postgres-event-log.ts'
import { PostgresEventReader } from '../../server/src/domain/events/postgres/postgres-event-reader.ts'
import { cashOf, outside } from '../../server/src/domain/ledger/account.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { encodeEvidence } from '../../server/src/domain/quality/evidence/evidence.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import type { AdRow, BillingPartitionRow, InvalidRollupRow } from '../../server/src/platform/database/rows.ts'
import { at, type Query, sql } from '../../server/src/platform/database/sql.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'
import { eventually } from '../../server/testing/eventually.ts'

export const networkShare = 200_000 as Millionths
export const partitions = 4

export interface AdTerms {
  billingType?: PricingModel
  dayLimit?: Micros
  adLimit?: Micros
  budget?: Micros
  cash?: Micros
  minCost?: number
  zone?: string
}

type BilledAdRow = AdRow & { campaign_spent: Micros; cash: Micros | null }

export interface TestAd {
  id: AdId
  campaignId: CampaignId
  advertiser: CustomerId
}

export interface TestOffer {
  issueDay: OfferEvent['issueDay']
  offerId: string
  adId: AdId
  advertiserId: CustomerId
  mediumId: MediumId
  evidence?: Buffer
  deviceId: string
  priceMicros: Micros
}

/** Short, so that processes share the partitions quickly. */
const beatMs = 200

/** Of a person in this country who breaks no rule, except that an action may come at once after its click. */
const evidenceFrom = (country: string): Buffer =>
  encodeEvidence({
    ...{
      ipHash: '',
      networkHash: '',
      formerHashes: [],
      country,
      offerCountry: country,
      agent: 'APP',
      sdk: '',
      measures: {},
    },
    ...{
      isDataCenter: false,
      hasNoPlace: false,
      isVast: false,
      isCountryMismatch: false,
      isRivalPrice: false,
    },
    ...{ isRewardedInterstitial: false, offerMs: 60_000, videoMs: 0, deviceClicks: 1, deviceImpressions: 1 },
  })

/** Billing alone, on real PostgreSQL, with a clock that only the test moves. */
export class BillingWorld {
  now: Instant = instant(Date.parse('2026-11-15T03:00:00Z'))
  readonly clock = { now: () => this.now }
  readonly db: Database
  readonly log: PostgresEventLog
  readonly reader: EventReader
  readonly billing: Billing
  medium = 0 as MediumId
  app = 0 as AppId
  publisher = 0 as CustomerId
  readonly #database: FreshDatabase

  private constructor(database: FreshDatabase) {
    this.#database = database
    this.db = this.open()
    this.log = new PostgresEventLog(this.db, { partitions })
    this.reader = new PostgresEventReader({ db: this.db, clock: this.clock, partitions })
    this.billing = this.process(this.db)
  }

  static async make(): Promise<BillingWorld> {
    const world = new BillingWorld(await freshDatabase())
    await preparePartitions(world.db, partitions)
    await world.#addPublisher()
    return world
  }

  open(): Database {
    return new Database({
      url: this.#database.url,
      connectionsMax: 12,
      statementMsMax: 20_000,
      onLost: () => {},
    })
  }

  get url(): string {
    return this.#database.url
  }

  /** Another billing process. */
  process(db: Database, batchRowsMax = 500, eventReader: EventReader = this.reader): Billing {
    const settings = { networkShare, batchRowsMax, beatMs }
    const { clock } = this
    return createBilling({ db, eventReader, clock, log: makeLog('silent'), settings })
  }

  /** Bills until everything that has arrived by now is reported as billed. Autovacuum may delay it for a while. */
  async pass(): Promise<void> {
    await this.billing.drain()
    await eventually(async () => {
      await this.billing.runBatch()
      const states = await this.rows(sql<BillingPartitionRow>`select billed_until from billing_partition`)
      return states.every((state) => state.billed_until === this.now - appendMsMax)
    })
  }

  async end(): Promise<void> {
    await this.billing.stop()
    await this.db.close()
    await this.#database.drop()
  }

  rows<R extends object>(query: Query<R>): Promise<R[]> {
    return this.db.transaction((tx) => tx.rows(query))
  }

  async #id<Id>(query: Query<{ id: Id }>): Promise<Id> {
    const [row] = await this.rows(query)
    if (!row) throw new Error('The statement returned no id.')
    return row.id
  }

  customer(type: string, zone = 'Asia/Seoul'): Promise<CustomerId> {
    const email = `${randomUUID()}@company.test`
    const moment = at(this.now)
    return this.#id(sql<{ id: CustomerId }>`
      insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                            postback_secret, registered_at, updated_at)
      values (${type}, ${email}, ${email}, '', '', '', '', ${zone}, '\\x00', ${moment}, ${moment})
      returning customer_id as id`)
  }

  async #addPublisher(): Promise<void> {
    this.publisher = await this.customer('PUBLISHER')
    const moment = at(this.now)
    this.app = await this.#id(sql<{ id: AppId }>`
      insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
      values (${this.publisher}, 'App', 'AOS', ${randomUUID()}, ${moment}, ${moment}) returning app_id as id`)
    this.medium = await this.#id(sql<{ id: MediumId }>`
      insert into medium (app_id, name, product, registered_at, updated_at)
      values (${this.app}, 'Unit', 'BANNER', ${moment}, ${moment}) returning medium_id as id`)
  }

  async credit(advertiser: CustomerId, amount: Micros): Promise<void> {
    const to = [[cashOf(advertiser), amount]] as const
    await this.db.transaction((tx) =>
      post(tx, [{ key: randomUUID(), kind: 'CREDIT', from: outside, to, at: this.now }]),
    )
  }

  async ad(terms: AdTerms = {}, sibling?: TestAd): Promise<TestAd> {
    const advertiser = sibling?.advertiser ?? (await this.customer('ADVERTISER', terms.zone))
    if (!sibling) await this.credit(advertiser, terms.cash ?? won(1_000_000))
    const campaignId = sibling?.campaignId ?? (await this.#campaign(advertiser, terms.budget))
    const plenty = won(1_000_000)
    const minCost = terms.minCost ?? 1_000
    const moment = at(this.now)
    const id = await this.#id(sql<{ id: AdId }>`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                      day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
      values (${campaignId}, ${advertiser}, 'BANNER', ${terms.billingType ?? 'CPM'}, 'Ad', 'BOTH', '{}', '{Global}',
              '{1,1,1,1,1,1,1}', ${terms.dayLimit ?? plenty}, ${terms.adLimit ?? plenty}, ${minCost}, ${minCost},
              'INPROGRESS', ${moment}, ${moment})
      returning ad_id as id`)
    return { id, campaignId, advertiser }
  }

  #campaign(advertiser: CustomerId, budget = won(1_000_000)): Promise<CampaignId> {
    const moment = at(this.now)
    return this.#id(sql<{ id: CampaignId }>`
      insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
      values (${advertiser}, 'Campaign', 'BOTH', ${budget}, '{Global}', ${moment}, ${moment})
      returning campaign_id as id`)
  }

  offer(ad: TestAd, priceMicros: Micros = won(1), deviceId = 'device', country = ''): TestOffer {
    return {
      ...{ issueDay: utcDay(this.now), offerId: randomUUID(), adId: ad.id, mediumId: this.medium },
      ...{ advertiserId: ad.advertiser, deviceId, priceMicros },
      ...(country === '' ? {} : { evidence: evidenceFrom(country) }),
    }
  }

  event(offer: TestOffer, action: ActionType): OfferEvent {
    return { ...offer, action, receivedAt: this.now }
  }

  /** Appends the events in this order, each in its own transaction. */
  async send(offer: TestOffer, ...actions: ActionType[]): Promise<void> {
    for (const action of actions) await this.log.append([this.event(offer, action)])
  }

  async adRow(ad: TestAd): Promise<BilledAdRow> {
    const [row] = await this.rows(sql<BilledAdRow>`
      select a.*, c.spent_micros as campaign_spent,
             (select balance_micros from ledger_account
               where kind = 'CASH' and customer_id = a.customer_id) as cash
        from ad a join campaign c using (campaign_id) where ad_id = ${ad.id}`)
    if (!row) throw new Error('The ad is gone.')
    return row
  }

  async invalid(): Promise<Record<string, number>> {
    const rows = await this.rows(
      sql<InvalidRollupRow>`select reason, sum(count)::bigint as count from invalid_rollup_now group by reason`,
    )
    return Object.fromEntries(rows.map((row) => [row.reason, Number(row.count)]))
  }

  /** Whether the ledger adds up. */
  async booksAreRight(): Promise<boolean> {
    return isGood(await this.db.transaction(proveBooks))
  }
}

/** A world for the tests of one file. */
export function useBillingWorld(): () => BillingWorld {
  let world: BillingWorld | undefined
  beforeAll(async () => {
    world = await BillingWorld.make()
  })
  afterAll(() => world?.end())
  return () => {
    if (!world) throw new Error('The world is made before the tests.')
    return world
  }
}
