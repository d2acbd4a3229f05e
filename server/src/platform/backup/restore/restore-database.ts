import { chown, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instant, instant } from '@voltline/kernel'
import pg from 'pg'
import { z } from 'zod'
import type { Account } from '../../postgres/account.ts'
import { addressOf, adminAddressOf, type Cluster, placeCluster } from '../../postgres/cluster.ts'
import { freePort, launch } from '../../postgres/process.ts'
import { type Base, partsOf } from '../archive/base-backup.ts'
import { Unpacker } from '../archive/packing.ts'
import type { Vault } from '../vault.ts'
import { restoreWal } from './wal-files.ts'

const Passwords = z.object({ password: z.string(), adminPassword: z.string() })

export interface RestoredDatabase {
  url: string
  /** The last change that was replayed. */
  reachedAt: Instant
  stop(): Promise<void>
}

async function giveAllTo(account: Account | undefined, folder: string): Promise<void> {
  if (!account) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}

async function unpack(vault: Vault, base: Base, made: Cluster): Promise<void> {
  const unpacker = new Unpacker(made.clusterDir)
  try {
    for await (const part of partsOf(vault, base)) await unpacker.add(part)
  } finally {
    await unpacker.finish()
  }
}

/** Unpacks a base backup into a data folder, replays WAL and leaves the database running. */
export async function restoreDatabase(
  vault: Vault,
  base: Base,
  { dataDir, until }: { dataDir: string; until: Instant | undefined },
): Promise<RestoredDatabase> {
  const passwords = Passwords.parse(JSON.parse(base.databaseRecord))
  let place: string | undefined
  try {
    const cluster = await placeCluster(dataDir, passwords, async (made) => {
      place = made.folder
      await unpack(vault, base, made)
      await restoreWal(vault, base, { folder: walFolder(made), mayEndAtGap: until !== undefined })
      await writeFile(join(made.clusterDir, 'recovery.signal'), '', { mode: 0o600 })
      await giveAllTo(made.account, made.folder)
    })
    return await replay(cluster, until)
  } catch (fault) {
    // It may lie outside the data folder.
    if (place) await rm(place, { recursive: true, force: true })
    throw fault
  }
}

const walFolder = (cluster: Cluster): string => join(cluster.folder, 'wal')

async function replay(cluster: Cluster, until: Instant | undefined): Promise<RestoredDatabase> {
  const recovery = {
    archive_mode: 'off',
    restore_command: 'cp ../wal/%f %p',
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    ...(until !== undefined && {
      recovery_target_time: new Date(until).toISOString().replace(/T(.*)Z/, ' $1+00'),
    }),
  }
  const port = await freePort()
  const server = await launch({ ...cluster, settings: recovery }, port).catch((fault: unknown) => {
    const text = fault instanceof Error ? fault.message : String(fault)
    if (!text.includes('before configured recovery target was reached')) throw fault
    throw new Error('The backup ends before --until. Restore without it to reach the end.')
  })
  try {
    const reachedAt = await promotedAt(adminAddressOf(cluster.adminPassword, port))
    await rm(walFolder(cluster), { recursive: true })
    return { url: addressOf(cluster.password, port), reachedAt, stop: server.stop }
  } catch (fault) {
    await server.stop()
    throw fault
  }
}

/** Waits until the database accepts writes. */
async function promotedAt(adminUrl: string): Promise<Instant> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ replaying: boolean; reached: Date | null }>(
        'select pg_is_in_recovery() as replaying, pg_last_xact_replay_timestamp() as reached',
      )
      const [state] = rows
      if (state && !state.replaying) return instant(state.reached?.getTime() ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await client.end()
  }
}
