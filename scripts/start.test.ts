import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../server/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'voltline-start-'))
chmodSync(dataDir, 0o755)

interface Start {
  process: ChildProcess
  output(): string
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

const started: ChildProcess[] = []

/** Without a reachable registry: the installed packages must suffice. */
function start(
  settings: Record<string, string>,
  [program = 'npm', ...args]: string[] = ['npm', 'start'],
): Start {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: '0',
    npm_config_registry: 'http://127.0.0.1:9',
    ...settings,
  }
  const child = spawn(program, args, { cwd: root, env, detached: true })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return { process: child, output: () => output, ended }
}

async function until(what: () => string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 50_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within 50 seconds: ${what()}`)
    await wait(25)
  }
}

const ready = (start: Start) =>
  until(
    () => `ready, instead: ${start.output()}`,
    () => start.output().includes('Voltline is ready at'),
  )

const databaseFile = () => join(dataDir, 'postgres', 'cluster', 'postmaster.pid')

/** The program no longer responds, and its database server has ended with it. */
async function nothingIsLeft(port: string): Promise<void> {
  await until(
    () => 'the port is free',
    async () => !(await responds(port)),
  )
  await until(
    () => 'the database server is gone',
    () => !existsSync(databaseFile()),
  )
}

const responds = (port: string) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    (response) => response.ok,
    () => false,
  )

let port = ''
beforeAll(async () => {
  port = String(await freePort())
  const first = start({ PORT: port })
  await ready(first)
  first.process.kill('SIGTERM')
  await first.ended
}, 120_000)

/** A failed test may leave a process running, and the next test needs the same port and folder. */
afterEach(async () => {
  let isLeft = false
  for (const { pid, exitCode, signalCode } of started.splice(0)) {
    if (!pid || exitCode !== null || signalCode !== null) continue
    process.kill(-pid, 'SIGKILL')
    isLeft = true
  }
  if (isLeft) await nothingIsLeft(port)
})
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

describe('npm start', { timeout: 60_000 }, () => {
  test('a second start needs no network and prints how long it took', async () => {
    const since = performance.now()
    const second = start({ PORT: port })
    await ready(second)
    console.log(`Second start: ready after ${Math.round(performance.now() - since)} ms (limit 10000).`)
    expect(second.output()).toContain(`Voltline is ready at http://localhost:${port}\n`)
    expect(await responds(port)).toBe(true)
    second.process.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    await nothingIsLeft(port)
  })

  test('Ctrl-C in a terminal, pressed twice, stops everything cleanly and once', async () => {
    const terminal = start({ PORT: port }, ['script', '-qec', 'npm start', '/dev/null'])
    await ready(terminal)
    terminal.process.stdin?.write('\u0003')
    await wait(20)
    terminal.process.stdin?.write('\u0003')
    await terminal.ended
    expect(terminal.output().match(/Stopping …/g)).toHaveLength(1)
    await nothingIsLeft(port)
  })

  test('a killed npm leaves nothing running', async () => {
    const killed = start({ PORT: port })
    await ready(killed)
    killed.process.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    await nothingIsLeft(port)
  })

  test('a killed process group leaves nothing running, and the next start is ready', async () => {
    const killed = start({ PORT: port })
    await ready(killed)
    process.kill(-(killed.process.pid ?? 0), 'SIGKILL')
    await killed.ended
    const next = start({ PORT: port })
    await ready(next)
    next.process.kill('SIGINT')
    await next.ended
    await nothingIsLeft(port)
  })

  test('a taken port, a folder in use and a read-only folder each stop it with one line', async () => {
    const first = start({ PORT: port })
    await ready(first)
    const otherDir = mkdtempSync(join(tmpdir(), 'voltline-start-'))
    chmodSync(otherDir, 0o755)
    const refusals = [
      [{ PORT: port, DATA_DIR: otherDir }, `Port ${port} is taken.`],
      [{ PORT: '0' }, `with the data folder ${dataDir}.`],
      [{ PORT: '0', DATA_DIR: '/proc/voltline' }, 'The data folder /proc/voltline cannot be written'],
    ] as const
    for (const [settings, reason] of refusals) {
      const refused = start(settings)
      expect(await refused.ended).toBe(1)
      const complaints = refused
        .output()
        .split('\n')
        .filter((line) => line.startsWith('Voltline cannot start: '))
      expect(complaints).toHaveLength(1)
      expect(complaints[0]).toContain(reason)
      expect(refused.output()).not.toMatch(/^\s+at /m)
    }
    rmSync(otherDir, { recursive: true, force: true })
    expect(await responds(port)).toBe(true)
    expect(readFileSync(databaseFile(), 'utf8')).toContain(dataDir)
    first.process.kill('SIGTERM')
    await first.ended
  })
})
