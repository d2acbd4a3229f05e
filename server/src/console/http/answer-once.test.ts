import { answerPayout, apiPrefix, creditCash, requestRevenue } from '@voltline/contract'
import { hour, minute, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { type CustomerClient, type OperatorClient, useTestServer } from '../../../testing/test-server.ts'
import { lockAccount } from '../../domain/account/customer-store.ts'
import { openSession } from '../../domain/account/session/store.ts'
import { balanceOf, cashOf } from '../../domain/ledger/account.ts'
import { jsonText, parseJson } from './send-reply.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T00:00:00Z' })

const cash = (advertiser: CustomerClient) =>
  server.db.read((reader) => balanceOf(reader, cashOf(advertiser.id)))
const order = (advertiser: CustomerClient, amount = 1_000) => ({
  custID: advertiser.id,
  amount,
  reason: 'a bank transfer',
})
const credit = (operator: OperatorClient, key: string, body: ReturnType<typeof order>) => {
  operator.headers = { 'idempotency-key': key }
  return operator.call(creditCash, body)
}

describe('Idempotency-Key', () => {
  test('the same credit sent three times under one key is made once, with the same answer each time', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    for (let count = 0; count < 3; count += 1) {
      expect(await credit(operator, 'a', order(advertiser))).toMatchObject({ status: 200, error: 'SUCCESS' })
    }
    expect(await cash(advertiser)).toBe(won(1_000))
    await credit(operator, 'b', order(advertiser))
    operator.headers = {}
    await operator.ok(creditCash, order(advertiser))
    expect(await cash(advertiser)).toBe(won(3_000))
  })

  test('another body or another call under the key is 409 DUPLICATE_REQUEST and does nothing', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    await credit(operator, 'a', order(advertiser))
    const other = { status: 409, error: 'DUPLICATE_REQUEST' }
    expect(await credit(operator, 'a', order(advertiser, 2_000))).toMatchObject(other)
    expect(await operator.call(answerPayout, { requestID: 1, status: 'COMPLETE' })).toMatchObject(other)
    expect(await cash(advertiser)).toBe(won(1_000))
  })

  test('the order of the fields does not matter', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    await credit(operator, 'a', order(advertiser))
    const { custID, amount, reason } = order(advertiser)
    expect(await credit(operator, 'a', { reason, amount, custID })).toMatchObject({ error: 'SUCCESS' })
    expect(await cash(advertiser)).toBe(won(1_000))
  })

  test('a refusal is kept too', async () => {
    const publisher = await server.customer('PUBLISHER')
    publisher.headers = { 'idempotency-key': 'a' }
    const first = await publisher.call(requestRevenue, { num: 100_000 })
    expect(first).toMatchObject({ status: 200, error: 'NEED_ACCOUNT' })
    const again = await publisher.call(requestRevenue, { num: 100_000 })
    expect(again.body).toEqual(first.body)
    expect(await publisher.call(requestRevenue, { num: 100_001 })).toMatchObject({ status: 409 })
  })

  test('a key belongs to the account: it survives a new sign-in, and another operator’s is another key', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    await credit(operator, 'a', order(advertiser))
    const opened = await server.db.transaction((tx) =>
      openSession(tx, { operatorId: operator.id }, server.now),
    )
    operator.credentials = { ...opened, custId: String(operator.id) }
    expect(await credit(operator, 'a', order(advertiser))).toMatchObject({ error: 'SUCCESS' })
    expect(await cash(advertiser)).toBe(won(1_000))
    await credit(await server.operator(), 'a', order(advertiser))
    expect(await cash(advertiser)).toBe(won(2_000))
  })

  test('a key lasts 24 hours by the program’s clock', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    const signInAgain = async () => {
      const opened = await server.db.transaction((tx) =>
        openSession(tx, { operatorId: operator.id }, server.now),
      )
      operator.credentials = { ...opened, custId: String(operator.id) }
    }
    await credit(operator, 'a', order(advertiser))
    await server.advance(24 * hour - minute)
    await signInAgain()
    await credit(operator, 'a', order(advertiser))
    expect(await cash(advertiser)).toBe(won(1_000))
    await server.advance(minute)
    await credit(operator, 'a', order(advertiser, 5_000))
    expect(await cash(advertiser)).toBe(won(6_000))
  })

  test('a repeat that arrives while the first is running waits for it', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    const replies = await server.db.transaction(async (tx) => {
      await lockAccount(tx, advertiser.id)
      const running = [1, 2, 3].map(() => credit(operator, 'a', order(advertiser)))
      await server.untilLockWait()
      return running
    })
    for (const reply of await Promise.all(replies)) expect(reply.error).toBe('SUCCESS')
    expect(await cash(advertiser)).toBe(won(1_000))
  })

  test('a key that is empty, too long or not visible ASCII is 400 UNKNOWN; 255 characters are fine', async () => {
    const operator = await server.operator()
    const advertiser = await server.customer('ADVERTISER')
    for (const key of ['', 'a b', 'ключ', 'a\tb', 'a'.repeat(256)]) {
      const reply = await operator.raw(`${apiPrefix}${creditCash.path}`, {
        method: 'POST',
        body: JSON.stringify(order(advertiser)),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': Buffer.from(key).toString('latin1'),
        },
      })
      expect([key, reply.status, await reply.json()]).toMatchObject([key, 400, { error: 'UNKNOWN' }])
    }
    expect(await credit(operator, '~'.repeat(255), order(advertiser))).toMatchObject({ error: 'SUCCESS' })
    expect(await cash(advertiser)).toBe(won(1_000))
  })
})

test('a kept reply keeps every digit of its money', () => {
  const text = jsonText({ error: 'SUCCESS', sum: 9_007_199_254_740_993_123_456n, list: [{ part: 1n }] })
  expect(jsonText(parseJson(text))).toBe(text)
})
