import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results'])
/** A mutant that runs longer than this loops; it counts as found. */
const mutantMsMax = 240_000

/** A copy of the repository that a mutant may change. The packages are links; our own point into the copy. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'voltline-mutant-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) })
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@voltline'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@voltline') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of readdirSync(join(root, 'node_modules/@voltline'))) {
    symlinkSync(join(copy, name), join(modules, '@voltline', name))
  }
  return copy
}

/** Replaces a text and returns how to put it back. */
export function replaceOnce(file: string, from: string, to: string): () => void {
  const source = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    source.replace(from, () => to),
  )
  return () => writeFileSync(file, source)
}

export interface TestRun {
  passed: boolean
  ms: number
  output: string
}

/** Runs test files in a copy; stops at the first failure. */
export function runTests(copy: string, tests: readonly string[], msMax = mutantMsMax): Promise<TestRun> {
  const began = performance.now()
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests]
  const child = spawn(process.execPath, args, {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), msMax)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ passed: code === 0, ms: performance.now() - began, output })
    })
  })
}
