import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { assert } from '@voltline/kernel'
import { giveTo, runningAs } from './account.ts'
import type { Cluster } from './cluster.ts'

export interface DatabaseServer {
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
}

const pollMs = 20
const recoveryMsMax = 10 * 60_000
const fastStopMsMax = 60_000
const logBytesMax = 10_000_000

/**
 * The database server runs in its own session, so that Ctrl-C in the terminal reaches the
 * program alone. This shell supervises it: when the shell's input closes, because the program
 * requests it or has died, the shell shuts the server down.
 */
const supervisor = `
trap '' INT TERM HUP
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -INT "$server" ) &
watcher=$!
exec 3<&- </dev/null
wait "$server"
kill -KILL "$watcher" 2>/dev/null
`

const settings = (cluster: Cluster, port: number): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  port: String(port),
  unix_socket_directories: '',
  cluster_name: titleOf(cluster),
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements carry customers' values; the program logs its own faults without them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  ...cluster.settings,
})

/** Part of the name of every process of the cluster. Derived from its path, because a copied folder is another cluster. */
const titleOf = (cluster: Cluster) =>
  `voltline-${createHash('sha256').update(cluster.clusterDir).digest('hex').slice(0, 16)}`

/** Starts the server and waits until it takes connections, after a crash until it has recovered. */
export async function launch(cluster: Cluster, port: number): Promise<DatabaseServer> {
  const log = openLog(cluster)
  const loggedBefore = statSync(cluster.logFile).size
  const options = Object.entries(settings(cluster, port)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const command = [cluster.binaries.postgres, '-D', cluster.clusterDir, ...options]
  const child = spawn('/bin/sh', ['-c', supervisor, 'voltline-database', ...command], {
    ...runningAs(cluster.account),
    detached: true,
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const { stdin } = child
  assert(stdin, 'the supervisor reads from the program')
  // The pipe breaks when the supervisor is killed; `ended` resolves as well.
  stdin.on('error', () => stdin.destroy())
  child.unref()
  const server = { ended, stop: () => stop(cluster, ended, () => stdin.end()) }
  await ready(cluster, server, loggedBefore)
  return server
}

async function ready(cluster: Cluster, server: DatabaseServer, loggedBefore: number): Promise<void> {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  for (let waitedMs = 0; waitedMs < recoveryMsMax; waitedMs += pollMs) {
    if (over) throw new Error(`The database server did not start: ${lastComplaint(cluster, loggedBefore)}`)
    // A crash leaves its file behind, so the file counts only once it names the new server.
    const recorded = readPidFile(cluster)
    if (recorded?.status === 'ready' && isServerOf(cluster, commandLine(recorded.pid))) return
    await wait(pollMs)
  }
  await server.stop()
  throw new Error(
    `The database server was not ready after ${recoveryMsMax / 60_000} minutes; see ${cluster.logFile}.`,
  )
}

async function stop(cluster: Cluster, ended: Promise<void>, requestStop: () => void): Promise<void> {
  requestStop()
  const late = new AbortController()
  const timer = wait(fastStopMsMax, 'late', { signal: late.signal }).catch(() => 'ended')
  const outcome = await Promise.race([ended, timer])
  late.abort()
  // Nothing is left, unless the supervisor was killed or the shutdown hangs.
  await endProcesses(cluster, outcome === 'late' ? 'SIGKILL' : 'SIGINT')
}

/**
 * Ends a server that an earlier program left behind: one that is still shutting down, or whose
 * supervisor was killed with the program.
 * The caller holds the data folder's lock, so no living program uses that server.
 */
export async function stopLeftover(cluster: Cluster, log: (line: string) => void): Promise<void> {
  if (processesOf(cluster).length > 0) {
    log('Stopping the database server that an earlier start left running …')
    await endProcesses(cluster, 'SIGINT')
  }
  // PostgreSQL takes any living process with the recorded id for itself, and would refuse to start.
  const recorded = readPidFile(cluster)
  if (recorded && existsSync(`/proc/${recorded.pid}`)) rmSync(pidFile(cluster), { force: true })
}

async function endProcesses(cluster: Cluster, firstSignal: NodeJS.Signals): Promise<void> {
  let signal = firstSignal
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const processes = processesOf(cluster)
    if (processes.length === 0) return
    if (waitedMs >= fastStopMsMax) signal = 'SIGKILL'
    const server = processes.find((process) => process.isServer)
    // Without their server the helpers exit within moments.
    const targets = signal === 'SIGKILL' ? processes : server && waitedMs % 1_000 === 0 ? [server] : []
    for (const { pid } of targets) signalIfAlive(pid, signal)
    await wait(pollMs)
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}

/** The cluster's processes, by their command lines, which are readable for every user's processes. */
function processesOf(cluster: Cluster): { pid: number; isServer: boolean }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const pid = Number(name)
      const words = commandLine(pid)
      const isServer = isServerOf(cluster, words)
      const isHelper = words[0]?.startsWith(`postgres: ${titleOf(cluster)}: `)
      return isServer || isHelper ? [{ pid, isServer }] : []
    })
}

const isServerOf = (cluster: Cluster, words: string[]): boolean =>
  /(^|\/)postgres$/.test(words[0] ?? '') && words[1] === '-D' && words[2] === cluster.clusterDir

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It has ended since it was listed.
    return []
  }
}

const pidFile = (cluster: Cluster) => join(cluster.clusterDir, 'postmaster.pid')

/** Line 1 is the process id, line 8 the status: `starting`, `ready`, `stopping`. */
function readPidFile(cluster: Cluster): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

function openLog(cluster: Cluster): number {
  const grown = statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(cluster.logFile, grown > logBytesMax ? 'w' : 'a', 0o600)
  giveTo(cluster.account, cluster.logFile)
  return log
}

function lastComplaint(cluster: Cluster, from: number): string {
  const lines = readFileSync(cluster.logFile).subarray(from).toString().trim().split('\n')
  const complaint = lines.findLast((line) => line.includes('FATAL:')) ?? lines.at(-1)
  return complaint?.replace(/^.*FATAL:\s*/, '') || `see ${cluster.logFile}.`
}

/** A port that was free a moment ago; the start is tried again if it has been taken since. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
