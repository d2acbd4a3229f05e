import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Fenced } from '../../server/src/billing/batch.ts'
import type { Billing } from '../../server/src/billing/billing.ts'
import { Random } from '../../server/src/demo/random.ts'
import type { OfferEvent } from '../../server/src/domain/events/event-log.ts'
import {
  appendMsMax,
  isBefore,
  type LoggedEvent,
  type LogPosition,
  logStart,
} from '../../server/src/domain/events/event-reader.ts'
import {
  type PartitionState,
  readPartitions,
} from '../../server/src/domain/events/partitions/partition-store.ts'
import { insertEvents } from '../../server/src/domain/events/postgres-event-log.ts'
import { connectionConfig } from '../../server/src/platform/database/connections/connection.ts'
import { Tx } from '../../server/src/platform/database/database.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { foldBooks } from '../../server/src/worker/fold.ts'
import { closeMonths } from '../../server/src/worker/month-close.ts'
import { compare, compareReports } from './compare.ts'
import { Crash } from './fragile-database.ts'
import { idOf } from './model.ts'
import { nextMidnight } from './model-days.ts'
import { arriving, type PendingEvent, someTraffic } from './traffic.ts'
import { anyZone, type Plant, World } from './world.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Start times near calendar boundaries: clock changes, month and year ends, and a leap day. */
const starts = [
  '2026-03-07T20:00:00Z',
  '2026-10-31T18:00:00Z',
  '2026-04-04T10:00:00Z',
  '2026-02-28T12:00:00Z',
  '2026-12-31T10:00:00Z',
  '2028-02-29T11:00:00Z',
  '2026-09-30T13:00:00Z',
  '2026-06-15T22:00:00Z',
]
const devices = Array.from({ length: 14 }, (_, number) => `device-${number}`)

export interface Outcome {
  seed: number
  /** Acknowledged events. */
  events: number
  batches: number
  crashes: number
  /** Batches that found another process at their partition. */
  fenced: number
  /** How often each case occurred. */
  charged: number
  unpaid: number
  invalid: number
  completed: number
  zoneChanges: number
  /** Every deviation from the model; empty on success. */
  wrong: string[]
}

interface HeldWriter {
  client: pg.Client
  events: OfferEvent[]
}

/** One seed: random traffic, changes, clock jumps and crashes in the real code and in the model. */
class Simulation {
  readonly #world: World
  readonly #random: Random
  readonly #url: string
  readonly #start: number
  #pending: PendingEvent[] = []
  #held: HeldWriter[] = []
  readonly #acknowledged = new Set<string>()
  readonly #taken = new Set<string>()
  readonly #positions = new Map<number, LogPosition>()
  /** The time until which billing reported each partition as billed, since the clock last went backwards. */
  readonly #promisedUntil = new Map<number, number>()
  #batches = 0
  #crashes = 0
  #fenced = 0
  #zoneChanges = 0
  readonly wrong: string[] = []

  constructor(options: { url: string; seed: number; plant: Plant | undefined; natsUrl: string | undefined }) {
    this.#random = new Random(options.seed)
    this.#url = options.url
    this.#start = Date.parse(this.#random.pick(starts))
    const plant = options.plant ? { plant: options.plant } : {}
    const log = options.natsUrl ? { natsUrl: options.natsUrl } : {}
    this.#world = new World({ url: options.url, random: this.#random, start: this.#start, ...plant, ...log })
  }

  async run(eventsMin: number): Promise<Omit<Outcome, 'seed'>> {
    await this.#world.build()
    try {
      while (this.#acknowledged.size < eventsMin && this.wrong.length === 0) await this.#step()
      await this.#finish()
    } catch (fault) {
      this.wrong.push(`a fault: ${fault instanceof Error ? fault.stack : fault}`)
    } finally {
      for (const writer of this.#held) await writer.client.end().catch(() => {})
      await this.#world.close()
    }
    return this.#outcome()
  }

  #outcome(): Omit<Outcome, 'seed'> {
    const { model } = this.#world
    const counted = [...model.counted.values()]
    return {
      events: this.#acknowledged.size,
      batches: this.#batches,
      crashes: this.#crashes,
      fenced: this.#fenced,
      charged: counted.filter(({ charged }) => charged > 0n).length,
      unpaid: counted.filter(({ unpaid }) => unpaid).length,
      invalid: [...model.invalid.values()].reduce((sum, count) => sum + count, 0),
      completed: [...model.ads.values()].filter((ad) => ad.status === 'COMPLETE').length,
      zoneChanges: this.#zoneChanges,
      wrong: this.wrong,
    }
  }

  async #step(): Promise<void> {
    const steps: [weight: number, step: () => Promise<void> | void][] = [
      [22, () => void this.#pending.push(...someTraffic(this.#world, devices))],
      [26, () => this.#arrive()],
      [8, () => this.#hold()],
      [5, () => this.#release()],
      [14, () => this.#batch()],
      [4, () => this.#crash()],
      [1, () => this.#pause()],
      [18, () => this.#passTime()],
      [6, () => this.#edit()],
      [2, () => this.#credit()],
      [2, () => this.#changeZone()],
      [1, () => this.#addAd()],
      [2, () => this.#closeMonths()],
      [4, () => this.#fold()],
    ]
    let place = this.#random.next() * steps.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, step] of steps) {
      place -= weight
      if (place < 0) return step()
    }
  }

  /** Without events that another writer holds: a repeat would wait for it, and this test has one thread. */
  #due(): OfferEvent[] {
    const isDue = ({ dueAt, event }: PendingEvent) => dueAt <= this.#world.now && !this.#isHeld(event)
    const due = this.#pending.filter(isDue)
    this.#pending = this.#pending.filter((pending) => !due.includes(pending))
    return arriving(this.#world, due)
  }

  /** Several parallel senders, like several servers. */
  async #arrive(): Promise<void> {
    const events = this.#due()
    const senders = this.#random.whole(1, 3)
    const batches = Array.from({ length: senders }, (_, sender) =>
      events.filter((_, number) => number % senders === sender),
    )
    await Promise.all(
      batches.map(async (batch) => {
        if (batch.length === 0) return
        await this.#world.append(batch)
        for (const event of batch) this.#acknowledged.add(idOf(event))
      }),
    )
  }

  /** A writer that has inserted and not yet committed, while others continue. */
  async #hold(): Promise<void> {
    if (this.#world.natsUrl) return this.#arrive()
    const events = this.#due()
    if (events.length === 0) return
    await this.#world.log.prepareDays([...new Set(events.map((event) => event.issueDay))])
    const client = new pg.Client(connectionConfig(this.#url, 'writer'))
    await client.connect()
    await client.query('begin')
    await insertEvents(new Tx(client), events, this.#world.partitions)
    this.#held.push({ client, events })
  }

  #isHeld(event: PendingEvent['event']): boolean {
    return this.#held.some((writer) => writer.events.some((held) => idOf(held) === idOf(event)))
  }

  async #release(): Promise<void> {
    const writer = this.#held.shift()
    if (!writer) return
    const commits = this.#random.chance(0.85)
    await writer.client.query(commits ? 'commit' : 'rollback')
    await writer.client.end()
    if (commits) for (const event of writer.events) this.#acknowledged.add(idOf(event))
  }

  async #batch(): Promise<void> {
    await this.#runBatch(this.#world.process.billing)
    await this.#follow()
  }

  /** Returns how many events were billed. A batch may find that another process has its partition. */
  async #runBatch(billing: Billing): Promise<number> {
    this.#batches += 1
    try {
      return (await billing.runBatch()).events
    } catch (fault) {
      if (!(fault instanceof Fenced)) throw fault
      this.#fenced += 1
      return 0
    }
  }

  /** A process pauses after it has read the log, is taken over, and wakes up when others have billed further. */
  async #pause(): Promise<void> {
    const { process } = this.#world
    let wake = () => {}
    await this.#runBatch(process.billing)
    await this.#arrive()
    process.db.paused = new Promise((resolve) => {
      wake = resolve
    })
    const batch = this.#runBatch(process.billing)
    batch.catch(() => {})
    for (let tries = 0; tries < 300 && (await this.#holds(process.billing)); tries++) {
      await this.#runBatch(this.#world.otherThan(process).billing)
      await wait(10)
    }
    this.#pending.push(...someTraffic(this.#world, devices))
    await this.#arrive()
    for (let batches = 0; batches < 2; batches++) await this.#runBatch(this.#world.otherThan(process).billing)
    await this.#follow()
    process.db.paused = undefined
    wake()
    await batch
    await this.#follow()
  }

  async #holds(billing: Billing): Promise<boolean> {
    const states = await this.#world.db.read(readPartitions)
    return states.some(({ holder }) => holder === billing.id)
  }

  async #crash(): Promise<void> {
    const process = this.#world.process
    process.db.crashAt = this.#random.chance(0.7)
      ? { statement: this.#random.whole(1, 30) }
      : this.#random.pick(['before commit', 'after commit'] as const)
    try {
      await this.#runBatch(process.billing)
    } catch (fault) {
      if (!(fault instanceof Crash)) throw fault
      this.#crashes += 1
    }
    await this.#world.kill(process)
    await this.#follow()
  }

  /** Passes the events billed since the last call to the model, in log order. */
  async #follow(): Promise<void> {
    for (const state of await this.#world.db.read(readPartitions)) await this.#followPartition(state)
    await this.#checkLimits()
  }

  /** Partitions share no advertiser, so the model may take one after the other. */
  async #followPartition(state: PartitionState): Promise<void> {
    const { partition, billedUntil } = state
    const before = this.#positions.get(partition) ?? logStart
    if (isBefore(state, before)) {
      this.wrong.push(`the position of partition ${partition} went back`)
      return
    }
    const logged = await this.#world.eventsBetween(partition, before, state)
    const events = this.#world.natsUrl ? logged.filter((event) => this.#isFirst(event)) : logged
    const promisedUntil = this.#promisedUntil.get(partition) ?? 0
    for (const event of events) {
      if (event.receivedAt < promisedUntil)
        this.wrong.push(`${idOf(event)} came after it was said to be billed`)
      if (this.#partitionOf(event) !== partition) this.wrong.push(`${idOf(event)} is in the wrong partition`)
    }
    this.#world.model.batch(events, billedUntil, (event) => this.#partitionOf(event) === partition)
    this.#positions.set(partition, { major: state.major, minor: state.minor })
    this.#promisedUntil.set(partition, Math.max(promisedUntil, billedUntil))
  }

  /** On JetStream an event that was sent twice is in the log twice. */
  #isFirst(event: LoggedEvent): boolean {
    const id = idOf(event)
    if (this.#taken.has(id)) return false
    this.#taken.add(id)
    return true
  }

  /** As the design says it, and not as the program computes it. */
  #partitionOf({ adId }: { adId: number }): number {
    const advertiser = this.#world.model.ads.get(adId)?.advertiser ?? 0
    return Number(((BigInt(advertiser) * 2_654_435_761n) % 4_294_967_296n) % BigInt(this.#world.partitions))
  }

  /** Checks the limits independently of the model. */
  async #checkLimits(): Promise<void> {
    const above = await this.#world.rows(sql<{ what: string }>`
      select 'campaign ' || campaign_id as what from campaign where spent_micros > budget_micros
      union all
      select 'cash ' || account_id from ledger_account where kind = 'CASH' and balance_micros < 0
      union all
      select 'ad ' || a.ad_id from ad a
       where a.spent_micros <> (select coalesce(sum(d.spent_micros), 0) from ad_day d where d.ad_id = a.ad_id)`)
    this.wrong.push(...above.map((row) => `${row.what} is above its limit`))
  }

  async #passTime(): Promise<void> {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.6) this.#setClock(this.#world.now + random.whole(1, 40) * second)
    else if (kind < 0.8) this.#setClock(this.#world.now + random.whole(1, 25) * minute)
    else if (kind < 0.88) this.#setClock(this.#world.now + random.whole(1, 9) * hour)
    else if (kind < 0.97) this.#toAnEdge()
    // On JetStream a partition is complete up to 20 s ago at once, also one whose process has not noticed that the clock
    // went back. That happens only outside production.
    else if (!this.#world.natsUrl) return this.#setClockBack(random.whole(1, 30) * minute)
  }

  /** Every process polls the log every second or two, so each of them and every partition soon see the new time. */
  async #setClockBack(ms: number): Promise<void> {
    this.#setClock(this.#world.now - ms)
    for (const { reader } of this.#world.running) await reader.poll(new Map())
    while (await this.#isAhead()) {
      await this.#runBatch(this.#world.process.billing)
      await wait(5)
    }
    await this.#follow()
  }

  /** A partition counts as billed until later than now. */
  async #isAhead(): Promise<boolean> {
    const states = await this.#world.db.read(readPartitions)
    return states.some(({ billedUntil }) => billedUntil > this.#world.now)
  }

  /** A few milliseconds around an account's midnight. */
  #toAnEdge(): void {
    const zone = this.#random.pick(['UTC', 'Asia/Seoul', ...this.#world.zoneOf.values()])
    this.#setClock(nextMidnight(this.#world.now, zone) + this.#random.pick([-1, 0, 1, -2_000, 3_000]))
  }

  #setClock(to: number): void {
    // Bounded, so that the events of a seed share their days.
    const world = this.#world
    if (to > this.#start + 9 * day) return
    if (to < world.now) this.#promisedUntil.clear()
    world.now = to
    world.latest = Math.max(world.latest, to)
  }

  async #edit(): Promise<void> {
    const random = this.#random
    const ad = random.pick([...this.#world.model.ads.values()])
    const scale = (amount: bigint) =>
      random.chance(0.4) ? (amount * BigInt(random.whole(2, 30))) / 10n + 1n : amount
    await this.#world.edit(ad, {
      status: random.pick(['WAITING', 'INPROGRESS']),
      dayLimit: scale(ad.dayLimit),
      adLimit: scale(ad.adLimit),
      minCost: random.chance(0.3)
        ? Math.max(1, Math.floor((ad.minCost * random.whole(5, 15)) / 10))
        : ad.minCost,
    })
  }

  async #credit(): Promise<void> {
    const advertiser = this.#random.pick(this.#world.advertisers)
    await this.#world.credit(advertiser, BigInt(this.#random.whole(1, 9_000_000)) * 1_000n)
  }

  async #changeZone(): Promise<void> {
    const world = this.#world
    // Days are recorded back to the day before the current one, and only while the clock runs forward.
    await this.#settle()
    if (world.now < world.latest) return
    this.#zoneChanges += 1
    await world.changeZone(this.#random.pick(world.advertisers), anyZone(this.#random))
  }

  async #addAd(): Promise<void> {
    const sibling = this.#random.pick([...this.#world.model.ads.values()])
    await this.#world.addAd(sibling.advertiser, sibling.campaignId)
  }

  /** Sometimes the worker dies, or two fold at once. */
  async #fold(): Promise<void> {
    const { worker: fragile } = this.#world
    if (this.#random.chance(0.3)) fragile.crashAt = { statement: this.#random.whole(1, 6) }
    const folds = [foldBooks({ db: fragile })]
    if (this.#random.chance(0.3)) folds.push(foldBooks({ db: this.#world.db }))
    for (const fold of await Promise.allSettled(folds)) {
      if (fold.status === 'fulfilled') continue
      if (!(fold.reason instanceof Crash)) throw fold.reason
      this.#crashes += 1
    }
    fragile.crashAt = undefined
  }

  async #closeMonths(): Promise<void> {
    await closeMonths({ db: this.#world.db, clock: { now: () => this.#world.now as never } })
  }

  /** Bills until every event is billed. Autovacuum may delay it for a while. */
  async #settle(): Promise<void> {
    while (this.#held.length > 0) await this.#release()
    const { reader, partitions } = this.#world
    const last = await Promise.all(
      Array.from({ length: partitions }, (_, partition) => reader.last(partition)),
    )
    const isBilled = () =>
      last.every((position, partition) => !isBefore(this.#positions.get(partition) ?? logStart, position))
    for (let tries = 0; tries < 3_000; tries++) {
      const events = await this.#runBatch(this.#world.process.billing)
      await this.#follow()
      if (events > 0) continue
      if (isBilled()) return
      await wait(10)
    }
    this.wrong.push('billing does not come to an end')
  }

  /** Bills until no event waits that has waited too long. Whoever has a partition must have had its turn. */
  async #expire(): Promise<void> {
    for (let tries = 0; tries < 3_000; tries++) {
      await this.#settle()
      const [open] = await this.#world.rows(sql<{ count: bigint }>`
        select (select count(*) from billing_partition where billed_until < ${at(this.#world.now - appendMsMax)})
               + (select count(*) from waiting_event w join billing_partition p using (partition)
                   where w.received_at < p.billed_until - interval '10 minutes') as count`)
      if (open?.count === 0n) return
      await wait(10)
    }
    this.wrong.push('the waits of events do not come to an end')
  }

  async #finish(): Promise<void> {
    await this.#arrive()
    await this.#settle()
    // Clicks whose impression never arrives expire.
    this.#setClock(this.#world.now + 20 * minute)
    await this.#expire()
    await this.#closeMonths()
    for (const id of this.#acknowledged) {
      if (!this.#world.model.taken.has(id)) this.wrong.push(`${id} was acknowledged and never billed`)
    }
    this.wrong.push(...(await compare(this.#world)))
    for (const zone of ['UTC', 'Asia/Seoul', anyZone(this.#random), anyZone(this.#random)]) {
      this.wrong.push(...(await compareReports(this.#world, zone, this.#start)))
    }
  }
}

/** Runs one seed on an empty database. */
export async function simulate(options: {
  url: string
  seed: number
  plant?: Plant
  eventsMin?: number
  /** Puts the log on JetStream. */
  natsUrl?: string | undefined
}): Promise<Outcome> {
  const { url, seed, plant, natsUrl } = options
  const simulation = new Simulation({ url, seed, plant, natsUrl })
  return { seed: options.seed, ...(await simulation.run(options.eventsMin ?? 500)) }
}
