// npm run image: runs the Dockerfile's commands in a clean folder and starts the result as the image would be started.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { makeDatabaseFolder } from '../../../server/testing/database-folder.ts'
import { freePort } from '../../../server/testing/free-port.ts'
import { buildInFolders } from './build.ts'

const root = join(import.meta.dirname, '../../..')
const user = 1000
const startMsMax = 120_000

async function waitUntilReady(url: string, child: ChildProcess): Promise<number> {
  const since = performance.now()
  while (performance.now() - since < startMsMax) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}.`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return performance.now() - since
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The program did not become ready.')
}

function startImage(folder: string, settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(folder, 'app'),
    uid: user,
    gid: user,
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const sizeOf = (folder: string) =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])

/** True if the user of the image can create or change a file in the program's folder. */
function canWrite(folder: string): boolean {
  const tried = ['server/src/main.ts', 'new-file', 'node_modules/new-file']
  return tried.some(
    (file) =>
      spawnSync('sh', ['-c', `: >> ${join(folder, 'app', file)}`], { uid: user, gid: user }).status === 0,
  )
}

async function main(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Run it as root: it starts the image as another user.')
  const work = mkdtempSync(join(tmpdir(), 'voltline-image-'))
  chmodSync(work, 0o755)
  const dataDir = makeDatabaseFolder('voltline-image-database-')
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  let child: ChildProcess | undefined
  try {
    const { folder } = buildInFolders(root, work)
    if (canWrite(folder)) throw new Error('The program could change its own folder.')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    child = startImage(folder, {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://ads.example.com',
      SMTP_URL: 'smtp://127.0.0.1:25',
      SECRET_KEY: randomBytes(32).toString('hex'),
      DATABASE_URL: database.url,
      LOG_LEVEL: 'warn',
    })
    const first = await waitUntilReady(url, child)
    const page = await fetch(`${url}/`)
    const script = await fetch(`${url}/sdk/voltline.js`)
    if (!page.ok || !script.ok)
      throw new Error(`/ answered ${page.status}, /sdk/voltline.js ${script.status}.`)
    console.log(`program folder  ${sizeOf(join(folder, 'app'))} MB without Node.js and the system`)
    console.log(`user            ${user}, which cannot write to the program's folder`)
    console.log(`ready after     ${(first / 1000).toFixed(1)} s with an empty database`)
  } finally {
    child?.kill('SIGTERM')
    await new Promise((resolve) =>
      child && child.exitCode === null ? child.once('exit', resolve) : resolve(undefined),
    )
    await database.stop()
    for (const folder of [work, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
}

await main()
