import { addCorrection, creditCash, debitCash, previewCorrection } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import { balanceOf, cashOf } from '../../../../domain/ledger/account.ts'

const server = useTestServer()
const period = { from: '2026-11-01T00:00:00+09:00', to: '2026-11-02T00:00:00Z' }

test('a correction names exactly one subject and a period in order; a missing one finds nothing to correct', async () => {
  const admin = await server.operator()
  const reason = 'Invented devices'
  const bad: object[] = [
    {},
    { medID: 1, proID: 1 },
    { deviceID: 'd', rule: 'too_soon' },
    { deviceID: 'd', from: period.to, to: period.from },
    { deviceID: 'd', from: 'yesterday' },
    { deviceID: 'd', reason: ' ' },
    { deviceID: 'd', reason: 'x'.repeat(1_001) },
  ]
  for (const fields of bad) {
    const sent = { ...period, reason, ...fields }
    expect(await admin.call(addCorrection, sent)).toMatchObject({ status: 400 })
  }
  for (const fields of [{ medID: 2_000_000_000 }, { proID: 2_000_000_000 }]) {
    const refused = { error: 'NO_PERMISSION' }
    expect(await admin.call(previewCorrection, { ...period, ...fields })).toMatchObject(refused)
    expect(await admin.call(addCorrection, { ...period, reason, ...fields })).toMatchObject(refused)
  }
  const nothing = { events: 0, amount: won(0), advertisers: [] }
  for (const fields of [{ deviceID: 'nobody' }, { rule: 'too_soon' }]) {
    expect(await admin.ok(previewCorrection, { ...period, ...fields })).toEqual(nothing)
    expect(await admin.ok(addCorrection, { ...period, reason, ...fields })).toEqual(nothing)
  }
})

test('only administrators correct and debit', async () => {
  const reader = await server.operator('USERS')
  const sent = { deviceID: 'd', ...period, reason: 'x' }
  const refused = { status: 403, error: 'NO_PERMISSION' }
  expect(await reader.call(previewCorrection, sent)).toMatchObject(refused)
  expect(await reader.call(addCorrection, sent)).toMatchObject(refused)
  expect(await reader.call(debitCash, { custID: 1, amount: 1, reason: 'x' })).toMatchObject(refused)
})

test('cash is debited down to what is there, and two at once never take more', async () => {
  const admin = await server.operator()
  const { id } = await server.customer('ADVERTISER')
  await admin.ok(creditCash, { custID: id, amount: 1_000, reason: 'Mistyped' })
  const debit = { custID: id, reason: 'Mistyped credit' }
  expect(await admin.call(debitCash, { ...debit, amount: 1_001 })).toMatchObject({
    error: 'INSUFFICIENT_FUNDS',
  })
  const results = await Promise.all([700, 700].map((amount) => admin.call(debitCash, { ...debit, amount })))
  expect(results.map((result) => result.error).sort()).toEqual(['INSUFFICIENT_FUNDS', 'SUCCESS'])
  await admin.ok(debitCash, { ...debit, amount: 300 })
  expect(await server.db.read((session) => balanceOf(session, cashOf(id)))).toBe(won(0))
  const publisher = await server.customer('PUBLISHER')
  expect(await admin.call(debitCash, { ...debit, custID: publisher.id, amount: 1 })).toMatchObject({
    error: 'NO_PERMISSION',
  })
})
