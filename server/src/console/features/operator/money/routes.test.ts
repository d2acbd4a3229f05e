import { operatorBooks, operatorMonths, operatorQueues, proveBooksNow } from '@voltline/contract'
import { hour, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import { ProgramClock } from '../../../../platform/clock.ts'
import { at, sql } from '../../../../platform/database/sql.ts'
import { makeLog } from '../../../../platform/log.ts'
import { proveHourly } from '../../../../worker/book-proof.ts'

const server = useTestServer()

test('the books are shown by kind, and a proof on demand is kept for everyone', async () => {
  const admin = await server.operator()
  const reader = await server.operator('USERS')
  await server.customer('ADVERTISER', { cash: won(70_000) })
  expect((await reader.ok(operatorBooks, {})).proof).toBeNull()
  expect(await reader.call(proveBooksNow, {})).toMatchObject({ status: 403 })
  const { proof } = await admin.ok(proveBooksNow, {})
  expect(proof).toMatchObject({ Good: true, Sum: won(0), Accounts: 2, Entries: 2, By: 'OPERATOR' })
  const books = await reader.ok(operatorBooks, {})
  expect(books.proof).toEqual(proof)
  expect(books.accounts.map((account) => account.Kind)).toEqual([
    'CASH',
    'REVENUE',
    'RESERVED',
    'VOLTS',
    'VOLTS_RESERVED',
    'NETWORK',
    'OUTSIDE',
  ])
  expect(books.accounts[0]).toEqual({ Kind: 'CASH', Accounts: 1, Balance: won(70_000) })
  expect(books.accounts[6]).toEqual({ Kind: 'OUTSIDE', Accounts: 1, Balance: won(-70_000) })
})

test('the worker proves the books every hour and finds a balance that differs from its entries', async () => {
  const reader = await server.operator('USERS')
  const clock = new ProgramClock(undefined)
  const services = { db: server.db, clock, log: makeLog('silent') }
  await server.db.transaction((session) => session.run(sql`delete from setting where key = 'book_proof'`))
  expect(await proveHourly(services)).toMatchObject({ by: 'WORKER', wrongBalances: 0 })
  expect(await proveHourly(services)).toBeUndefined()
  const harm = (by: number) =>
    server.db.transaction((session) =>
      session.run(sql`update ledger_account set balance_micros = balance_micros + ${by} where kind = 'CASH'`),
    )
  await harm(1)
  clock.set((clock.now() + hour) as ReturnType<typeof clock.now>)
  expect(await proveHourly(services)).toMatchObject({ wrongBalances: 1, sumMicros: 1n })
  expect((await reader.ok(operatorQueues, {})).proof).toMatchObject({ Good: false, WrongBalances: 1 })
  await harm(-1)
})

test('closed months are summed over the publishers, with the payouts requested after them', async () => {
  const reader = await server.operator('USERS')
  for (const revenue of [won(300_000), won(1)]) {
    const { id } = await server.customer('PUBLISHER')
    await server.db.transaction((session) =>
      session.run(sql`
        insert into revenue_month (customer_id, month, revenue_micros, impressions, closed_at)
        values (${id}, '2026-09-01', ${revenue}, 1000, ${at(server.now)})`),
    )
    await server.db.transaction((session) =>
      session.run(sql`
        insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number,
                                    account_changed, requested_at)
        values (${id}, '2026-10-01', 1, 'WAITING', 'n', 'b', '1', false, ${at(server.now)})`),
    )
  }
  expect((await reader.ok(operatorMonths, {})).months).toEqual([
    {
      Month: '2026-09',
      Publishers: 2,
      Revenue: won(300_001),
      Impressions: 2_000,
      Applied: won(2),
      ClosedTime: expect.any(String),
    },
  ])
})
