import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { type Account, accountForRoot, canReach, giveTo, isRoot, runningAs } from './account.ts'
import { type Binaries, findBinaries, makeSharedRoot, sharedRoot } from './binaries.ts'

export const databaseName = 'voltline'

/** Kept in the data folder, readable by its owner only. */
interface ClusterRecord {
  /** Preparing: created but never used; the next start creates it again. */
  state: 'preparing' | 'ready'
  /** Also kept beside the cluster, so that a data folder never picks up another one's database. */
  id: string
  /** `postgres` in the data folder, or an absolute path where that is closed to the database user. */
  place: string
  password: string
  adminPassword: string
}

export type ClusterPasswords = Pick<ClusterRecord, 'password' | 'adminPassword'>

/** Kept beside the cluster. */
interface ClusterOwner {
  id: string
  dataDir: string
}

export interface Cluster {
  /** Holds the cluster, its owner and its log. */
  folder: string
  clusterDir: string
  logFile: string
  password: string
  adminPassword: string
  account: Account | undefined
  binaries: Binaries
  /** Settings of the server beyond the usual ones. */
  settings: Readonly<Record<string, string>>
}

export const addressOf = (password: string, port: number): string =>
  `postgresql://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`

/** As the owner of the cluster, who may back it up. The program itself never works with these rights. */
export const adminAddressOf = (password: string, port: number): string =>
  `postgresql://postgres:${password}@127.0.0.1:${port}/${databaseName}`

const insidePlace = 'postgres'
const recordFile = (dataDir: string) => join(dataDir, 'database.json')
const locationFile = (dataDir: string) => join(dataDir, 'DATABASE-LOCATION.txt')
const ownerFile = (folder: string) => join(folder, 'owner.json')

/** The data folder's cluster, made if there is none yet. The caller holds the data folder's lock. */
export async function openCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const record = readRecord(dataDir)
  if (record?.state === 'ready') return existingCluster(dataDir, record)
  if (record) rmSync(resolve(dataDir, record.place), { recursive: true, force: true })
  else if (existsSync(join(dataDir, insidePlace))) {
    throw new Error(
      `${recordFile(dataDir)} is missing, without which the database beside it cannot be opened.`,
    )
  }
  log('Preparing the database (first start) …')
  return newCluster(dataDir)
}

function existingCluster(dataDir: string, record: ClusterRecord): Cluster {
  const folder = resolve(dataDir, record.place)
  const owner = readOwner(folder)
  if (owner?.id !== record.id) {
    throw new Error(
      `The database of ${dataDir} should be in ${folder} and is not there. Bring it back, or set DATA_DIR to a new folder.`,
    )
  }
  if (isAbsolute(record.place) && owner.dataDir !== dataDir) takeAlong(dataDir, record, owner)
  const account = isRoot() ? ownerOf(join(folder, 'cluster')) : undefined
  return cluster(folder, record, account, findBinaries(account))
}

/** A moved data folder keeps its database. A copied one must not share it with the original. */
function takeAlong(dataDir: string, record: ClusterRecord, owner: ClusterOwner): void {
  if (existsSync(owner.dataDir) && readRecord(owner.dataDir)?.id === record.id) {
    throw new Error(
      `${dataDir} is a copy of ${owner.dataDir}, which owns the database. Set DATA_DIR to a new folder.`,
    )
  }
  writeOwner(resolve(dataDir, record.place), { id: record.id, dataDir })
}

const newCluster = (dataDir: string): Promise<Cluster> =>
  placeCluster(
    dataDir,
    { password: randomBytes(24).toString('hex'), adminPassword: randomBytes(24).toString('hex') },
    initialise,
  )

/** Chooses the cluster's place, lets `fill` make it there, and records it as ready. */
export async function placeCluster(
  dataDir: string,
  passwords: ClusterPasswords,
  fill: (made: Cluster) => void | Promise<void>,
): Promise<Cluster> {
  const account = isRoot() ? accountForRoot() : undefined
  const binaries = findBinaries(account)
  const id = randomBytes(8).toString('hex')
  const record: ClusterRecord = {
    state: 'preparing',
    id,
    place: canReach(account, dataDir) ? insidePlace : sharedPlace(dataDir, id),
    ...passwords,
  }
  if (isAbsolute(record.place)) makeSharedRoot()
  writeRecord(dataDir, record)
  const made = cluster(resolve(dataDir, record.place), record, account, binaries)
  await fill(made)
  writeOwner(made.folder, { id, dataDir })
  if (isAbsolute(record.place)) {
    writeFileSync(
      locationFile(dataDir),
      `The database of this folder is in ${made.folder}, because the user it runs as cannot reach this one.\n`,
    )
  }
  writeRecord(dataDir, { ...record, state: 'ready' })
  return made
}

function sharedPlace(dataDir: string, id: string): string {
  const path = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join(sharedRoot, `${path}-${id}`)
}

const cluster = (
  folder: string,
  { password, adminPassword }: ClusterPasswords,
  account: Account | undefined,
  binaries: Binaries,
): Cluster => ({
  folder,
  clusterDir: join(folder, 'cluster'),
  logFile: join(folder, 'postgres.log'),
  password,
  adminPassword,
  account,
  binaries,
  settings: {},
})

function initialise(made: Cluster): void {
  mkdirSync(made.folder, { mode: 0o700 })
  const passwordFile = join(made.folder, 'admin-password')
  writeFileSync(passwordFile, made.adminPassword, { mode: 0o600 })
  for (const path of [made.folder, passwordFile]) giveTo(made.account, path)
  run(made, made.binaries.initdb, [
    `--pgdata=${made.clusterDir}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point on every machine, whatever locales it has.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ])
  rmSync(passwordFile)
  // The program's role is not a superuser: an injection must not reach the machine's files and programs.
  // In this mode every line is one statement.
  const statements = [
    `create role ${databaseName} login createdb createrole password '${made.password}';`,
    `create database ${databaseName} owner ${databaseName};`,
  ]
  run(
    made,
    made.binaries.postgres,
    ['--single', '-D', made.clusterDir, 'postgres'],
    `${statements.join('\n')}\n`,
  )
}

function run({ account }: Cluster, program: string, args: string[], input = ''): void {
  const ended = spawnSync(program, args, { ...runningAs(account), input, encoding: 'utf8' })
  const complaint = /^.*(?:error|ERROR|FATAL|PANIC): .*$/m.exec(`${ended.stderr}${ended.stdout}`)?.[0]
  if (ended.status === 0 && !complaint) return
  const why = ended.error?.message ?? complaint ?? `it ended with ${ended.status ?? ended.signal}`
  throw new Error(`The database could not be prepared: ${why}`)
}

function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

function readRecord(dataDir: string): ClusterRecord | undefined {
  return existsSync(recordFile(dataDir)) ? JSON.parse(readFileSync(recordFile(dataDir), 'utf8')) : undefined
}

function writeRecord(dataDir: string, record: ClusterRecord): void {
  const unfinished = `${recordFile(dataDir)}.new`
  writeFileSync(unfinished, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, recordFile(dataDir))
}

function readOwner(folder: string): ClusterOwner | undefined {
  return existsSync(ownerFile(folder)) ? JSON.parse(readFileSync(ownerFile(folder), 'utf8')) : undefined
}

function writeOwner(folder: string, owner: ClusterOwner): void {
  writeFileSync(ownerFile(folder), `${JSON.stringify(owner, null, 2)}\n`, { flush: true })
}
