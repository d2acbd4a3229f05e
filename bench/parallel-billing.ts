import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type CustomerId, type Instant, instant, micros } from '@voltline/kernel'
import pg from 'pg'
import { Random } from '../server/src/demo/random.ts'
import type { EventLog } from '../server/src/domain/events/event-log.ts'
import { isBefore } from '../server/src/domain/events/event-reader.ts'
import { openEventLog } from '../server/src/domain/events/open-event-log.ts'
import { readPartitions } from '../server/src/domain/events/partitions/partition-store.ts'
import { cashOf, outside } from '../server/src/domain/ledger/account.ts'
import { post } from '../server/src/domain/ledger/ledger.ts'
import { isGood, proveBooks } from '../server/src/domain/ledger/proof.ts'
import { Database } from '../server/src/platform/database/database.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { foldBooks } from '../server/src/worker/fold.ts'
import { onOwnServer } from './billing/rounds.ts'
import { buildNetwork, someEvents } from './billing/world.ts'

const partitions = 16
const eventsPerRound = 30_000
const sampleMs = 2
/** The share of the time of batches that may be spent waiting for locks. */
const waitingMax = 0.01
const minutes = Number(process.env.MINUTES ?? 1)
const clock = { now: (): Instant => instant(Date.now()) }

/** Samples of the backends that are in a transaction of billing, and of those that wait for a lock. */
interface Samples {
  busy: number
  waiting: number
}

async function sample(client: pg.Client, isOver: () => boolean): Promise<Samples> {
  const samples: Samples = { busy: 0, waiting: 0 }
  while (!isOver()) {
    const { rows } = await client.query<{ busy: string; waiting: string }>(`
      select count(*) as busy, count(*) filter (where wait_event_type = 'Lock') as waiting
        from pg_stat_activity
       where datname = current_database() and application_name = 'billing' and state <> 'idle'
         and xact_start is not null`)
    samples.busy += Number(rows[0]?.busy ?? 0)
    samples.waiting += Number(rows[0]?.waiting ?? 0)
    await wait(sampleMs)
  }
  return samples
}

async function append(log: EventLog, random: Random): Promise<void> {
  const events = someEvents(random, eventsPerRound, clock.now())
  for (let first = 0; first < events.length; first += 1_000)
    await log.append(events.slice(first, first + 1_000))
}

interface Round extends Samples {
  seconds: number
}

class Bench {
  readonly #url: string
  readonly #db: Database
  readonly #random = new Random(1)
  readonly conflicts = new Map<string, number>()

  constructor(url: string) {
    this.#url = url
    this.#db = new Database({ url, connectionsMax: 6, statementMsMax: 120_000, onLost: () => {} })
  }

  async build(): Promise<void> {
    await buildNetwork(this.#db)
    await this.#db.transaction((tx) =>
      post(
        tx,
        Array.from({ length: 50 }, (_, number) => ({
          ...{ key: `cash ${number}`, kind: 'CREDIT' as const, from: outside, at: clock.now() },
          to: [[cashOf((number + 1) as CustomerId), micros(10n ** 15n)]],
        })),
      ),
    )
  }

  async round(processes: number): Promise<Round> {
    const db = this.#db
    const { log, reader } = await openEventLog({
      ...{ db, clock, log: makeLog('error') },
      settings: { eventPartitions: partitions },
    })
    const children = await Promise.all(Array.from({ length: processes }, () => this.#startProcess()))
    await this.#areShared(processes)
    const client = new pg.Client(this.#url)
    await client.connect()
    let isOver = false
    const samples = sample(client, () => isOver)
    const folds = this.#fold(() => isOver)
    const since = performance.now()
    await append(log, this.#random)
    const targets = await Promise.all(Array.from({ length: partitions }, (_, number) => reader.last(number)))
    const isBilled = async () => {
      const states = await db.read(readPartitions)
      return targets.every((target, number) => !isBefore(states[number] ?? target, target))
    }
    while (!(await isBilled())) await wait(20)
    const seconds = (performance.now() - since) / 1_000
    isOver = true
    await folds
    const taken = await samples
    await client.end()
    for (const child of children) await this.#stopProcess(child)
    await log.close()
    return { ...taken, seconds }
  }

  async #startProcess(): Promise<ChildProcess> {
    const url = `${this.#url}?application_name=billing`
    const child = fork(join(import.meta.dirname, 'billing/process-child.ts'), [url, String(partitions)])
    await once(child, 'message')
    return child
  }

  async #areShared(processes: number): Promise<void> {
    for (;;) {
      const states = await this.#db.read(readPartitions)
      const holders = new Set(states.map((state) => state.holder))
      if (holders.size === processes && !holders.has(undefined)) return
      await wait(50)
    }
  }

  async #stopProcess(child: ChildProcess): Promise<void> {
    child.send('stop')
    const [conflicts] = (await once(child, 'message')) as [Record<string, number>]
    for (const [state, count] of Object.entries(conflicts)) {
      this.conflicts.set(state, (this.conflicts.get(state) ?? 0) + count)
    }
    await once(child, 'exit')
  }

  /** As the worker does. */
  async #fold(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await foldBooks({ db: this.#db })
      await wait(1_000)
    }
  }

  async end(): Promise<boolean> {
    for (const [state, count] of this.#db.conflicts) {
      this.conflicts.set(state, (this.conflicts.get(state) ?? 0) + count)
    }
    const areGood = isGood(await this.#db.transaction(proveBooks, { statementMsMax: 600_000 }))
    await this.#db.close()
    return areGood
  }
}

const percent = (rounds: readonly Round[]): number => {
  const sum = (figure: (round: Round) => number) => rounds.reduce((total, round) => total + figure(round), 0)
  return (
    sum((round) => round.waiting) /
    Math.max(
      1,
      sum((round) => round.busy),
    )
  )
}

function print(processes: number, rounds: readonly Round[]): void {
  const perSecond = rounds.map(({ seconds }) => Math.round(eventsPerRound / seconds))
  process.stdout.write(
    `  ${processes} billing process${processes === 1 ? '' : 'es'}: ${perSecond.join(', ')} events a second; ` +
      `waiting for locks ${(percent(rounds) * 100).toFixed(2)} % of ${rounds.reduce((sum, { busy }) => sum + busy, 0)} samples\n`,
  )
}

async function measure(url: string): Promise<boolean> {
  const running = new Bench(url)
  await running.build()
  const rounds: [one: Round[], two: Round[]] = [[], []]
  // Makes the tables of the day, which takes locks.
  await running.round(1)
  const untilMs = performance.now() + minutes * 60_000
  do {
    rounds[0].push(await running.round(1))
    rounds[1].push(await running.round(2))
  } while (performance.now() < untilMs)
  process.stdout.write(
    `\nEvents appended and billed, ${partitions} partitions, ${eventsPerRound} events a round\n`,
  )
  print(1, rounds[0])
  print(2, rounds[1])
  const areGood = await running.end()
  const conflicts = [...running.conflicts.values()].reduce((sum, count) => sum + count, 0)
  const isMet = percent(rounds[1]) < waitingMax && conflicts === 0 && areGood
  process.stdout.write(
    `  deadlocks ${running.conflicts.get('40P01') ?? 0}, serialization failures ${running.conflicts.get('40001') ?? 0}, ` +
      `books ${areGood ? 'right' : 'WRONG'}; waiting below ${waitingMax * 100} %: ${isMet ? 'met' : 'MISSED'}\n`,
  )
  return isMet
}

/** npm run bench -- parallel-billing; MINUTES=10 for a longer run. */
export async function bench(): Promise<void> {
  if (!(await onOwnServer(measure))) throw new Error('Missed: parallel billing.')
}
