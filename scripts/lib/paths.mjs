import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const bin = join(root, 'node_modules', '.bin')

/** Node.js 24, which the program and its tools run on; the machine's own Node only has to run these scripts. */
export const node24 = join(bin, 'node')

export const tool = (name) => join(bin, name)

/** Tools start `node` by name, so the one they find must be ours. */
export const toolEnvironment = (extra = {}) => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
})

export const isThere = (...parts) => existsSync(join(root, ...parts))
