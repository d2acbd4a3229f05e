import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const bin = join(root, 'node_modules', '.bin')

/** Node.js 24 from the packages. It runs the program and its tools; the machine's own Node runs only these scripts. */
export const node24 = join(bin, 'node')

export const tool = (name) => join(bin, name)

/** Tools start `node` by name, so Node.js 24 must come first in the path. */
export const toolEnvironment = (extra = {}) => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
})
