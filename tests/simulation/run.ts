import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Outcome } from './simulation.ts'

/**
 * npm run simulate -- [--seeds N] [--minutes M] [--from X] [--processes P], or --seed X to replay one; --jetstream puts
 * the event log on JetStream. One process per core, each with a database server of its own.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    processes: { type: 'string' },
    jetstream: { type: 'boolean' },
  },
})

const whole = (text: string | undefined, fallback: number): number => {
  const number = Number(text ?? fallback)
  if (Number.isSafeInteger(number) && number >= 1) return number
  console.error('Usage: npm run simulate -- --seeds N [--minutes M] [--from X], or --seed X')
  process.exit(2)
}

const from = whole(values.seed ?? values.from, 1)
const unlimited = values.minutes === undefined ? 20 : Number.MAX_SAFE_INTEGER - from
const count = values.seed === undefined ? whole(values.seeds, unlimited) : 1
const minutesMax = values.minutes === undefined ? Number.POSITIVE_INFINITY : whole(values.minutes, 1)
const processes = Math.min(count, whole(values.processes, availableParallelism()))
const failuresMax = 5

let next = from
let startedMs = 0
const failed: number[] = []
const done: Outcome[] = []

const isOver = (): boolean =>
  next >= from + count ||
  failed.length >= failuresMax ||
  (startedMs > 0 && performance.now() - startedMs > minutesMax * 60_000)

function keep(outcome: Outcome): void {
  done.push(outcome)
  if (outcome.wrong.length > 0) {
    failed.push(outcome.seed)
    const engine = values.jetstream ? ' --jetstream' : ''
    console.error(
      `Seed ${outcome.seed} failed; replay it with: npm run simulate -- --seed ${outcome.seed}${engine}`,
    )
    for (const line of outcome.wrong.slice(0, 40)) console.error(`  ${line}`)
  } else if (count <= 20) {
    const { seed, events, batches, crashes } = outcome
    console.log(`Seed ${seed}: ${events} events, ${batches} batches, ${crashes} crashes`)
  }
  if (done.length % 100 === 0) console.log(`${done.length} seeds, ${perMinute()} a minute`)
}

const perMinute = (): number => Math.round((done.length * 60_000) / (performance.now() - startedMs))

/** Resolves when the process has ended. It requests a seed when it is ready and after each one. */
function work(child: ChildProcess): Promise<void> {
  child.on('message', (outcome: Outcome | 'ready') => {
    startedMs ||= performance.now()
    if (outcome !== 'ready') keep(outcome)
    child.send(isOver() ? 'stop' : { seed: next++ })
  })
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      if (code !== 0) process.exitCode = 1
      resolve()
    })
  })
}

const children = Array.from({ length: processes }, () =>
  fork(new URL('seeds-child.ts', import.meta.url), values.jetstream ? ['--jetstream'] : []),
)
await Promise.all(children.map(work))
const sum = (figure: (outcome: Outcome) => number) => done.reduce((total, one) => total + figure(one), 0)
console.log(
  `${done.length} seeds, ${sum(({ events }) => events)} events, ${sum(({ charged }) => charged)} charged, ` +
    `${sum(({ unpaid }) => unpaid)} unpaid, ${sum(({ invalid }) => invalid)} invalid, ` +
    `${sum(({ crashes }) => crashes)} crashes, ${sum(({ fenced }) => fenced)} fenced, ` +
    `${sum(({ payouts }) => payouts)} payouts, ${sum(({ observed }) => observed)} observed, ` +
    `${sum(({ corrected }) => corrected)} corrected; ${perMinute()} seeds a minute.`,
)
if (failed.length > 0 || done.length === 0) process.exitCode = 1
else if (!process.exitCode) console.log('All agree with the model.')
