import { setTimeout as wait } from 'node:timers/promises'
import { openDataFolder } from '../data-folder.ts'
import { archiveSettings, type Handoff, prepareHandoff } from './archiving.ts'
import { addressOf, adminAddressOf, type Cluster, openCluster } from './cluster.ts'
import { lockDataDir } from './lock.ts'
import { type DatabaseServer, freePort, launch, stopLeftover } from './process.ts'

export interface BackupSource {
  adminUrl: string
  clusterDir: string
  handoff: Handoff
}

export interface EmbeddedPostgres {
  url: string
  clusterDir: string
  /** What a backup needs. */
  source: BackupSource
  stop(): Promise<void>
}

const launchTriesMax = 3
const relaunchMs = 500
/** Between attempts that fail, as while the disk is full. */
const relaunchMsMax = 4_000

/**
 * Runs a PostgreSQL server for this program alone, with its data in `dataDir`. The server ends
 * with the program. If it dies earlier, it is started again on the same port, as a service
 * manager would do. A failed start throws an Error with one line for the user.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  /** Hands finished WAL to a backup; without it PostgreSQL keeps none. */
  archives?: boolean
}): Promise<EmbeddedPostgres> {
  const dataDir = openDataFolder(options.dataDir)
  const lock = await lockDataDir(dataDir)
  try {
    const opened = await openCluster(dataDir, options.log)
    const cluster = { ...opened, settings: archiveSettings(options.archives === true) }
    await stopLeftover(cluster, options.log)
    const handoff = prepareHandoff(cluster, options.archives === true)
    const { server, port } = await launchOnFreePort(cluster)
    const keeper = keepRunning({ cluster, server, port, log: options.log })
    return {
      url: addressOf(cluster.password, port),
      clusterDir: cluster.clusterDir,
      source: {
        adminUrl: adminAddressOf(cluster.adminPassword, port),
        clusterDir: cluster.clusterDir,
        handoff,
      },
      async stop() {
        await keeper.stop()
        await lock.release()
      },
    }
  } catch (fault) {
    await lock.release()
    throw fault
  }
}

async function launchOnFreePort(cluster: Cluster): Promise<{ server: DatabaseServer; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    try {
      return { server: await launch(cluster, port), port }
    } catch (fault) {
      const portWasTaken = fault instanceof Error && fault.message.includes('TCP/IP sockets')
      if (!portWasTaken || tries >= launchTriesMax) throw fault
    }
  }
}

function keepRunning(running: {
  cluster: Cluster
  server: DatabaseServer
  port: number
  log: (line: string) => void
}): { stop(): Promise<void> } {
  const { cluster, port, log } = running
  let { server } = running
  let stopping = false
  const keeping = keep()

  async function keep(): Promise<void> {
    while (!stopping) {
      await server.ended
      if (!stopping) await relaunch()
    }
  }

  async function relaunch(): Promise<void> {
    log('The database server has ended unexpectedly; starting it again …')
    let complaint = ''
    for (let waitMs = relaunchMs; !stopping; waitMs = Math.min(2 * waitMs, relaunchMsMax)) {
      await wait(waitMs)
      try {
        await stopLeftover(cluster, log)
        if (!stopping) server = await launch(cluster, port)
        return
      } catch (fault) {
        const line = fault instanceof Error ? fault.message : String(fault)
        if (line !== complaint) log(line)
        complaint = line
      }
    }
  }

  return {
    async stop() {
      stopping = true
      await server.stop()
      await keeping
      // A relaunch may have been under way.
      await server.stop()
    },
  }
}
