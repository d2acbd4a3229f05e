import { type Clock, second } from '@voltline/kernel'
import { pointInHistory, type Since } from '../../domain/auction/live/changes.ts'
import { readWinningIds } from '../../domain/auction/winning-store.ts'
import type { EventReader } from '../../domain/events/event-reader.ts'
import { type BillingProgress, readBillingProgress, readUnbilled } from '../../domain/events/unbilled.ts'
import { readBlockedDeviceIds } from '../../domain/quality/blocked-devices.ts'
import type { Database, ReadSession } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { Alarm } from '../../platform/sync/alarm.ts'
import { Listener } from '../../platform/sync/listener.ts'
import { Loader } from './loader.ts'
import type { Snapshot } from './snapshot.ts'
import { UnbilledLoad } from './unbilled-load.ts'
import { Winning } from './winning.ts'

/**
 * Tables of a group are read in one database snapshot: an ad cannot be placed without its campaign, nor a unit without
 * its app.
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

/** Changes within this time are read together. */
const refreshMsMin = 250
/** In case a notification is lost. */
const pollMs = 5 * second
const fullCheckMs = 60 * second
const retryMs = 500

/** Keeps the snapshot equal to the database: woken by notifications, and polling in case one is missed. */
export class Follower {
  readonly #db: Database
  readonly #clock: Clock
  readonly #eventReader: EventReader
  readonly #snapshot: Snapshot
  readonly #log: Log
  readonly #loader: Loader
  readonly #winning: Winning
  readonly #fullCheckMs: number
  readonly #changed = new Set<Group>(allGroups)
  /** The point up to which each group has been read. */
  readonly #since = new Map<Group, Since>()
  /** Of the ads in memory: their rows show what was billed up to here. */
  #billedPositions: BillingProgress['positions'] = new Map()
  readonly #alarm = new Alarm()
  readonly #listener: Listener
  #stopped = false
  #isLoaded = false
  #loop: Promise<void> | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #polledAtMs = Number.NEGATIVE_INFINITY
  /** Failed reads of the database, for the metrics. */
  failures = 0

  constructor(
    services: { db: Database; clock: Clock; eventReader: EventReader; snapshot: Snapshot; log: Log },
    limits: { fullCheckMs: number } = { fullCheckMs },
  ) {
    this.#fullCheckMs = limits.fullCheckMs
    this.#db = services.db
    this.#clock = services.clock
    this.#eventReader = services.eventReader
    this.#snapshot = services.snapshot
    this.#log = services.log
    this.#loader = new Loader(services)
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

  /** Resolves once everything is loaded. */
  async start(): Promise<void> {
    await this.#listener.start()
    await this.#check()
    // The first load may come from a replica that is behind; what it has missed comes from the primary.
    this.#isLoaded = true
    this.#markChanged(allGroups)
    await this.#refresh()
    this.#loop = this.#follow()
  }

  /** Reads everything now, without following it. Returns whether it was the first time. */
  async load(): Promise<boolean> {
    const isFirst = !this.#isLoaded
    await this.#check()
    this.#isLoaded = true
    return isFirst
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
        await this.#loader.passTime()
        await this.#winning.write()
        await this.#alarm.pause(refreshMsMin)
        if (this.#changed.size === 0) await this.#alarm.wait(second - refreshMsMin)
      } catch (fault) {
        this.failures++
        this.#log.warn({ err: fault }, 'the database could not be read; delivery serves from memory')
        await this.#alarm.pause(retryMs)
      }
    }
  }

  #readAll(work: (session: ReadSession) => Promise<void>): Promise<void> {
    return this.#isLoaded ? this.#db.snapshot(work) : this.#db.report(work)
  }

  /** Applies the changes since the last refresh. */
  async #refresh(): Promise<void> {
    const isPoll = performance.now() - this.#polledAtMs >= pollMs
    const wanted = new Set<Group>([...this.#changed, ...(isPoll ? (['demand', 'supply'] as const) : [])])
    this.#changed.clear()
    try {
      await this.#readAll(async (tx) => {
        const point = await pointInHistory(tx)
        const billed = await readBillingProgress(tx)
        this.#snapshot.promised.billedUntil = billed.billedUntil
        this.#billedPositions = billed.positions
        if (wanted.has('demand')) await this.#loader.applyDemand(tx, this.#since.get('demand'))
        if (wanted.has('supply')) await this.#loader.applySupply(tx, this.#since.get('supply'))
        if (wanted.has('devices')) this.#snapshot.blockedDevices = new Set(await readBlockedDeviceIds(tx))
        for (const group of wanted) this.#since.set(group, point)
      })
      if (isPoll) this.#polledAtMs = performance.now()
    } catch (fault) {
      for (const group of wanted) this.#changed.add(group)
      throw fault
    }
  }

  /** Reads everything: at the start, and regularly in case a change was missed. */
  async #check(): Promise<void> {
    await this.#loader.passTime()
    this.#since.clear()
    for (const group of allGroups) this.#changed.add(group)
    await this.#refresh()
    this.#winning.correct(await this.#db.read((session) => readWinningIds(session)))
    this.#checkedAtMs = performance.now()
    this.#polledAtMs = this.#checkedAtMs
  }

  /** Counts the unbilled events that arrived until now; later ones are known from their arrival. */
  async loadUnbilled(): Promise<void> {
    const now = this.#clock.now()
    const loading = new UnbilledLoad(this.#snapshot)
    for await (const events of readUnbilled(this.#eventReader, this.#billedPositions)) loading.add(events)
    loading.apply(now)
  }
}
