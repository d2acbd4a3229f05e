import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo } from './account.ts'
import type { Cluster } from './cluster.ts'

/**
 * Where PostgreSQL hands finished WAL segments to the backup. PostgreSQL may run as another user, who can read neither
 * the program nor its settings, so its archive_command does not store anything itself: it makes `NAME.ready` and waits
 * for `NAME.done`.
 */
export interface Handoff {
  folder: string
  /** Exists as long as no WAL has been missed since the last base backup. */
  continuousFile: string
  /** Names the process that stores WAL, and its backup. Without it archive_command fails at once. */
  openFile: string
}

export const handoffOf = (folder: string): Handoff => {
  const handoff = join(folder, 'archive')
  return { folder: handoff, continuousFile: join(handoff, 'continuous'), openFile: join(handoff, 'open') }
}

/** PostgreSQL hands over what it has written at least this often. A backup must not be 60 s behind. */
const handOverSeconds = 30
/** Then PostgreSQL logs that it failed, and tries again. */
const waitTenthsMax = 600

/** Runs in the cluster's folder. Ends at once when the process that stores WAL is gone, so that a shutdown never waits. */
const archiveCommand = `
: > ../archive/%f.ready
waited=0
until test -e ../archive/%f.done; do
  read -r pid 2>/dev/null < ../archive/open && test -d "/proc/$pid" && test $waited -lt ${waitTenthsMax} || exit 1
  waited=$((waited + 1))
  sleep 0.1
done
rm -f ../archive/%f.ready ../archive/%f.done`

export const archiveSettings = (archives: boolean): Record<string, string> =>
  archives
    ? {
        archive_mode: 'on',
        archive_timeout: `${handOverSeconds}s`,
        archive_command: archiveCommand,
      }
    : { archive_mode: 'off' }

/** A start without a backup ends the chain of WAL, so the next base backup must be a new one. */
export function prepareHandoff(cluster: Cluster, archives: boolean): Handoff {
  const handoff = handoffOf(cluster.folder)
  if (!archives) {
    rmSync(handoff.folder, { recursive: true, force: true })
    return handoff
  }
  if (!existsSync(handoff.folder)) mkdirSync(handoff.folder, { mode: 0o700 })
  giveTo(cluster.account, handoff.folder)
  for (const name of readdirSync(handoff.folder)) {
    if (name.endsWith('.ready') || name === 'open') rmSync(join(handoff.folder, name))
  }
  return handoff
}

export function openHandoff(handoff: Handoff, fingerprint: string): void {
  writeFileSync(handoff.openFile, `${process.pid}\n${fingerprint}\n`, { mode: 0o644 })
}

export const closeHandoff = (handoff: Handoff): void => rmSync(handoff.openFile, { force: true })
