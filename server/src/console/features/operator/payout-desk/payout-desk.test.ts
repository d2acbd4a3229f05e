import { adminGetPayout, adminListPayouts } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import { at, sql } from '../../../../platform/database/sql.ts'

const server = useTestServer()

test('an operator sees the months and the invalid traffic behind a request, and only ADMINISTRATORS its documents', async () => {
  const administrator = await server.operator('ADMINISTRATORS')
  const reader = await server.operator('USERS')
  const publisher = await server.customer('PUBLISHER')
  const requestID = await server.db.transaction(async (tx) => {
    const now = at(server.now)
    for (const name of ['book.png', 'paper.png']) {
      await tx.run(sql`
        insert into file (name, customer_id, folder, content_type, bytes_max, is_private, issued_at, expires_at)
        values (${name}, ${publisher.id}, 'bankbook', 'image/png', 10, true, ${now}, ${now})`)
    }
    await tx.run(sql`
      insert into payout_account (customer_id, name, bank, number, country_code, mobile_number, bank_book,
                                  certificate, changed_at, updated_at)
      values (${publisher.id}, 'Han', 'Namsan', '1', 'KR', '1', 'book.png', 'paper.png', ${now}, ${now})`)
    await tx.run(sql`
      insert into revenue_month values (${publisher.id}, '2026-08-01', ${won(150_000)}, 1, ${now}),
                                       (${publisher.id}, '2026-09-01', ${won(70_000)}, 1, ${now})`)
    return tx.one(
      (row) => row.request_id,
      sql<{
        request_id: number
      }>`insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number,
                                      account_changed, requested_at)
          values (${publisher.id}, '2026-10-01', 200000, 'WAITING', 'Han', 'Namsan', '1', true, ${now})
          returning request_id`,
    )
  })
  const detail = {
    RequestID: requestID,
    Num: 200_000,
    Status: 'WAITING',
    MadeOf: [
      { Month: '2026-08', Part: won(150_000) },
      { Month: '2026-09', Part: won(50_000) },
    ],
    Payable: won(220_000),
    BankBook: 'book.png',
    Certificate: 'paper.png',
    AnswerTime: null,
    AnsweredBy: '',
    Events: 0,
    Invalid: [],
  }
  expect((await administrator.ok(adminGetPayout, { requestID })).detail).toEqual(detail)
  // An operator who may not open the documents does not learn their names either.
  expect((await reader.ok(adminGetPayout, { requestID })).detail).toEqual({
    ...detail,
    BankBook: '',
    Certificate: '',
  })
  expect(await reader.call(adminGetPayout, { requestID: requestID + 1 })).toMatchObject({
    error: 'NO_PERMISSION',
  })
})

test('requests are listed in full, or by status and words, ten per page, with the sum of all', async () => {
  const reader = await server.operator('USERS')
  const publisher = await server.customer('PUBLISHER')
  await server.db.transaction((tx) =>
    tx.run(sql`
      insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number,
                                  account_changed, requested_at)
      select ${publisher.id}, date '2020-01-01' + n * interval '1 month', 100000 + n,
             case when n < 3 then 'HOLD' else 'WAITING' end, 'Paged depositor', 'Namsan', '1', false,
             ${at(server.now)}
        from generate_series(1, 14) as n`),
  )
  const words = 'paged'
  const all = await reader.ok(adminListPayouts, { words })
  expect(all).toMatchObject({ rowCount: 14, sum: 1_400_105, requests: { length: 14 } })
  const second = await reader.ok(adminListPayouts, { words, status: 'WAITING', pageNo: 2 })
  expect(second).toMatchObject({ rowCount: 12, sum: 1_200_102 })
  expect(second.requests.map((request) => request.Num)).toEqual([100_013, 100_014])
  const [held] = (await reader.ok(adminListPayouts, { words, status: 'HOLD' })).requests
  const one = await reader.ok(adminListPayouts, { requestID: held?.RequestID ?? 0 })
  expect(one).toMatchObject({ rowCount: 1, sum: 100_001, requests: [{ Status: 'HOLD' }] })
})
