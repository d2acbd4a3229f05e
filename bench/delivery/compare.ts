import type { MeasuredServer } from './child.ts'
import { type Load, load } from './load.ts'

export interface Side {
  name: string
  server: MeasuredServer
  /** What to send next; nothing ends the round. */
  next: () => string | undefined
}

interface Round extends Load {
  cpuMicrosPerRequest: number
}

export interface Figure {
  title: string
  /** Of each side in each round, by the sides' names. */
  rounds: ReadonlyMap<string, Round[]>
}

/** Many short ones: what slows the machine down for a second falls into few of them. */
const roundsCount = 60
const roundMs = 250
const warmUpMs = 4_000
/** Between rounds, so that what one side left behind is not paid for by the other. */
const restMs = 50

const rest = () => new Promise((resolve) => setTimeout(resolve, restMs))

async function measure(side: Side, connections: number, ms: number): Promise<Round> {
  await rest()
  const before = await side.server.cpuMicros()
  const measured = await load({ port: side.server.facts.port, connections, ms, next: side.next })
  const cpuMicros = (await side.server.cpuMicros()) - before
  return { ...measured, cpuMicrosPerRequest: cpuMicros / measured.requests }
}

/** Both sides in turn, the one that begins changing every round: what slows the machine down slows both. */
export async function compare(
  title: string,
  sides: readonly [Side, Side],
  options: { connections: number; prepare?: () => void },
): Promise<Figure> {
  const rounds = new Map<string, Round[]>(sides.map((side) => [side.name, []]))
  for (const side of sides) {
    options.prepare?.()
    await measure(side, options.connections, warmUpMs)
  }
  for (let round = 0; round < roundsCount; round++) {
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      options.prepare?.()
      rounds.get(side.name)?.push(await measure(side, options.connections, roundMs))
    }
  }
  return { title, rounds }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export const cpuPerRequest = (round: Round): number => round.cpuMicrosPerRequest
export const perSecond = (round: Round): number => round.requests / round.seconds

/** One side against the other, round by round: the median of the ratios, and the least and the greatest. */
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
