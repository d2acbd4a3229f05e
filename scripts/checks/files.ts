import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A broken rule, as `file:line description`. */
export type Finding = string

const ignored = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.cache',
  'test-results',
  'playwright-report',
])

/** Every file of the repository that is committed or not ignored; without git, every file that no tool generates. */
export function repositoryFiles(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return walk(root, '')
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return listed.split('\0').filter((file) => file && existsSync(join(root, file)))
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : walk(root, path)
    return entry.isFile() ? [path] : []
  })
}

export const isCode = (file: string): boolean =>
  /\.(ts|tsx|mjs|cjs|js)$/.test(file) && !file.endsWith('.d.ts')
export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file)
