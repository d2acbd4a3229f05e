import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'

/** The user the database server runs as, where that is not the user of the program. */
export interface Account {
  uid: number
  gid: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root. Uses Debian's user `postgres` if it exists, else `nobody`. */
export function accountForRoot(): Account {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('As root the database server needs a user named postgres or nobody, and neither exists.')
}

/** Spawn options. The folder is named because the program's own may be closed to that user. */
export function runningAs(account: Account | undefined) {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }
  return account ? { cwd: '/', env, uid: account.uid, gid: account.gid } : { cwd: '/', env }
}

/** Whether the user can open the folder, every parent of it included. */
export function canReach(account: Account | undefined, folder: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', folder], runningAs(account))
  return tried.status === 0
}

export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}
