import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type CustomerId, type Instant, instant, type MediumId, won } from '@voltline/kernel'
import { createBilling } from '../../server/src/billing/billing.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { cashOf, outside } from '../../server/src/domain/ledger/account.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { at, type Query, sql } from '../../server/src/platform/database/sql.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { hashToken, randomToken } from '../../server/src/platform/secrets.ts'

const answerMsMax = 4_000
/** The default of the program. */
const eventPartitions = 16
const budget = won(1_000_000)

/** What the senders sent and which responses they received. */
interface Journal {
  /** Events acknowledged with SUCCESS, by device and action, and when. */
  acknowledged: Map<string, Instant>
  /** Sent without a response. They may or may not be stored. */
  unknown: Set<string>
  adsServed: number
}

/** Apps that request ads and report events as fast as the server responds, and record the responses. */
export class Flood {
  readonly journal: Journal
  /** How often each HTTP status was returned. */
  readonly statuses = new Map<number, number>()
  readonly db: Database
  readonly #name = randomUUID().slice(0, 8)
  #apiKey = ''
  #medium = 0 as MediumId
  #url = ''
  #stopped = false
  #senders: Promise<void>[] = []
  #devices = 0

  constructor(
    databaseUrl: string,
    journal: Journal = { acknowledged: new Map(), unknown: new Set(), adsServed: 0 },
  ) {
    this.journal = journal
    this.db = new Database({ url: databaseUrl, connectionsMax: 4, statementMsMax: 20_000, onLost: () => {} })
  }

  /** The program's current address; after a restart it has another port. */
  set url(url: string) {
    this.#url = url
  }

  get now(): Instant {
    return instant(Date.now())
  }

  rows<R extends object>(query: Query<R>): Promise<R[]> {
    return this.db.transaction((tx) => tx.rows(query))
  }

  async build(): Promise<void> {
    const moment = at(this.now)
    const insert = async <Id>(query: Query<{ id: Id }>): Promise<Id> => {
      const [row] = await this.rows(query)
      if (!row) throw new Error('The statement returned no id.')
      return row.id
    }
    const customer = (type: string) =>
      insert(sql<{ id: CustomerId }>`
        insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                              postback_secret, registered_at, updated_at)
        values (${type}, ${type}, ${type}, '', '', '', '', 'Asia/Seoul', '\\x00', ${moment}, ${moment})
        returning customer_id as id`)
    const advertiser = await customer('ADVERTISER')
    const publisher = await customer('PUBLISHER')
    const campaign = await insert(sql<{ id: number }>`
      insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
      values (${advertiser}, 'Flood', 'BOTH', ${budget}, '{Global}', ${moment}, ${moment}) returning campaign_id as id`)
    for (const billingType of ['CPM', 'CPC']) {
      await this.rows(sql`
        insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                        day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, url_aos, status, registered_at,
                        updated_at)
        values (${campaign}, ${advertiser}, 'BANNER', ${billingType}, 'Ad', 'BOTH', '{a.png}', '{Global}',
                '{16777215,16777215,16777215,16777215,16777215,16777215,16777215}', ${budget}, ${budget},
                ${billingType === 'CPM' ? 1_000 : 50}, ${billingType === 'CPM' ? 1_000 : 50}, 'https://shop.example',
                'INPROGRESS', ${moment}, ${moment})`)
    }
    this.#apiKey = randomToken(16)
    const app = await insert(sql<{ id: number }>`
      insert into app (customer_id, name, platform, store_url, approval, api_key, api_key_hash, api_key_status,
                       registered_at, updated_at)
      values (${publisher}, 'App', 'AOS', 'https://play.google.com/flood', true, '\\x00', ${hashToken(this.#apiKey)}, 1,
              ${moment}, ${moment})
      returning app_id as id`)
    this.#medium = await insert(sql`
      insert into medium (app_id, name, product, registered_at, updated_at)
      values (${app}, 'Unit', 'BANNER', ${moment}, ${moment}) returning medium_id as id`)
    const to = [[cashOf(advertiser), budget]] as const
    await this.db.transaction((tx) =>
      post(tx, [{ key: 'cash', kind: 'CREDIT', from: outside, to, at: this.now }]),
    )
  }

  start(senders: number): void {
    this.#stopped = false
    this.#senders = Array.from({ length: senders }, () => this.#send())
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#senders)
  }

  async end(): Promise<void> {
    await this.stop()
    await this.db.close()
  }

  /** The response body; undefined without a response or after a refusal. */
  async #call(path: string, body: object): Promise<Record<string, unknown> | undefined> {
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method: 'POST',
        headers: { 'X-Api-Key': this.#apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMsMax),
      })
      this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1)
      const reply = (await response.json()) as Record<string, unknown>
      return response.ok ? reply : undefined
    } catch {
      return undefined
    }
  }

  /** Requests one ad and returns its token, if any. */
  async ask(deviceID: string): Promise<string | undefined> {
    const body = await this.#call('/sdk/v1/ad', { medID: this.#medium, deviceID })
    return (body?.ad as { token: string } | undefined)?.token
  }

  async #send(): Promise<void> {
    while (!this.#stopped) {
      const device = `${this.#name}-${this.#devices++}`
      const token = await this.ask(device)
      if (!token) {
        await wait(100)
        continue
      }
      this.journal.adsServed++
      // A click without its impression would not count, and an app does not send one either.
      const isSeen = await this.#report(device, token, 'IMPRESSION')
      if (isSeen && this.#devices % 3 === 0) await this.#report(device, token, 'CLICK')
    }
  }

  /** Retries with the same token until there is a response, as an app would. Returns whether it was accepted. */
  async #report(device: string, token: string, action: string): Promise<boolean> {
    const event = `${device} ${action}`
    this.journal.unknown.add(event)
    for (let tries = 0; tries < 100 && !this.#stopped; tries++) {
      const body = await this.#call('/sdk/v1/event', { token, action, deviceID: device })
      if (body?.error === 'SUCCESS') {
        this.journal.unknown.delete(event)
        this.journal.acknowledged.set(event, this.now)
        return true
      }
      if (body) return false
      await wait(100)
    }
    return false
  }

  /** Bills the remaining events after the program has ended, and compares the database with the journal. */
  async verify(): Promise<Verdict> {
    const settings = { networkShare: 200_000 as never, trafficRules: false }
    const services = { db: this.db, clock: { now: () => this.now }, log: makeLog('silent') }
    const opened = await openEventLog({ ...services, settings: { eventPartitions } })
    const billing = createBilling({ ...services, eventReader: opened.reader, settings })
    await billing.drain()
    await billing.stop()
    await opened.log.close()
    const events = await this.rows(sql<{ event: string; is_counted: boolean }>`
      select e.device_id || ' ' || e.action as event, num_nonnulls(c.offer_id, h.offer_id) = 1 as is_counted
        from event e
        left join counted_event c using (issue_day, offer_id, action)
        left join charge h using (issue_day, offer_id, action)`)
    const stored = new Map(events.map((row) => [row.event, row.is_counted]))
    const [sums] = await this.rows(sql<
      Record<'ads' | 'rollups' | 'cash' | 'posted' | 'charged' | 'overspent', bigint | string | null>
    >`
      select (select sum(spent_micros) from ad) as ads,
             (select sum(cost_micros[96]) from ad_rollup) as rollups,
             (select ${budget}::bigint - balance_micros from ledger_account where kind = 'CASH') as cash,
             (select -sum(amount_micros) from ledger_entry join ledger_account using (account_id)
               where kind = 'CASH' and amount_micros < 0) as posted,
             (select sum(price_micros) from charge) as charged,
             (select sum(greatest(a.spent_micros - a.budget_limit_micros, c.spent_micros - c.budget_micros, 0))
                from ad a join campaign c using (campaign_id)) as overspent`)
    const proof = await this.db.transaction(proveBooks)
    const { acknowledged, unknown } = this.journal
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged.keys()].filter((event) => !stored.has(event)).length,
      twice: events.length - stored.size,
      unsent: [...stored.keys()].filter((event) => !acknowledged.has(event) && !unknown.has(event)).length,
      uncounted: [...stored.values()].filter((isCounted) => !isCounted).length,
      money: [
        ...new Set(
          [sums?.ads, sums?.rollups, sums?.cash, sums?.posted, sums?.charged].map((sum) => String(sum ?? 0)),
        ),
      ],
      overspentMicros: Number(sums?.overspent ?? 0),
      booksAreRight: isGood(proof),
    }
  }
}

export interface Verdict {
  acknowledged: number
  /** Acknowledged and not stored. */
  lost: number
  /** Stored more than once. */
  twice: number
  /** Stored and never sent. */
  unsent: number
  uncounted: number
  /** The amounts spent according to ads, rollups, cash, entries and charges; all must be equal. */
  money: string[]
  /** Beyond the limits of an ad or its campaign. */
  overspentMicros: number
  booksAreRight: boolean
}

export const right = { lost: 0, twice: 0, unsent: 0, uncounted: 0, overspentMicros: 0, booksAreRight: true }

/** A line with the median and the 95th percentile of some times. */
export function spread(name: string, values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, n ${sorted.length}`
}
