import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useFreshDatabase } from '../../testing/database.ts'
import { audit } from '../domain/audit/audit.ts'
import { AuditChain } from '../domain/audit/chain.ts'
import { ProgramClock } from '../platform/clock.ts'
import { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { makeLog } from '../platform/log.ts'

const database = useFreshDatabase()
const command = join(import.meta.dirname, 'audit.ts')

/** `npm run audit -- …`. */
function run(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env } },
      (fault, stdout, stderr) => resolve({ code: Number(fault?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('verify says that nothing was changed, and after a change of one row which rows it was', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-test-audit-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const db = new Database({ url: database.url, connectionsMax: 2, statementMsMax: 10_000, onLost: () => {} })
  const clock = new ProgramClock(instant(Date.parse('2026-11-03T00:00:00Z')))
  for (const name of ['first', 'second', 'third']) {
    await db.transaction((tx) =>
      audit(tx, { actor: 'SYSTEM', action: name, entity: 'test', at: clock.now() }),
    )
  }
  const chain = new AuditChain({ db, clock, log: makeLog('silent') })
  while ((await chain.run()) === 0) await wait(20)
  const fine = await run(['verify'], env)
  expect(fine).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed or removed.') })
  const head = /Head: ([0-9a-f]{64})/.exec(fine.output)?.[1] ?? ''
  expect(await run(['verify', '--head', head], env)).toMatchObject({ code: 0 })
  expect(await run(['verify', '--head', '0'.repeat(64)], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is no longer in the chain'),
  })
  await db.asOwner((owner) => owner.run(sql`update audit set action = 'Second' where action = 'second'`))
  expect(await run(['verify'], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('WRONG: audit rows 1 to 3 are not what link 1 was made from'),
  })
  expect(await run(['mend'], env)).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})
