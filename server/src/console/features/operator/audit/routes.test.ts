import { changeName, creditCash, exportAudit, listAudit } from '@voltline/contract'
import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import { audit } from '../../../../domain/audit/audit.ts'

const server = useTestServer()

test('changes of customers, operators and the program are found by actor, words and day, and exported alike', async () => {
  const admin = await server.operator()
  const customer = await server.customer('ADVERTISER')
  await admin.ok(creditCash, { custID: customer.id, amount: 777, reason: 'Wire 4711' })
  await customer.call(changeName, { firstName: 'Dain', lastName: 'Han' })
  const byWords = await admin.ok(listAudit, { text: 'wire 4711' })
  expect(byWords).toMatchObject({
    rowCount: 1,
    chain: null,
    rows: [
      {
        Actor: 'OPERATOR',
        ActorID: admin.id,
        ActorName: admin.email,
        Action: 'admin/customer/credit',
        Entity: 'customer',
        EntityID: customer.id,
        Was: '',
        Became: expect.stringContaining('"creditedWon": 777'),
      },
    ],
  })
  expect((await admin.ok(listAudit, { text: 'wire 4711', actor: 'CUSTOMER' })).rowCount).toBe(0)
  expect((await admin.ok(listAudit, { actor: 'OPERATOR', actorID: admin.id })).rowCount).toBe(1)
  expect((await admin.ok(listAudit, { startDate: '2000-01-01', endDate: '2000-01-02' })).rowCount).toBe(0)
  expect((await admin.ok(exportAudit, { text: 'wire 4711' })).rows).toEqual(byWords.rows)
  const backwards = { startDate: '2026-11-02', endDate: '2026-11-01' }
  for (const call of [listAudit, exportAudit]) {
    expect(await admin.call(call, backwards)).toMatchObject({ error: 'UNKNOWN' })
  }
})

test('of a bank account number only the last four digits are shown, on the screen and in the file', async () => {
  const admin = await server.operator()
  await server.db.transaction((tx) =>
    audit(tx, {
      actor: 'SYSTEM',
      action: 'masked-account',
      entity: 'payout-account',
      was: { bank: 'KB', number: '110-234-567890' },
      became: { bank: 'KB', number: '4711' },
      at: instant(Date.parse('2026-11-03T00:00:00Z')),
    }),
  )
  for (const call of [listAudit, exportAudit]) {
    const { rows } = await admin.ok(call, { text: 'masked-account' })
    expect(JSON.parse(rows[0]?.Was ?? '')).toEqual({ bank: 'KB', number: '••••••••••7890' })
    expect(JSON.parse(rows[0]?.Became ?? '')).toEqual({ bank: 'KB', number: '4711' })
  }
})
