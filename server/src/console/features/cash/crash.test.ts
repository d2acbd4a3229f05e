import { creditCash } from '@voltline/contract'
import { instant, won } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { ProgramProcess } from '../../../../testing/program-process.ts'
import { insertCustomer } from '../../../domain/account/customer-store.ts'
import { insertOperator } from '../../../domain/account/operator-store.ts'
import { openSession } from '../../../domain/account/session/store.ts'
import { balanceOf, cashOf } from '../../../domain/ledger/account.ts'
import { Database } from '../../../platform/database/database.ts'

const database = useFreshDatabase()
let program: ProgramProcess
let db: Database

beforeAll(async () => {
  program = new ProgramProcess({ DATABASE_URL: database.url })
  db = new Database({ url: database.url, connectionsMax: 4, statementMsMax: 30_000, onLost: () => {} })
  await program.start()
})
afterAll(async () => {
  await program.remove()
  await db.close()
})

const creditsAtOnce = 24
const rounds = 3

async function addAccounts() {
  return db.transaction(async (tx) => {
    const now = instant(Date.now())
    const names = { firstName: 'Mina', lastName: 'Kim', company: 'Company', zone: 'Asia/Seoul' as never }
    const account = { type: 'ADVERTISER' as const, email: 'advertiser@company.test', passwordHash: '-' }
    const advertiser = await insertCustomer(
      tx,
      { ...names, ...account, postbackSecret: Buffer.alloc(0) },
      now,
    )
    const boss = { email: 'boss@company.test', passwordHash: '-', group: 'ADMINISTRATORS' as const }
    const operatorId = await insertOperator(tx, boss, now)
    const opened = await openSession(tx, { operatorId }, now)
    return { advertiser, credentials: { ...opened, custId: String(operatorId) } }
  })
}

test('credits that are repeated under their keys after kill -9 are made exactly once', async () => {
  const { advertiser, credentials } = await addAccounts()
  const seen = new Set<string>()
  /** True if the program answered. */
  const send = async (key: string): Promise<boolean> => {
    const operator = new Client(program.url, credentials)
    operator.headers = { 'idempotency-key': key }
    try {
      await operator.ok(creditCash, { custID: advertiser, amount: 1_000, reason: key })
      return true
    } catch {
      return false
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    const keys = Array.from({ length: creditsAtOnce }, (_, index) => `${round}/${index}`)
    let acknowledged = 0
    const { promise: enough, resolve: kill } = Promise.withResolvers<void>()
    const running = keys.map(async (key) => {
      if (!(await send(key))) return 'cut'
      acknowledged += 1
      if (acknowledged > round * 4) kill()
      return 'done'
    })
    await enough
    await program.end('SIGKILL')
    for (const outcome of await Promise.all(running)) seen.add(outcome)
    await program.start()
    expect(await Promise.all(keys.map(send))).toEqual(keys.map(() => true))
  }
  expect([...seen].sort()).toEqual(['cut', 'done'])
  const cash = await db.read((reader) => balanceOf(reader, cashOf(advertiser)))
  expect(cash).toBe(won(1_000 * creditsAtOnce * rounds))
}, 120_000)
