import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { instant } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../testing/database.ts'
import { insertOperator } from '../domain/account/operator-store.ts'
import { audit } from '../domain/audit/audit.ts'
import { AuditChain } from '../domain/audit/chain.ts'
import { ProgramClock } from '../platform/clock.ts'
import { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { diskStore } from '../platform/files/disk-store.ts'
import { WorkFolders } from '../platform/files/work-folder.ts'
import { makeLog } from '../platform/log.ts'
import { Secrets } from '../platform/secrets.ts'
import { AuditHeads } from './audit-head.ts'

const database = useFreshDatabase()
const secretKey = 'a secret key that is only for tests and never elsewhere'
const dataDir = mkdtempSync(join(tmpdir(), 'voltline-test-heads-'))
const clock = new ProgramClock(instant(Date.parse('2026-11-16T12:00:00Z')))
const headFile = (day: string) => join(dataDir, 'files/audit', `${day}.json`)
let db: Database

beforeAll(() => {
  db = new Database({ url: database.url, connectionsMax: 4, statementMsMax: 10_000, onLost: () => {} })
})
afterAll(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** `npm run audit -- verify`. */
function verify(): Promise<{ code: number; output: string }> {
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, NODE_ENV: 'test' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../cli/audit.ts'), 'verify'],
      { env: { PATH: process.env.PATH, ...env } },
      (fault, stdout, stderr) => resolve({ code: Number(fault?.code ?? 0), output: stdout + stderr }),
    )
  })
}

const makeHeads = () =>
  new AuditHeads({
    ...{ db, clock, secrets: new Secrets(secretKey) },
    files: { store: diskStore(join(dataDir, 'files')), work: new WorkFolders(join(dataDir, 'work')) },
  })

async function chainRows(...actions: string[]): Promise<void> {
  for (const action of actions) {
    await db.transaction((tx) => audit(tx, { actor: 'SYSTEM', action, entity: 'test', at: clock.now() }))
  }
  const chain = new AuditChain({ db, clock, log: makeLog('silent') })
  while ((await chain.run()) === 0) await wait(20)
}

const mailsTo = (address: string) =>
  db.read((session) => session.rows(sql`select subject from mail where recipient = ${address}`))

test('the head of a day is signed, mailed and kept, and shows that the end of the trail was removed', {
  timeout: 120_000,
}, async () => {
  for (const [email, group] of [
    ['first@company.test', 'ADMINISTRATORS'],
    ['second@company.test', 'ADMINISTRATORS'],
    ['reader@company.test', 'USERS'],
  ] as const) {
    await db.transaction((tx) => insertOperator(tx, { email, passwordHash: 'x', group }, clock.now()))
  }
  const heads = makeHeads()
  await chainRows('first', 'second')
  expect(await heads.run()).toEqual([])
  await chainRows('third', 'last')
  clock.set(instant(Date.parse('2026-11-17T00:00:05Z')))
  expect(await heads.run()).toEqual(['2026-11-16'])
  // Neither another worker nor a restarted one repeats it.
  expect([await heads.run(), await makeHeads().run()]).toEqual([[], []])

  const kept = JSON.parse(readFileSync(headFile('2026-11-16'), 'utf8')) as Record<string, unknown>
  expect(kept).toEqual({
    ...{ day: '2026-11-16', links: 2, rows: 4 },
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await mailsTo('first@company.test')).toEqual([
    { subject: expect.stringContaining('audit head of 2026-11-16') },
  ])
  expect(await mailsTo('second@company.test')).toHaveLength(1)
  expect(await mailsTo('reader@company.test')).toEqual([])
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 signed heads, the newest audit/2026-11-16.json.'),
  })

  await db.asOwner(async (owner) => {
    await owner.run(sql`delete from audit_link where link_id = 2`)
    await owner.run(sql`delete from audit where action in ('third', 'last')`)
  })
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining('signed over 2 links, of which only 1 are left'),
  })
  // New rows and links in their place do not hide it.
  await chainRows('other')
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining('link 2 of the chain is not the head that audit/2026-11-16.json signed'),
  })
  const forged = { ...kept, head: '0'.repeat(64), links: 0, rows: 0 }
  writeFileSync(headFile('2026-11-16'), JSON.stringify(forged))
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining('audit/2026-11-16.json does not have our signature'),
  })
})

test('days on which no worker ran are signed by the next one, with one mail', async () => {
  clock.set(instant(Date.parse('2026-11-20T08:00:00Z')))
  expect(await makeHeads().run()).toEqual(['2026-11-17', '2026-11-18', '2026-11-19'])
  expect(await mailsTo('first@company.test')).toHaveLength(2)
})

test('a head waits for the links of the day’s last rows, but not for ever', async () => {
  const heads = makeHeads()
  await heads.run()
  await db.transaction((tx) =>
    audit(tx, { actor: 'SYSTEM', action: 'late', entity: 'test', at: clock.now() }),
  )
  clock.set(instant(Date.parse('2026-11-21T00:00:05Z')))
  expect(await heads.run()).toEqual([])
  await chainRows()
  expect(await heads.run()).toEqual(['2026-11-20'])
  await db.transaction((tx) =>
    audit(tx, { actor: 'SYSTEM', action: 'never', entity: 'test', at: clock.now() }),
  )
  clock.set(instant(Date.parse('2026-11-22T00:00:05Z')))
  const runs = []
  for (let count = 0; count < 5; count++) runs.push(await heads.run())
  expect(runs).toEqual([[], [], [], [], ['2026-11-21']])
})
