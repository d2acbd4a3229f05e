import { median } from '../lib/statistics.ts'
import type { MeasuredServer } from './child.ts'
import { Callers } from './load.ts'

export interface Side {
  name: string
  server: MeasuredServer
  /** The next request; undefined ends the turn. */
  next: () => string | undefined
  /** Called before each turn of this side. */
  before?: () => void
}

interface Round {
  cpuMicrosPerRequest: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
}

export interface Figure {
  title: string
  /** One result per round, by the name of the side. */
  rounds: ReadonlyMap<string, Round[]>
}

/**
 * How the two sides alternate. A shared machine is fast for some tenths of a second and slow for the next, so a round
 * consists of many short turns of both sides, and a slow phase affects both equally.
 */
export interface Turns {
  connections: number
  rounds: number
  turnsPerRound: number
  turnMs: number
  /** The start of a turn is not measured: the processor's caches still hold the other side's data. */
  settleMs: number
}

export const shortTurns: Turns = { connections: 32, rounds: 50, turnsPerRound: 10, turnMs: 50, settleMs: 5 }

const warmUpMs = 4_000

/** One side of a comparison: adds up the cost of its turns in a round. */
class Contender {
  readonly #side: Side
  readonly #callers: Callers
  #cpuMicros = 0
  #requests = 0
  #seconds = 0
  #latenciesMs: number[] = []

  constructor(side: Side, callers: Callers) {
    this.#side = side
    this.#callers = callers
  }

  get name(): string {
    return this.#side.name
  }

  async warmUp(ms: number): Promise<void> {
    this.#side.before?.()
    await this.#callers.call(ms, this.#side.next)
  }

  async takeTurn(ms: number): Promise<void> {
    const { server, next } = this.#side
    const before = await server.cpuMicros()
    const { requests, seconds, latenciesMs } = await this.#callers.call(ms, next)
    this.#cpuMicros += (await server.cpuMicros()) - before
    this.#requests += requests
    this.#seconds += seconds
    this.#latenciesMs.push(...latenciesMs)
  }

  endRound(): Round {
    const sorted = this.#latenciesMs.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    const round = {
      cpuMicrosPerRequest: this.#cpuMicros / this.#requests,
      requestsPerSecond: this.#requests / this.#seconds,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    }
    this.#cpuMicros = 0
    this.#requests = 0
    this.#seconds = 0
    this.#latenciesMs = []
    return round
  }

  close(): void {
    this.#callers.close()
  }
}

/** Measures both sides alternately, starting with the other side every turn, so that a slow machine slows both. */
export async function compare(
  title: string,
  sides: readonly [Side, Side],
  turns: Turns & { prepare?: () => void },
): Promise<Figure> {
  const contenders: Contender[] = []
  for (const side of sides) {
    const contender = new Contender(side, await Callers.open(side.server.ready.port, turns.connections))
    turns.prepare?.()
    await contender.warmUp(warmUpMs)
    contenders.push(contender)
  }
  const rounds = new Map<string, Round[]>(sides.map((side) => [side.name, []]))
  for (let round = 0; round < turns.rounds; round++) {
    for (let turn = 0; turn < turns.turnsPerRound; turn++) {
      for (const contender of (round + turn) % 2 === 0 ? contenders : contenders.toReversed()) {
        turns.prepare?.()
        await contender.warmUp(turns.settleMs)
        await contender.takeTurn(turns.turnMs)
      }
    }
    for (const contender of contenders) rounds.get(contender.name)?.push(contender.endRound())
  }
  for (const contender of contenders) contender.close()
  return { title, rounds }
}

export const cpuPerRequest = (round: Round): number => round.cpuMicrosPerRequest
export const perSecond = (round: Round): number => round.requestsPerSecond

/** The ratio of one side to the other in each round: median, minimum and maximum. */
export function ratioOf(figure: Figure, of: (round: Round) => number, over: string, under: string) {
  const [upper = [], lower = []] = [figure.rounds.get(over), figure.rounds.get(under)]
  const ratios = upper.map((round, index) => {
    const other = lower[index]
    return other ? of(round) / of(other) : Number.NaN
  })
  return { median: median(ratios), least: Math.min(...ratios), greatest: Math.max(...ratios) }
}

export function print(figure: Figure): void {
  process.stdout.write(`\n${figure.title}\n`)
  for (const [name, rounds] of figure.rounds) {
    const middle = (of: (round: Round) => number) => median(rounds.map(of))
    const cpu = rounds.map(cpuPerRequest)
    process.stdout.write(
      `  ${name.padEnd(34)} ${middle(cpuPerRequest).toFixed(1)} µs CPU a request` +
        ` (${Math.min(...cpu).toFixed(1)}–${Math.max(...cpu).toFixed(1)}),` +
        ` ${Math.round(middle(perSecond))}/s, p50 ${middle((round) => round.p50Ms).toFixed(2)} ms,` +
        ` p99 ${middle((round) => round.p99Ms).toFixed(2)} ms\n`,
    )
  }
}
