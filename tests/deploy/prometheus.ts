import { spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'
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
