import { randomUUID } from 'node:crypto'
import { dayOn, type PricingModel, type Product } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  type CampaignId,
  type Clock,
  type CustomerId,
  type Instant,
  type MediumId,
  type Micros,
  won,
} from '@voltline/kernel'
import { cashOf, outside } from '../src/domain/ledger/account.ts'
import { post } from '../src/domain/ledger/ledger.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { AdRow, AppRow, CampaignRow, CustomerRow, MediumRow } from '../src/platform/database/rows.ts'
import { at, sql } from '../src/platform/database/sql.ts'
import { hashToken, randomToken, type Secrets } from '../src/platform/secrets.ts'

export interface AdTerms {
  advertiser?: CustomerId
  campaign?: CampaignId
  product?: Product
  billingType?: PricingModel
  campType?: 'AOS' | 'IOS' | 'BOTH'
  countries?: readonly string[]
  adult?: boolean
  week?: readonly number[]
  dayLimit?: Micros
  adLimit?: Micros
  budget?: Micros
  minCost?: number
  maxCost?: number
  status?: string
  name?: string
  url?: string
  materials?: readonly string[]
  appInfo?: object | null
}

export interface TestApp {
  id: AppId
  key: string
  owner: CustomerId
}

const allWeek = Array.from({ length: 7 }, () => dayOn)

/** Inserts the rows that delivery reads, without the consoles. */
export class DeliveryRows {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets

  constructor(services: { db: Database; clock: Clock; secrets: Secrets }) {
    this.db = services.db
    this.clock = services.clock
    this.secrets = services.secrets
  }

  get now(): Instant {
    return this.clock.now()
  }

  async customer(
    type: 'ADVERTISER' | 'PUBLISHER',
    options: { zone?: string; cash?: Micros; postbackSecret?: string } = {},
  ): Promise<CustomerId> {
    const email = `${randomUUID()}@company.test`
    const secret = this.secrets.seal('postback-secret', options.postbackSecret ?? randomToken())
    const now = at(this.now)
    return this.db.transaction(async (tx) => {
      const id = await tx.one(
        (row) => row.customer_id,
        sql<
          Pick<CustomerRow, 'customer_id'>
        >`insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                                  postback_secret, registered_at, updated_at)
            values (${type}, ${email}, ${email}, '', 'Mina', 'Kim', 'Company', ${options.zone ?? 'UTC'}, ${secret},
                    ${now}, ${now}) returning customer_id`,
      )
      const key = `test-credit-${id}`
      if (options.cash) {
        await post(tx, [
          { key, kind: 'CREDIT', from: outside, to: [[cashOf(id), options.cash]], at: this.now },
        ])
      }
      return id
    })
  }

  advertiser(options: { zone?: string; cash?: Micros; postbackSecret?: string } = {}): Promise<CustomerId> {
    return this.customer('ADVERTISER', { cash: won(10_000_000), ...options })
  }

  async campaign(advertiser: CustomerId, budget: Micros = won(1_000_000)): Promise<CampaignId> {
    const now = at(this.now)
    return this.db.transaction((session) =>
      session.one(
        (row) => row.campaign_id,
        sql<
          Pick<CampaignRow, 'campaign_id'>
        >`insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
            values (${advertiser}, 'Campaign', 'BOTH', ${budget}, '{Global}', ${now}, ${now}) returning campaign_id`,
      ),
    )
  }

  async ad(terms: AdTerms = {}): Promise<AdId> {
    const advertiser = terms.advertiser ?? (await this.advertiser())
    const campaign = terms.campaign ?? (await this.campaign(advertiser, terms.budget))
    const url = terms.url ?? 'https://shop.example/app'
    const now = at(this.now)
    return this.db.transaction((session) =>
      session.one(
        (row) => row.ad_id,
        sql<
          Pick<AdRow, 'ad_id'>
        >`insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos,
                            materials, countries, adult, week, day_limit_micros, budget_limit_micros, min_cost_won,
                            max_cost_won, app_info, status, registered_at, updated_at)
            values (${campaign}, ${advertiser}, ${terms.product ?? 'BANNER'}, ${terms.billingType ?? 'CPM'},
                    ${terms.name ?? 'Ad'}, ${terms.campType ?? 'BOTH'}, ${url}, ${url},
                    ${terms.materials ?? ['image-1.png']}, ${terms.countries ?? ['Global']}, ${terms.adult ?? false},
                    ${terms.week ?? allWeek}, ${terms.dayLimit ?? won(500_000)}, ${terms.adLimit ?? won(900_000)},
                    ${terms.minCost ?? 1_000}, ${terms.maxCost ?? 2_000},
                    ${terms.appInfo ? JSON.stringify(terms.appInfo) : null}, ${terms.status ?? 'INPROGRESS'},
                    ${now}, ${now}) returning ad_id`,
      ),
    )
  }

  async app(
    options: {
      owner?: CustomerId
      platform?: 'AOS' | 'IOS'
      adult?: boolean
      approved?: boolean
      hasKey?: boolean
      key?: string
    } = {},
  ): Promise<TestApp> {
    const owner = options.owner ?? (await this.customer('PUBLISHER'))
    const key = options.key ?? randomToken(16)
    const hasKey = options.hasKey ?? true
    const now = at(this.now)
    const id = await this.db.transaction((session) =>
      session.one(
        (row) => row.app_id,
        sql<
          Pick<AppRow, 'app_id'>
        >`insert into app (customer_id, name, platform, store_url, adult, approval, api_key, api_key_hash,
                             api_key_status, registered_at, updated_at)
            values (${owner}, 'App', ${options.platform ?? 'AOS'}, ${`https://store.example/${key}`},
                    ${options.adult ?? false}, ${options.approved ?? true},
                    ${hasKey ? this.secrets.seal('api-key', key) : null}, ${hasKey ? hashToken(key) : null},
                    ${hasKey ? 1 : -1}, ${now}, ${now}) returning app_id`,
      ),
    )
    return { id, key, owner }
  }

  async medium(
    app: TestApp,
    options: { product?: Product; active?: boolean; reward?: string; rewards?: number } = {},
  ): Promise<MediumId> {
    const now = at(this.now)
    return this.db.transaction((session) =>
      session.one(
        (row) => row.medium_id,
        sql<
          Pick<MediumRow, 'medium_id'>
        >`insert into medium (app_id, name, product, active, reward, rewards, registered_at, updated_at)
            values (${app.id}, 'Medium', ${options.product ?? 'BANNER'}, ${options.active ?? true},
                    ${options.reward ?? ''}, ${options.rewards ?? 0}, ${now}, ${now}) returning medium_id`,
      ),
    )
  }
}
