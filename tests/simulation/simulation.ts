import { Fenced } from '../../server/src/billing/batch.ts'
import type { Billing } from '../../server/src/billing/billing.ts'
import { Random } from '../../server/src/demo/random.ts'
import { appendMsMax } from '../../server/src/domain/events/event-reader.ts'
import { readPartitions } from '../../server/src/domain/events/partitions/partition-store.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { foldBooks } from '../../server/src/worker/fold.ts'
import { closeMonths } from '../../server/src/worker/month-close.ts'
import { compare, compareReports } from './compare.ts'
import { Following } from './follow.ts'
import { nextMidnight } from './model/days.ts'
import { Crash } from './world/fragile-database.ts'
import { Operators } from './world/operators.ts'
import { anyZone, People } from './world/people.ts'
import { Traffic } from './world/traffic.ts'
import { type Plant, World } from './world/world.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Start times near calendar boundaries: clock changes, month and year ends, and a leap day. */
const starts = [
  '2026-03-07T20:00:00Z',
  '2026-10-31T11:00:00Z',
  '2026-04-04T10:00:00Z',
  '2026-02-28T12:00:00Z',
  '2026-12-31T12:00:00Z',
  '2028-02-29T13:00:00Z',
  '2026-09-30T14:30:00Z',
  '2026-06-15T22:00:00Z',
]
const devices = Array.from({ length: 5 }, (_, number) => `device-${number}`)
/** How far the clock runs. */
const spanMax = 16 * day
const eventsDefault = 40
const stepsMax = 600
const triesMax = 500

const isTooSlow = (fault: unknown): boolean =>
  fault instanceof Error && fault.message.includes('idle-in-transaction timeout')

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
  payouts: number
  /** Charges that were corrected. */
  corrected: number
  /** Events that broke a rule which is only observed. */
  observed: number
  /** Every deviation from the model; empty on success. */
  wrong: string[]
}

interface SimulationOptions {
  url: string
  seed: number
  plant?: Plant | undefined
  eventsMin?: number
  /** Puts the log on JetStream. */
  natsUrl?: string | undefined
}

/** One seed: random traffic, console calls, clock jumps and crashes in the real code and in the model. */
class Simulation {
  readonly #world: World
  readonly #random: Random
  readonly #people: People
  readonly #operators: Operators
  readonly #traffic: Traffic
  readonly #following: Following
  readonly #start: number
  #batches = 0
  #crashes = 0
  #fenced = 0
  #zoneChanges = 0
  readonly #wrong: string[] = []

  constructor({ url, seed, plant = {}, natsUrl }: SimulationOptions) {
    this.#random = new Random(seed)
    this.#start = Date.parse(this.#random.pick(starts))
    this.#world = new World({ url, random: this.#random, start: this.#start, plant, natsUrl })
    this.#people = new People(this.#world)
    this.#operators = new Operators(this.#world)
    this.#traffic = new Traffic(this.#world, devices)
    this.#following = new Following(this.#world)
  }

  async run(eventsMin: number): Promise<Omit<Outcome, 'seed'>> {
    try {
      await this.#world.open()
      await this.#people.settle()
      await this.#operators.settle()
      const { reported } = this.#world.offers
      for (let steps = 0; steps < stepsMax && reported.size < eventsMin; steps++) {
        await this.#step()
        if (this.wrong.length > 0) return this.#outcome()
      }
      await this.#finish()
    } catch (fault) {
      this.#wrong.push(`a fault: ${fault instanceof Error ? fault.stack : fault}`)
    } finally {
      await this.#world.close()
    }
    return this.#outcome()
  }

  get wrong(): string[] {
    const { wrong } = this.#following
    return [...this.#traffic.wrong, ...this.#people.wrong, ...this.#operators.wrong, ...wrong, ...this.#wrong]
  }

  #outcome(): Omit<Outcome, 'seed'> {
    const { model, payouts, offers } = this.#world
    const counted = [...model.counted.values()]
    return {
      events: offers.reported.size,
      batches: this.#batches,
      crashes: this.#crashes,
      fenced: this.#fenced,
      charged: counted.filter(({ charged }) => charged > 0n).length,
      unpaid: counted.filter(({ unpaid }) => unpaid).length,
      invalid: [...model.invalid.values()].reduce((sum, count) => sum + count, 0),
      completed: [...model.ads.values()].filter((ad) => ad.status === 'COMPLETE').length,
      zoneChanges: this.#zoneChanges,
      payouts: payouts.requests.length,
      corrected: this.#operators.corrected,
      observed: [...model.judged.values()].filter(({ isEnforced }) => !isEnforced).length,
      wrong: this.wrong,
    }
  }

  async #step(): Promise<void> {
    const traffic = this.#traffic
    const steps: [weight: number, step: () => Promise<void>][] = [
      [22, () => traffic.request()],
      [30, () => traffic.arrive((to) => this.#setClock(to))],
      [5, () => traffic.release()],
      [8, () => this.#loadDelivery()],
      [2, () => this.#flushDelivery()],
      [1, () => this.#killDelivery()],
      [12, () => this.#batch()],
      [4, () => this.#crash()],
      [2, () => this.#pause()],
      [3, () => this.#world.billing.beat()],
      [12, () => this.#passTime()],
      [4, () => this.#edit()],
      [2, () => this.#credit()],
      [2, () => this.#changeZone()],
      [1, () => this.#addAd()],
      [2, () => this.#closeMonths()],
      [3, () => this.#people.applyForPayout()],
      [2, () => this.#people.answerPayout()],
      [4, () => this.#fold()],
      [1, () => this.#payDay()],
      [2, () => this.#operators.changeRule()],
      [0.2, () => this.#signIn()],
      [3, () => this.#correct()],
      [0.5, () => this.#operators.debit()],
      [1, () => this.#operators.releasePayout()],
    ]
    let place = this.#random.next() * steps.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, step] of steps) {
      place -= weight
      if (place < 0) return step()
    }
  }

  async #loadDelivery(): Promise<void> {
    await this.#world.delivery.load(await this.#world.delivery.any())
  }

  async #flushDelivery(): Promise<void> {
    const process = await this.#world.delivery.any()
    if (!process.log.isHolding) await this.#world.delivery.flush(process)
  }

  async #killDelivery(): Promise<void> {
    const process = await this.#world.delivery.any()
    if (!process.log.isHolding) this.#world.delivery.kill(process)
  }

  async #batch(): Promise<void> {
    await this.#runBatch(this.#world.billing.any().billing)
    await this.#following.follow()
  }

  /** Returns how many events were billed. A batch may find that another process has its partition. */
  async #runBatch(billing: Billing): Promise<number> {
    this.#batches += 1
    try {
      return (await billing.runBatch()).events
    } catch (fault) {
      // A machine that stands still for seconds loses the transaction. Billing repeats the batch, as after a crash.
      if (isTooSlow(fault)) return 0
      if (!(fault instanceof Fenced)) throw fault
      this.#fenced += 1
      return 0
    }
  }

  /** A process pauses after it has read the log, is taken over, and wakes up when others have billed further. */
  async #pause(): Promise<void> {
    const { billing } = this.#world
    const process = billing.any()
    const other = billing.otherThan(process)
    let wake = () => {}
    await this.#runBatch(process.billing)
    await this.#traffic.arriveDue()
    process.db.paused = new Promise((resolve) => {
      wake = resolve
    })
    const batch = this.#runBatch(process.billing)
    batch.catch(() => {})
    await this.#runBatch(other.billing)
    await billing.takeOver()
    await this.#traffic.request()
    await this.#traffic.arrive((to) => this.#setClock(to))
    for (let batches = 0; batches < 2; batches++) await this.#runBatch(other.billing)
    await this.#following.follow()
    process.db.paused = undefined
    wake()
    await batch
    await this.#following.follow()
  }

  async #crash(): Promise<void> {
    const process = this.#world.billing.any()
    process.db.crashAt = this.#random.chance(0.7)
      ? { statement: this.#random.whole(1, 30) }
      : this.#random.pick(['before commit', 'after commit'] as const)
    try {
      await this.#runBatch(process.billing)
    } catch (fault) {
      if (!(fault instanceof Crash)) throw fault
      this.#crashes += 1
    }
    await this.#world.billing.kill(process)
    await this.#following.follow()
  }

  async #passTime(): Promise<void> {
    const random = this.#random
    const kind = random.next()
    // Most phones have reported before the time jumps.
    if (kind >= 0.45 && random.chance(0.8)) await this.#traffic.arriveSoon((to) => this.#setClock(to))
    const { now } = this.#world
    if (kind < 0.45) this.#setClock(now + random.whole(1, 40) * second)
    else if (kind < 0.7) this.#setClock(now + random.whole(1, 25) * minute)
    else if (kind < 0.8) this.#setClock(now + random.whole(1, 9) * hour)
    else if (kind < 0.9) this.#toAnEdge()
    else if (kind < 0.97) this.#setClock(now + random.whole(6 * 24, 7 * 24) * hour)
    // On JetStream a partition is complete up to 20 s ago at once, also one whose process has not noticed that the clock
    // went back. That happens only outside production.
    else if (!this.#world.natsUrl) await this.#setClockBack(random.whole(1, 30) * minute)
  }

  /** Every process polls the log every second or two, so each of them and every partition soon see the new time. */
  async #setClockBack(ms: number): Promise<void> {
    const world = this.#world
    const to = world.now - ms
    if (to < world.payouts.monthStart(world.now)) return
    this.#setClock(to)
    for (const { reader } of world.billing.running) await reader.poll(new Map())
    for (let tries = 0; tries < triesMax && (await this.#isAhead()); tries++) {
      await this.#runBatch(world.billing.any().billing)
      await world.billing.beat()
    }
    await this.#following.follow()
  }

  /** A partition counts as billed until later than now. */
  async #isAhead(): Promise<boolean> {
    const states = await this.#world.db.read(readPartitions)
    return states.some(({ billedUntil }) => billedUntil > this.#world.now)
  }

  /** A few milliseconds around an account's midnight. */
  #toAnEdge(): void {
    const zone = this.#random.pick(['UTC', 'UTC', 'Asia/Seoul', ...this.#world.zoneOf.values()])
    this.#setClock(nextMidnight(this.#world.now, zone) + this.#random.pick([-1, 0, 1, -2_000, 3_000]))
  }

  #setClock(to: number): void {
    // Bounded, so that the events of a seed share their days.
    const world = this.#world
    if (to > this.#start + spanMax) return
    if (to < world.now) this.#following.forgetPromises()
    world.now = to
    world.latest = Math.max(world.latest, to)
  }

  async #edit(): Promise<void> {
    const ad = this.#random.pick([...this.#world.model.ads.values()])
    if (this.#random.chance(0.5)) await this.#people.edit(ad)
    else if (this.#random.chance(0.3)) await this.#people.stop(ad)
    else await this.#people.start(ad)
  }

  async #credit(): Promise<void> {
    await this.#people.credit(this.#random.pick(this.#world.advertisers), this.#random.whole(1, 90_000))
  }

  /** From then on billing judges by it, also what came before. */
  async #signIn(): Promise<void> {
    await this.#following.follow()
    await this.#operators.signIn()
  }

  async #correct(): Promise<void> {
    await this.#following.follow()
    await this.#operators.correct()
  }

  async #changeZone(): Promise<void> {
    const world = this.#world
    // Days are recorded back to the day before the current one, and only while the clock runs forward.
    await this.#settle()
    if (world.now < world.latest) return
    this.#zoneChanges += 1
    await this.#people.changeZone(this.#random.pick(world.advertisers), anyZone(world))
  }

  async #addAd(): Promise<void> {
    const sibling = this.#random.pick([...this.#world.model.ads.values()])
    await this.#people.addAd(sibling.advertiser, sibling.campaignId)
  }

  /** Sometimes the worker dies, or a second one folds. */
  async #fold(): Promise<void> {
    const { worker, db } = this.#world
    if (this.#random.chance(0.3)) worker.crashAt = { statement: this.#random.whole(1, 6) }
    try {
      await foldBooks({ db: worker })
    } catch (fault) {
      if (!(fault instanceof Crash)) throw fault
      this.#crashes += 1
    }
    worker.crashAt = undefined
    if (this.#random.chance(0.3)) await foldBooks({ db })
  }

  async #closeMonths(): Promise<void> {
    const { worker, clock, payouts } = this.#world
    await this.#following.follow()
    await closeMonths({ db: worker, clock })
    payouts.close(this.#world.now, this.#following.billedUntil)
  }

  /** The month ends, is billed and closed, and publishers apply. */
  async #payDay(): Promise<void> {
    const world = this.#world
    await this.#traffic.arriveSoon((to) => this.#setClock(to))
    const monthEnd = world.payouts.monthEnd(world.now)
    if (monthEnd + hour > this.#start + spanMax) return
    this.#setClock(monthEnd + this.#random.whole(1, 3) * hour)
    await this.#expire()
    await this.#closeMonths()
    await this.#people.applyForPayout()
    if (this.#random.chance(0.3)) await this.#correct()
    if (this.#random.chance(0.3)) await this.#operators.releasePayout()
  }

  /** Bills until every event is billed. Autovacuum may delay it for a while. */
  async #settle(): Promise<void> {
    while (this.#traffic.held.length > 0) await this.#traffic.release()
    const { reader, partitions, billing } = this.#world
    const last = await Promise.all(
      Array.from({ length: partitions }, (_, partition) => reader.last(partition)),
    )
    for (let tries = 0; tries < triesMax; tries++) {
      const events = await this.#runBatch(billing.any().billing)
      await this.#following.follow()
      if (this.wrong.length > 0) return
      if (events > 0) continue
      if (this.#following.isAt(last)) return
      await billing.beat()
    }
    this.#wrong.push('billing does not come to an end')
  }

  /** Bills until no event waits that has waited too long. Whoever has a partition must have had its turn. */
  async #expire(): Promise<void> {
    for (let tries = 0; tries < triesMax; tries++) {
      await this.#settle()
      if (this.wrong.length > 0) return
      const [open] = await this.#world.rows(sql<{ count: bigint }>`
        select (select count(*) from billing_partition where billed_until < ${at(this.#world.now - appendMsMax)})
               + (select count(*) from waiting_event w join billing_partition p using (partition)
                   where w.received_at < p.billed_until - interval '10 minutes') as count`)
      if (open?.count === 0n) return
      await this.#world.billing.beat()
    }
    this.#wrong.push('the waits of events do not come to an end')
  }

  async #finish(): Promise<void> {
    const world = this.#world
    await this.#traffic.arriveDue()
    await this.#settle()
    if (this.wrong.length > 0) return
    // Clicks whose impression never arrives expire.
    world.now += 20 * minute
    world.latest = Math.max(world.latest, world.now)
    await this.#expire()
    await this.#closeMonths()
    for (const process of world.delivery.running) await world.delivery.flush(process)
    for (const id of world.offers.reported.keys()) {
      if (!world.model.taken.has(id)) this.#wrong.push(`${id} was acknowledged and never billed`)
    }
    this.#wrong.push(...(await compare(world)))
    // Folding changes no figure.
    await foldBooks({ db: world.worker })
    this.#wrong.push(...(await compare(world)))
    for (const zone of ['Asia/Seoul', anyZone(world)]) {
      this.#wrong.push(...(await compareReports(world, zone, this.#start)))
    }
  }
}

/** Runs one seed on an empty database. */
export async function simulate(options: SimulationOptions): Promise<Outcome> {
  const simulation = new Simulation(options)
  return { seed: options.seed, ...(await simulation.run(options.eventsMin ?? eventsDefault)) }
}
