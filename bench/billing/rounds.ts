import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { median } from '../lib/statistics.ts'

/** Runs work on a temporary database server. */
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

const spread = (values: readonly number[], unit: string): string =>
  `median ${median(values).toFixed(1)} ${unit} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`

export interface Side {
  name: string
  run: () => Promise<void>
  prepare?: () => Promise<void>
  /** Runs per round, if a single run is too short to measure. */
  times?: number
}

/** Measures both sides alternately, starting with the other side every round. Prints and returns their times in ms. */
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
      // The first round is a warm-up.
      if (round >= 0) times[side === 0 ? 0 : 1].push((performance.now() - since) / runs)
    }
  }
  process.stdout.write(`\n${title}, ${rounds} rounds\n`)
  sides.forEach((side, place) => {
    process.stdout.write(`  ${side.name}: ${spread(times[place === 0 ? 0 : 1], 'ms')}\n`)
  })
  return times
}
