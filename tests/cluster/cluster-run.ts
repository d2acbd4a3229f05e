import { setTimeout as wait } from 'node:timers/promises'
import { minute, second } from '@voltline/kernel'
import { Random } from '../../server/src/demo/random.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { Cluster, type ClusterOptions } from './cluster.ts'
import { Driver } from './driver.ts'
import type { Fault, Scene } from './faults.ts'
import { Journal } from './journal.ts'
import { type BackAfter, secondsOf, untilBack } from './service.ts'
import { areBooksRight, readBooks, Verdict } from './verdict.ts'
import { World } from './world.ts'

export interface RunOptions extends ClusterOptions {
  seed: number
  /** The flood lasts at least so long, and at least until every fault has happened. */
  floodMs: number
  /** How long a billing process is paused. */
  pauseMs: number
  senders: number
  /** A fault is given up when service is not back within this time. */
  backMsMax: number
  faults: readonly Fault[]
  say: (line: string) => void
}

export interface FaultOutcome {
  name: string
  secondsMax: number
  backAfter: BackAfter
  seconds: number | undefined
  lost: number
  twice: number
  overspentWon: number
  booksOff: number
}

export interface RunOutcome {
  faults: FaultOutcome[]
  /** Over the whole run, with what belongs to no fault. */
  total: Pick<FaultOutcome, 'lost' | 'twice' | 'overspentWon' | 'booksOff'>
  acknowledged: number
  unanswered: number
  floodSeconds: number
  /** How often each HTTP status was answered. */
  statuses: string
}

/** Until everything works for the first time. */
const startMsMax = 2 * minute
/** Between two faults. */
const calmMs = 2 * second
/** Billing has ended when nothing was charged for so long. */
const quietMs = 6 * second
const wonMicros = 1_000_000

interface Struck {
  fault: Fault
  backAfter: BackAfter
  booksOff: number
}

/** One flood over a cluster with one fault after the other. */
class ClusterRun {
  readonly #options: RunOptions
  readonly #journal = new Journal()
  readonly #random: Random
  readonly #struck: Struck[] = []
  readonly #ends: (() => Promise<void>)[] = []

  constructor(options: RunOptions) {
    this.#options = options
    this.#random = new Random(options.seed)
  }

  async run(): Promise<RunOutcome> {
    try {
      return await this.#run()
    } finally {
      for (const end of this.#ends.reverse()) await end()
    }
  }

  async #run(): Promise<RunOutcome> {
    const { say, senders, seed } = this.#options
    const cluster = await Cluster.start(this.#options, this.#ends)
    const db = new Database({
      ...{ url: cluster.databaseUrl, connectionsMax: 4, statementMsMax: 20 * second, onLost: () => {} },
    })
    this.#ends.push(() => db.close())
    const world = new World(db)
    await world.build()
    const driver = new Driver({
      urls: cluster.of('delivery').map(({ url }) => url),
      places: () => world.places,
      journal: this.#journal,
      random: new Random(seed + 1),
    })
    driver.start(senders)
    this.#ends.push(() => driver.stop())
    const scene = { cluster, world, random: this.#random, pauseMs: this.#options.pauseMs }
    const healthy = await untilBack(
      { ...scene, db, journal: this.#journal },
      {
        sinceMs: performance.now(),
        msMax: startMsMax,
        needsWorker: true,
      },
    )
    say(
      `Service before any fault: a request is served, billed and signed in within ${format(secondsOf(healthy))} s.`,
    )
    const sinceMs = performance.now()
    await this.#strikeAll(scene, db, sinceMs)
    await driver.stop()
    const floodSeconds = (performance.now() - sinceMs) / second
    await untilQuiet(db)
    return this.#judge({ world, db, floodSeconds })
  }

  /** Every fault once, in an order of the seed, then more of them while there is time. */
  async #strikeAll(scene: Scene, db: Database, sinceMs: number): Promise<void> {
    const { faults, floodMs } = this.#options
    const order = this.#random.shuffled(faults)
    while (order.length > 0 || performance.now() - sinceMs < floodMs) {
      await this.#strike(order.shift() ?? this.#random.pick(faults), scene, db)
    }
  }

  async #strike(fault: Fault, scene: Scene, db: Database): Promise<void> {
    const phase = this.#struck.length + 1
    const scarce = await patiently(() => scene.world.addScarceAd(phase))
    await eventually(() => this.#journal.firstSince(0, scarce.id, 'IMPRESSION') !== undefined, startMsMax)
    this.#journal.phase = phase
    const sinceMs = performance.now()
    const repair = await fault.strike(scene)
    const probe = { ...scene, db, journal: this.#journal }
    const backAfter = await untilBack(probe, {
      sinceMs,
      msMax: this.#options.backMsMax,
      needsWorker: fault.needsWorker ?? false,
    })
    await repair()
    await wait(calmMs)
    this.#struck.push({ fault, backAfter, booksOff: (await patiently(() => areBooksRight(db))) ? 0 : 1 })
    this.#options.say(`${fault.name}: back after ${format(secondsOf(backAfter))} s.`)
  }

  async #judge(services: { world: World; db: Database; floodSeconds: number }): Promise<RunOutcome> {
    const { world, db, floodSeconds } = services
    const verdict = new Verdict({ journal: this.#journal, world, books: await readBooks(db) })
    const { total } = verdict
    const acknowledged = this.#journal.acknowledged.length
    return {
      faults: this.#struck.map(({ fault, backAfter, booksOff }, index) => {
        const { lost, twice, overspentMicros } = verdict.of(index + 1)
        return {
          ...{ name: fault.name, secondsMax: fault.secondsMax, backAfter, lost, twice, booksOff },
          seconds: secondsOf(backAfter),
          overspentWon: Number(overspentMicros) / wonMicros,
        }
      }),
      total: {
        lost: total.lost,
        twice: total.twice,
        overspentWon: Number(total.overspentMicros) / wonMicros,
        booksOff: verdict.wrongSums + ((await areBooksRight(db)) ? 0 : 1),
      },
      ...{ acknowledged, unanswered: this.#journal.reported.length - acknowledged, floodSeconds },
      statuses: this.#journal.statuses,
    }
  }
}

/** Repeats what fails on a machine that has more to do than it can. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + startMsMax
  for (;;) {
    try {
      return await work()
    } catch (fault) {
      if (performance.now() > untilMs) throw fault
      await wait(1 * second)
    }
  }
}

/** Waits until billing has charged what it can. Does not ask the log, which may have lost its events. */
async function untilQuiet(db: Database): Promise<void> {
  const untilMs = performance.now() + 5 * minute
  let last = -1
  let sinceMs = performance.now()
  while (performance.now() < untilMs && performance.now() - sinceMs < quietMs) {
    const { charges, ads } = await patiently(() => readBooks(db))
    const counted = [...ads.values()].reduce(
      (sum, ad) => sum + Number(ad.impressions + ad.clicks),
      charges.length,
    )
    if (counted !== last) sinceMs = performance.now()
    last = counted
    await wait(500)
  }
}

export const format = (seconds: number | undefined): string =>
  seconds === undefined ? 'never' : seconds.toFixed(1)

export const runCluster = (options: RunOptions): Promise<RunOutcome> => new ClusterRun(options).run()
