import { advertiserHome, creditCash } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'
import { proveBooks } from '../../../domain/ledger/proof.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer()

describe('crediting cash', () => {
  test('Q-19 Q-20 an administrator’s credit is the advertiser’s cash, in the books and in the audit', async () => {
    const admin = await server.operator('ADMINISTRATORS')
    const client = await server.customer('ADVERTISER')
    expect((await client.ok(advertiserHome, {})).user.Cash).toBe(won(0))
    const credit = { custID: client.id, amount: 2_000_000_000, reason: 'Bank transfer 17' }
    // The same call twice is two payments: paying twice is credited twice.
    await admin.ok(creditCash, credit)
    await admin.ok(creditCash, credit)
    expect((await client.ok(advertiserHome, {})).user.Cash).toBe(won(4_000_000_000))
    const rows = await server.db.read((session) =>
      session.rows(sql`select action, entity_id, became from audit where operator_id = ${admin.id}`),
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      action: 'admin/customer/credit',
      entity_id: BigInt(client.id),
      became: { creditedWon: 2_000_000_000, reason: 'Bank transfer 17' },
    })
    const proof = await server.db.transaction(proveBooks)
    expect(proof).toMatchObject({ sumMicros: 0n, wrongBalances: 0, unbalancedTransfers: 0 })
  })

  test('a missing customer and a publisher are refused alike, and nothing moves', async () => {
    const admin = await server.operator('ADMINISTRATORS')
    const publisher = await server.customer('PUBLISHER')
    for (const custID of [publisher.id, 2_147_483_647]) {
      expect(await admin.call(creditCash, { custID, amount: 1, reason: 'x' })).toMatchObject({
        status: 200,
        error: 'NO_PERMISSION',
      })
    }
    const accounts = await server.db.read((session) =>
      session.rows(sql`select 1 from ledger_account where customer_id = ${publisher.id}`),
    )
    expect(accounts).toEqual([])
  })

  test('threat 62: only administrators may credit', async () => {
    const client = await server.customer('ADVERTISER')
    const credit = { custID: client.id, amount: 1_000, reason: 'x' }
    const reader = await server.operator('USERS')
    expect(await reader.call(creditCash, credit)).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
    expect(await client.call(creditCash, credit)).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
    expect(await server.client().call(creditCash, credit)).toMatchObject({
      status: 401,
      error: 'NEED_SIGNIN',
    })
    expect((await client.ok(advertiserHome, {})).user.Cash).toBe(won(0))
  })

  test('threat 8: amounts that are not whole won within the range are refused', async () => {
    const admin = await server.operator('ADMINISTRATORS')
    const client = await server.customer('ADVERTISER')
    const credit = { custID: client.id, reason: 'x' }
    for (const amount of [0, -1, 1.5, 2_000_000_001, 2 ** 53]) {
      expect((await admin.call(creditCash, { ...credit, amount })).status).toBe(400)
    }
    expect((await admin.call(creditCash, { ...credit, amount: 1, reason: ' ' })).status).toBe(400)
    expect((await client.ok(advertiserHome, {})).user.Cash).toBe(won(0))
  })
})
