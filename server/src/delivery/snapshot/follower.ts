import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { type AdId, type Clock, hour, second } from '@voltline/kernel'
import pg from 'pg'
import { connectionConfig, type Database, type Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import * as reader from './reader.ts'
import type { Snapshot } from './snapshot.ts'
import { Winning } from './winning.ts'

const tables = [
  'customer',
  'ledger_account',
  'advertiser_day',
  'campaign',
  'ad',
  'ad_day',
  'app',
  'medium',
  'blocked_device',
] as const
type Table = (typeof tables)[number]

/** A burst of changes is read once. */
const refreshMsMin = 250
/** Should a notification ever be lost. */
const pollMs = 5 * second
const fullCheckMs = 60 * second
const retryMs = 500
const pageRowsMax = 5_000
/** Rows taken over before requests get their turn. */
const sliceRowsMax = 250
const clickableMs = 2 * hour

async function inSlices<T>(rows: readonly T[], put: (row: T) => void): Promise<void> {
  for (let index = 0; index < rows.length; index++) {
    put(rows[index] as T)
    if (index % sliceRowsMax === sliceRowsMax - 1) await turnOfLoop()
  }
}

/** Keeps the snapshot as the database is: woken by notifications, and looking by itself should one be missed. */
export class Follower {
  readonly #db: Database
  readonly #clock: Clock
  readonly #snapshot: Snapshot
  readonly #log: Log
  readonly #winning: Winning
  readonly #changed = new Set<Table>(tables)
  #since: reader.Since | undefined
  #listener: pg.Client | undefined
  #wake: (() => void) | undefined
  #stopped = false
  #loop: Promise<void> | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #polledAtMs = Number.NEGATIVE_INFINITY
  /** How often the database could not be read, for the metrics. */
  failures = 0

  constructor(parts: { db: Database; clock: Clock; snapshot: Snapshot; log: Log }) {
    this.#db = parts.db
    this.#clock = parts.clock
    this.#snapshot = parts.snapshot
    this.#log = parts.log
    this.#winning = new Winning(parts)
  }

  /** Resolves once everything is in memory. */
  async start(): Promise<void> {
    await this.#listen()
    await this.#check()
    this.#loop = this.#follow()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake?.()
    await this.#loop
    await this.#listener?.end().catch(() => {})
  }

  async #listen(): Promise<void> {
    const client = new pg.Client(connectionConfig(this.#db.url, 'app'))
    const lost = () => {
      if (this.#listener === client) this.#listener = undefined
      this.#wake?.()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel }) => {
      const table = tables.find((one) => channel === `delivery_${one}`)
      if (table) this.#changed.add(table)
      this.#wake?.()
    })
    await client.connect()
    for (const table of tables) await client.query(`listen delivery_${table}`)
    this.#listener = client
    // Whatever happened while nobody listened.
    for (const table of tables) this.#changed.add(table)
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (!this.#listener) await this.#listen()
        const nowMs = performance.now()
        if (nowMs - this.#checkedAtMs >= fullCheckMs) await this.#check()
        else if (this.#changed.size > 0 || nowMs - this.#polledAtMs >= pollMs) await this.#refresh()
        await this.#passTime()
        await this.#winning.write()
        await this.#sleep(refreshMsMin)
        if (this.#changed.size === 0) await this.#sleep(second - refreshMsMin, { untilWoken: true })
      } catch (fault) {
        this.failures++
        this.#log.warn({ err: fault }, 'delivery serves from memory: the database could not be read')
        await this.#sleep(retryMs)
      }
    }
  }

  #sleep(ms: number, { untilWoken = false } = {}): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        if (!untilWoken && !this.#stopped) return
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Takes over what has changed since the last time. */
  async #refresh(): Promise<void> {
    const since = this.#since
    if (since === undefined) return this.#check()
    const isPoll = performance.now() - this.#polledAtMs >= pollMs
    const wanted = new Set<Table>(isPoll ? tables : this.#changed)
    if (isPoll && !this.#changed.has('blocked_device')) wanted.delete('blocked_device')
    this.#changed.clear()
    try {
      await this.#db.snapshot(async (tx) => {
        const point = await reader.pointInHistory(tx)
        await this.#takeOver(tx, wanted, since)
        this.#since = point
      })
      if (isPoll) this.#polledAtMs = performance.now()
    } catch (fault) {
      for (const table of wanted) this.#changed.add(table)
      throw fault
    }
  }

  /** Reads everything: at the start, and from time to time to be sure. */
  async #check(): Promise<void> {
    await this.#passTime()
    this.#changed.clear()
    await this.#db.snapshot(async (tx) => {
      const point = await reader.pointInHistory(tx)
      await this.#takeOver(tx, new Set(tables), undefined)
      this.#winning.correct(await reader.readWinningIds(tx))
      this.#since = point
    })
    this.#checkedAtMs = performance.now()
    this.#polledAtMs = this.#checkedAtMs
  }

  /** In this order: what an ad or a medium belongs to comes before it. */
  async #takeOver(tx: Tx, wanted: ReadonlySet<Table>, since: reader.Since | undefined): Promise<void> {
    const snapshot = this.#snapshot
    const now = this.#clock.now()
    if (wanted.has('customer')) {
      await inSlices(await reader.readCustomers(tx, since), (row) => snapshot.putCustomer(row))
    }
    if (wanted.has('ledger_account')) {
      await inSlices(await reader.readCash(tx, since), (row) => snapshot.putCash(row))
    }
    if (wanted.has('advertiser_day')) snapshot.putRecordedDays(await reader.readRecordedDays(tx, now))
    if (wanted.has('campaign')) {
      await inSlices(await reader.readCampaigns(tx, since), (row) => snapshot.putCampaign(row))
    }
    if (since === undefined) await this.#takeOverAllAds(tx)
    else if (wanted.has('ad')) await this.#takeOverChangedAds(tx, since)
    if (wanted.has('ad_day') && since !== undefined) {
      await inSlices(await reader.readAdDays(tx, now, since), (row) => snapshot.putAdDay(row))
    }
    if (wanted.has('app')) await inSlices(await reader.readApps(tx, since), (row) => snapshot.putApp(row))
    if (wanted.has('medium')) {
      await inSlices(await reader.readMedia(tx, since), (row) => snapshot.putMedium(row))
    }
    if (wanted.has('blocked_device')) {
      snapshot.blockedDevices = new Set(await reader.readBlockedDevices(tx))
    }
    await this.#passTime()
  }

  async #takeOverChangedAds(tx: Tx, since: reader.Since): Promise<void> {
    const now = this.#clock.now()
    const rows = await reader.readChangedAds(tx, since)
    const fresh = rows.filter((row) => row.status === 'INPROGRESS' && !this.#snapshot.ads.has(row.id))
    const days =
      fresh.length > 0
        ? await reader.readDaysOfAds(
            tx,
            now,
            fresh.map((row) => row.id),
          )
        : []
    const daysOf = Map.groupBy(days, (row) => row.adId)
    await inSlices(rows, (row) => this.#snapshot.putAd(row, now, daysOf.get(row.id)))
  }

  async #takeOverAllAds(tx: Tx): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    const days = await reader.readAdDays(tx, now)
    const daysOf = Map.groupBy(days, (row) => row.adId)
    const live = new Set<AdId>()
    for (let after = 0 as AdId; ; ) {
      const rows = await reader.readLiveAds(tx, { after, rowsMax: pageRowsMax })
      await inSlices(rows, (row) => {
        live.add(row.id)
        snapshot.putAd(row, now, daysOf.get(row.id))
      })
      const last = rows.at(-1)
      if (!last || rows.length < pageRowsMax) break
      after = last.id
    }
    await inSlices(days, (row) => snapshot.putAdDay(row))
    for (const ad of [...snapshot.ads.values()]) {
      if (live.has(ad.id)) continue
      const row = ad.status === 'INPROGRESS' ? await reader.readAd(tx, ad.id) : undefined
      if (row) snapshot.putAd(row, now)
      else if (ad.status === 'INPROGRESS' || now - ad.liveAt > clickableMs) snapshot.dropAd(ad)
    }
  }

  async #passTime(): Promise<void> {
    while (!this.#snapshot.passTime(this.#clock.now(), sliceRowsMax)) await turnOfLoop()
  }
}
