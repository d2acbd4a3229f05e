import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { SdkAd } from '@voltline/contract'
import { type AdId, type MediumId, type Micros, type Millionths, micros, won } from '@voltline/kernel'
import { type Billing, createBilling } from '../../server/src/billing/billing.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import type { AdRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { DeliveryRows, type TestApp } from '../../server/testing/delivery-rows.ts'
import { DeliveryProcess, testPartitions } from '../delivery/delivery-process.ts'

const log = makeLog('silent')
const networkShare = 200_000 as Millionths

export interface FloodTerms {
  processes: number
  /** False for the control: delivery knows only what is billed. */
  countsPromises: boolean
  /** The ad's limit, in impressions. */
  limitImpressions: number
  senders: number
  /** The share of offers that are shown. */
  shownShare: number
  /** Between an offer and its impression, at most. */
  showMsMax: number
  /** Billing begins this long after the flood. */
  billingStoppedMs: number
  /** The flood goes on until the limit is spent, but at most for this long. */
  floodMsMax: number
}

export interface FloodFigures {
  impressions: number
  unpaid: number
  unpaidShare: number
  utilisation: number
  seconds: number
}

const price = 1_000
const impressionPrice = micros(won(price) / 1_000n)

/** Apps that request one ad and show it, faster than billing follows, until its limit is spent. */
export class UnpaidFlood {
  readonly #terms: FloodTerms
  readonly #databaseUrl: string
  readonly #db: Database
  readonly #clock = new ProgramClock()
  readonly #rows: DeliveryRows
  readonly #agent = new Agent({ keepAlive: true })
  #processes: DeliveryProcess[] = []
  #app: TestApp | undefined
  #medium = 0 as MediumId
  #ad = 0 as AdId
  #isOver = false

  constructor(databaseUrl: string, terms: FloodTerms) {
    this.#terms = terms
    this.#databaseUrl = databaseUrl
    this.#db = new Database({ url: databaseUrl, connectionsMax: 8, statementMsMax: 20_000, onLost: () => {} })
    const secrets = new Secrets('a secret key that is only for floods, never elsewhere')
    this.#rows = new DeliveryRows({ db: this.#db, clock: this.#clock, secrets })
  }

  async run(): Promise<FloodFigures> {
    await this.#build()
    const { log: eventLog, reader } = await openEventLog({
      ...{ db: this.#db, clock: this.#clock, log },
      settings: { eventPartitions: testPartitions },
    })
    const billing = createBilling({
      ...{ db: this.#db, eventReader: reader, clock: this.#clock, log },
      settings: { networkShare, trafficRules: false },
    })
    const startedMs = performance.now()
    const senders = Array.from({ length: this.#terms.senders }, () => this.#send())
    try {
      await wait(this.#terms.billingStoppedMs)
      billing.start()
      await this.#limitSpent(startedMs)
    } finally {
      this.#isOver = true
      await Promise.all(senders)
    }
    const seconds = (performance.now() - startedMs) / 1_000
    const figures = await this.#figures(billing, seconds)
    await billing.stop()
    await Promise.all(this.#processes.map((delivery) => delivery.stop()))
    await Promise.all([eventLog.close(), reader.close()])
    this.#agent.destroy()
    await this.#db.close()
    return figures
  }

  async #build(): Promise<void> {
    const { countsPromises, processes, limitImpressions } = this.#terms
    const rows = this.#rows
    const options = { clock: this.#clock, secrets: rows.secrets, countsPromises }
    this.#app = await rows.app()
    this.#medium = await rows.medium(this.#app)
    const limit = micros(impressionPrice * BigInt(limitImpressions))
    this.#ad = await rows.ad({ minCost: price, maxCost: price, adLimit: limit, dayLimit: limit })
    this.#processes = await Promise.all(
      Array.from({ length: processes }, () => DeliveryProcess.start(this.#databaseUrl, options)),
    )
  }

  /** Ends when the limit is spent and the ad has not been served for a while, or at the time limit. */
  async #limitSpent(startedMs: number): Promise<void> {
    const isTimeUp = () => performance.now() - startedMs > this.#terms.floodMsMax
    while (!isTimeUp() && (await this.#spent()).status !== 'COMPLETE') await wait(100)
  }

  #spent(): Promise<Pick<AdRow, 'status' | 'spent_micros' | 'billable_events' | 'billed_events'>> {
    return this.#db.read((session) =>
      session.one(
        (row) => row,
        sql<Pick<AdRow, 'status' | 'spent_micros' | 'billable_events' | 'billed_events'>>`
        select status, spent_micros, billable_events, billed_events from ad where ad_id = ${this.#ad}`,
      ),
    )
  }

  async #figures(billing: Billing, seconds: number): Promise<FloodFigures> {
    await billing.drain()
    const { spent_micros: spent, billable_events: billable, billed_events: billed } = await this.#spent()
    const impressions = Number(billable)
    const unpaid = impressions - Number(billed)
    return {
      impressions,
      unpaid,
      unpaidShare: unpaid / impressions,
      utilisation: Number(spent as Micros) / Number(impressionPrice) / this.#terms.limitImpressions,
      seconds,
    }
  }

  /** Each call goes to any of the processes, as behind a load balancer. */
  #call(path: string, body: object): Promise<{ error: string; ad?: SdkAd }> {
    const target = this.#processes[Math.floor(Math.random() * this.#processes.length)]
    const text = JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          ...{ agent: this.#agent, port: target?.port, path, method: 'POST' },
          headers: {
            'X-Api-Key': this.#app?.key ?? '',
            'Content-Type': 'application/json',
            'Content-Length': text.length,
          },
        },
        (response) => {
          let reply = ''
          response.on('data', (chunk: Buffer) => {
            reply += chunk.toString()
          })
          response.on('end', () => resolve(JSON.parse(reply)))
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      const { ad } = await this.#call('/sdk/v1/ad', {
        medID: this.#medium,
        deviceID: randomUUID(),
        country: 'KR',
      })
      if (!ad) {
        await wait(20)
        continue
      }
      if (Math.random() >= this.#terms.shownShare) continue
      await wait(Math.random() * this.#terms.showMsMax)
      await this.#call('/sdk/v1/event', { token: ad.token, action: 'IMPRESSION' })
    }
  }
}
