import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from './child.mjs'
import { node24, root, toolEnvironment } from './paths.mjs'
import { step } from './step.mjs'
import { Stop } from './stop.mjs'

const sources = ['web', 'contract', 'kernel', 'sdk', 'package-lock.json']
const builder = join(root, 'web', 'build.mjs')
const built = join(root, 'web', 'dist')
/** Generated folders: they hold no sources, and some change with every build. */
const generated = /^(node_modules|dist|\..*)$/
const stamp = join(root, 'node_modules', '.cache', 'voltline', 'web-sources')

/** Builds the web pages if their sources have changed since the last build. */
export async function ensureBuilt() {
  const now = fingerprint()
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  await step('Building the web pages', build)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

async function build() {
  rmSync(stamp, { force: true })
  const { code, output } = await runQuietly(node24, [builder], {
    cwd: join(root, 'web'),
    env: toolEnvironment(),
  })
  if (code !== 0) throw new Stop(`${output.trim()}\nThe web pages could not be built.`)
}

/** A hash of names and contents. File times would change with every clone and checkout. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(root, path)
  if (path.endsWith('package-lock.json')) {
    hash.update(readFileSync(full))
    return
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) {
      if (!generated.test(entry.name)) addTo(hash, inner)
    } else if (entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name)) {
      hash.update(`${inner}\0`).update(readFileSync(join(root, inner)))
    }
  }
}
