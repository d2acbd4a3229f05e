import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ProgramProcess } from '../server/testing/program-process.ts'

const kills = 20
const p95SecondsMax = 2
/** Other work on the machine delays a start in proportion, so the figure means nothing then. */
const quietLoadMax = 1.5

/** Starts the program with its embedded database and resolves when it serves. Returns the seconds. */
async function start(program: ProgramProcess): Promise<number> {
  const since = performance.now()
  await program.start()
  while (!(await fetch(`${program.url}/readyz`)).ok) await wait(10)
  return (performance.now() - since) / 1_000
}

/** From `kill -9` of the whole program to ready again, with all roles, the embedded database and its recovery. */
export async function bench(): Promise<void> {
  const load = loadavg()[0] ?? 0
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-restart-'))
  chmodSync(dataDir, 0o755)
  const program = new ProgramProcess({ ROLES: 'all', DATA_DIR: dataDir })
  const seconds: number[] = []
  try {
    console.log(`first start, on empty data: ${(await start(program)).toFixed(2)} s`)
    for (let count = 0; count < kills; count++) {
      await wait(300)
      await program.end('SIGKILL')
      seconds.push(await start(program))
    }
    await program.end('SIGTERM')
  } finally {
    await program.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  seconds.sort((a, b) => a - b)
  const at = (part: number) => seconds[Math.min(seconds.length - 1, Math.floor(seconds.length * part))] ?? 0
  const [p50, p95] = [at(0.5), at(0.95)]
  console.log(`ready after kill -9, ${kills} times: p50 ${p50.toFixed(2)} s, p95 ${p95.toFixed(2)} s`)
  if (load > quietLoadMax) console.log(`The machine was not quiet (load ${load.toFixed(1)}): no verdict.`)
  else if (p95 > p95SecondsMax) throw new Error(`p95 is above ${p95SecondsMax} s.`)
}
