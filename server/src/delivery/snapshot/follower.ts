import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { type AdId, type Clock, hour, second } from '@voltline/kernel'
import type { Database, ReadSession } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { Alarm } from '../../platform/sync/alarm.ts'
import { Listener } from '../../platform/sync/listener.ts'
import * as reader from './reader.ts'
import type { Snapshot } from './snapshot.ts'
import { Winning } from './winning.ts'

/**
 * What belongs together is read together, in one view of the database: an ad without its campaign, or a unit without
 * its app, has no place yet.
 */
const groups = {
  demand: ['customer', 'ledger_account', 'advertiser_day', 'campaign', 'ad', 'ad_day'],
  supply: ['customer', 'app', 'medium'],
  devices: ['blocked_device'],
} as const
type Group = keyof typeof groups
const allGroups = Object.keys(groups) as Group[]
const channels = new Map<string, Group[]>()
for (const group of allGroups) {
  for (const table of groups[group]) {
    const channel = `delivery_${table}`
    channels.set(channel, [...(channels.get(channel) ?? []), group])
  }
}

/** A burst of changes is read once. */
const refreshMsMin = 250
/** Should a notification ever be lost. */
const pollMs = 5 * second
const fullCheckMs = 60 * second
const retryMs = 500
/** Rows taken over before requests get their turn. */
const sliceRowsMax = 250
const clickableMs = 2 * hour

async function inSlices<T>(rows: readonly T[], put: (row: T) => void): Promise<void> {
  for (let index = 0; index < rows.length; index++) {
    put(rows[index] as T)
    if (index % sliceRowsMax === sliceRowsMax - 1) await turnOfLoop()
  }
}

/** Every page up to an empty one; the next two are on their way while one is taken over. */
async function takeOverAll<T>(
  fetch: () => Promise<T[]>,
  put: (rows: readonly T[]) => Promise<void>,
): Promise<void> {
  const fetchHeard = () => {
    const page = fetch()
    // Should taking over fail first, this one's failure is not left without anybody who hears it.
    page.catch(() => {})
    return page
  }
  let [next, afterNext] = [fetchHeard(), fetchHeard()]
  for (let rows = await next; rows.length > 0; rows = await next) {
    next = afterNext
    afterNext = fetchHeard()
    await put(rows)
  }
  await afterNext
}

/** Page by page; the database reads the next one while this one is taken over. */
async function takeOver<T>(
  read: (after: T | undefined) => Promise<T[]>,
  put: (rows: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let next: Promise<T[]> | undefined = read(undefined); next; ) {
    const rows: T[] = await next
    next = rows.length === reader.pageRowsMax ? read(rows.at(-1)) : undefined
    // Should this fail first, the other's failure is not left without anybody who hears it.
    next?.catch(() => {})
    await put(rows)
  }
}

/** Keeps the snapshot as the database is: woken by notifications, and looking by itself should one be missed. */
export class Follower {
  readonly #db: Database
  readonly #clock: Clock
  readonly #snapshot: Snapshot
  readonly #log: Log
  readonly #winning: Winning
  readonly #fullCheckMs: number
  readonly #changed = new Set<Group>(allGroups)
  /** Up to where each group has been read. */
  readonly #since = new Map<Group, reader.Since>()
  readonly #alarm = new Alarm()
  readonly #listener: Listener
  #stopped = false
  #loop: Promise<void> | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #polledAtMs = Number.NEGATIVE_INFINITY
  /** How often the database could not be read, for the metrics. */
  failures = 0

  constructor(
    services: { db: Database; clock: Clock; snapshot: Snapshot; log: Log },
    limits: { fullCheckMs: number } = { fullCheckMs },
  ) {
    this.#fullCheckMs = limits.fullCheckMs
    this.#db = services.db
    this.#clock = services.clock
    this.#snapshot = services.snapshot
    this.#log = services.log
    this.#winning = new Winning(services)
    this.#listener = new Listener({
      url: services.db.url,
      channels: [...channels.keys()],
      onNotification: (channel) => this.#markChanged(channels.get(channel) ?? []),
      onListening: () => this.#markChanged(allGroups),
      onLost: () => {
        // The database itself may be away: read now, so that a failure is counted at once.
        this.#polledAtMs = Number.NEGATIVE_INFINITY
        this.#alarm.ring()
      },
    })
  }

  /** Resolves once everything is in memory. */
  async start(): Promise<void> {
    await this.#listener.start()
    await this.#check()
    this.#loop = this.#follow()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#alarm.close()
    await this.#loop
    await this.#listener.stop()
  }

  #markChanged(changed: readonly Group[]): void {
    for (const group of changed) this.#changed.add(group)
    this.#alarm.ring()
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      try {
        const nowMs = performance.now()
        if (nowMs - this.#checkedAtMs >= this.#fullCheckMs) await this.#check()
        else if (this.#changed.size > 0 || nowMs - this.#polledAtMs >= pollMs) await this.#refresh()
        await this.#passTime()
        await this.#winning.write()
        await this.#alarm.pause(refreshMsMin)
        if (this.#changed.size === 0) await this.#alarm.wait(second - refreshMsMin)
      } catch (fault) {
        this.failures++
        this.#log.warn({ err: fault }, 'delivery serves from memory: the database could not be read')
        await this.#alarm.pause(retryMs)
      }
    }
  }

  /** Takes over what has changed since the last time. */
  async #refresh(): Promise<void> {
    const isPoll = performance.now() - this.#polledAtMs >= pollMs
    const wanted = new Set<Group>([...this.#changed, ...(isPoll ? (['demand', 'supply'] as const) : [])])
    this.#changed.clear()
    try {
      await this.#db.snapshot(async (tx) => {
        const point = await reader.pointInHistory(tx)
        if (wanted.has('demand')) await this.#takeOverDemand(tx, this.#since.get('demand'))
        if (wanted.has('supply')) await this.#takeOverSupply(tx, this.#since.get('supply'))
        if (wanted.has('devices'))
          this.#snapshot.blockedDevices = new Set(await reader.readBlockedDevices(tx))
        for (const group of wanted) this.#since.set(group, point)
      })
      if (isPoll) this.#polledAtMs = performance.now()
    } catch (fault) {
      for (const group of wanted) this.#changed.add(group)
      throw fault
    }
  }

  /** Reads everything: at the start, and from time to time to be sure. */
  async #check(): Promise<void> {
    await this.#passTime()
    this.#since.clear()
    for (const group of allGroups) this.#changed.add(group)
    await this.#refresh()
    this.#winning.correct(await this.#db.read((session) => reader.readWinningIds(session)))
    this.#checkedAtMs = performance.now()
    this.#polledAtMs = this.#checkedAtMs
  }

  /** In this order: what an ad belongs to comes before it. Without `since`, all of it. */
  async #takeOverDemand(session: ReadSession, since: reader.Since | undefined): Promise<void> {
    const snapshot = this.#snapshot
    await takeOver<reader.CustomerRow>(
      (after) => reader.readCustomers(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCustomer(row)),
    )
    await takeOver<reader.CashRow>(
      (after) => reader.readCash(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCash(row)),
    )
    snapshot.putRecordedDays(await reader.readRecordedDays(session, this.#clock.now()))
    await takeOver<reader.CampaignRow>(
      (after) => reader.readCampaigns(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCampaign(row)),
    )
    await this.#takeOverAds(session, since)
    await this.#passTime()
  }

  async #takeOverSupply(session: ReadSession, since: reader.Since | undefined): Promise<void> {
    const snapshot = this.#snapshot
    await takeOver<reader.CustomerRow>(
      (after) => reader.readCustomers(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putCustomer(row)),
    )
    await takeOver<reader.AppRow>(
      (after) => reader.readApps(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putApp(row)),
    )
    await takeOver<reader.MediumRow>(
      (after) => reader.readMedia(session, { since, after }),
      (rows) => inSlices(rows, (row) => snapshot.putMedium(row)),
    )
  }

  async #takeOverAds(session: ReadSession, since: reader.Since | undefined): Promise<void> {
    if (since === undefined) await this.#takeOverAllAds(session)
    else await this.#takeOverChangedAds(session, since)
  }

  /** The days come first: an ad that has run today before is placed once, with them. */
  async #takeOverAllAds(session: ReadSession): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    const daysOf = new Map<AdId, reader.AdDayRow[]>()
    for (const take of await reader.readRunningDays(session, now)) {
      for (const row of take()) {
        const days = daysOf.get(row.adId)
        if (days) days.push(row)
        else daysOf.set(row.adId, [row])
      }
      await turnOfLoop()
    }
    const live = new Set<AdId>()
    await takeOverAll(await reader.openLiveAds(session), (rows) =>
      inSlices(rows, (row) => {
        live.add(row.id)
        snapshot.putAd(row, now, daysOf.get(row.id) ?? [])
      }),
    )
    await this.#dropOthers(session, live)
  }

  async #takeOverChangedAds(session: ReadSession, since: reader.Since): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    await takeOver<reader.AdRow>(
      (after) => reader.readChangedAds(session, { since, after }),
      async (rows) => {
        // An ad that is new here may have run today before: its days come with it.
        const ids = rows.filter((row) => !snapshot.ads.has(row.id)).map((row) => row.id)
        const days = ids.length > 0 ? await reader.readDaysOfAds(session, ids, now) : []
        const daysOf = Map.groupBy(days, (row) => row.adId)
        await inSlices(rows, (row) => snapshot.putAd(row, now, daysOf.get(row.id)))
      },
    )
    await takeOver<reader.AdDayRow>(
      (after) => reader.readChangedDays(session, { since, after, now }),
      (rows) => inSlices(rows, (row) => snapshot.putAdDay(row)),
    )
  }

  /** Those that are in memory and no longer in progress; what was shown a while ago may still be clicked. */
  async #dropOthers(session: ReadSession, live: ReadonlySet<AdId>): Promise<void> {
    const now = this.#clock.now()
    const snapshot = this.#snapshot
    for (const ad of [...snapshot.ads.values()]) {
      if (live.has(ad.id)) continue
      const row = ad.status === 'INPROGRESS' ? await reader.readAd(session, ad.id) : undefined
      if (row) snapshot.putAd(row, now)
      else if (ad.status === 'INPROGRESS' || now - ad.liveAt > clickableMs) snapshot.dropAd(ad)
    }
  }

  async #passTime(): Promise<void> {
    while (!this.#snapshot.passTime(this.#clock.now(), sliceRowsMax)) await turnOfLoop()
  }
}
