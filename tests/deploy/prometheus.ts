import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { skipTest } from '../../server/testing/skip.ts'

/** Prometheus is optional, as the README says: without it a test is skipped and listed. */
export function requirePrometheus(context: Pick<TestContext, 'task' | 'skip'>): void {
  if (spawnSync('promtool', ['--version']).status !== 0) {
    skipTest(context, 'prometheus not installed: apt-get install -y prometheus')
  }
}

/** Runs promtool in a folder and returns what it printed. */
export function promtool(folder: string, ...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}

export interface TestPrometheus {
  /** The number of series that a query returns now. */
  seriesOf(query: string): Promise<number>
  stop(): Promise<void>
}

/** A real Prometheus that scrapes one process every second. */
export async function startPrometheus(target: string): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-prometheus-'))
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [{ job_name: 'voltline', static_configs: [{ targets: [target] }] }],
  }
  // YAML contains JSON.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const options = {
    'config.file': 'prometheus.yml',
    'storage.tsdb.path': 'data',
    'web.listen-address': address,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn('prometheus', args, { cwd: folder, stdio: 'ignore' })
  const ask = (path: string) => fetch(`http://${address}${path}`).catch(() => undefined)
  await eventually(async () => (await ask('/-/ready'))?.ok, 60_000)
  return {
    async seriesOf(query) {
      const reply = await (await ask(`/api/v1/query?query=${encodeURIComponent(query)}`))?.json()
      return (reply as { data?: { result: unknown[] } }).data?.result.length ?? 0
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
    },
  }
}
