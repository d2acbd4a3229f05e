import { cpSync, readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'

/** Copies what .dockerignore lets into an image's build, as a container engine sends it. */
export function copyContext(root: string, target: string): void {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  cpSync(root, target, {
    recursive: true,
    filter: (path) => isInContext(relative(root, path), rules),
  })
}

/** An engine's `*` also matches names that begin with a dot; Node's does not. */
const matches = (path: string, pattern: string): boolean => pattern === '*' || matchesGlob(path, pattern)

/** The last rule that matches a path or a folder above it decides; a folder that leads to an admitted path is entered. */
export function isInContext(path: string, rules: readonly string[]): boolean {
  if (path === '') return true
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  let isIn = true
  for (const rule of rules) {
    const pattern = rule.replace(/^!/, '')
    if (folders.some((folder) => matches(folder, pattern))) isIn = rule.startsWith('!')
    else if (rule.startsWith(`!${path}/`)) isIn = true
  }
  return isIn
}
