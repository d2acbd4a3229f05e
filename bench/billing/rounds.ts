import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'

/** A database server for one figure, gone afterwards. */
export async function onOwnServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-bench-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await migrate(server.url)
    return await work(server.url)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

const spread = (values: readonly number[], unit: string): string =>
  `median ${median(values).toFixed(1)} ${unit} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`

export interface Side {
  name: string
  run: () => Promise<void>
  prepare?: () => Promise<void>
  /** How often it runs in a round, where once is too short to be measured well. */
  times?: number
}

/** Both sides in turn, the one that begins changing every round. Prints them and answers their times in ms. */
export async function alternate(
  title: string,
  sides: readonly [Side, Side],
  rounds: number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const which = side === 0 ? sides[0] : sides[1]
      await which.prepare?.()
      const runs = which.times ?? 1
      const since = performance.now()
      for (let run = 0; run < runs; run++) await which.run()
      // The first round only warms up.
      if (round >= 0) times[side === 0 ? 0 : 1].push((performance.now() - since) / runs)
    }
  }
  process.stdout.write(`\n${title}, ${rounds} rounds\n`)
  sides.forEach((side, place) => {
    process.stdout.write(`  ${side.name}: ${spread(times[place === 0 ? 0 : 1], 'ms')}\n`)
  })
  return times
}
