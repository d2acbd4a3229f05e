import {
  adminListPayouts,
  answerPayout,
  confirmPw,
  getAccount,
  getRevenue,
  modifyAccount,
  payoutSignedUrl,
  publisherHome,
  pubMyPage,
  releasePayout,
  requestList,
  requestRevenue,
  requestRevenueCheck,
  revenueDetails,
  signin,
} from '@voltline/contract'
import { type Day, hour, micros, minute, seoul, startOfDay, won } from '@voltline/kernel'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type CustomerClient, testPassword, useTestServer } from '../../../../testing/test-server.ts'
import { balanceOf, outside, reservedOf, revenueOf } from '../../../domain/ledger/account.ts'
import { post } from '../../../domain/ledger/ledger.ts'
import { isGood, proveBooks } from '../../../domain/ledger/proof.ts'
import { at, sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T00:00:00+09:00' })

/** Revenue of closed months, in the books and in the months. */
async function earn(publisher: CustomerClient, months: Record<string, bigint>) {
  await server.db.transaction(async (tx) => {
    for (const [month, amount] of Object.entries(months)) {
      await post(tx, [
        {
          key: `test/${publisher.id}/${month}`,
          kind: 'CREDIT',
          from: outside,
          to: [[revenueOf(publisher.id), micros(amount)]],
          at: server.now,
        },
      ])
      await tx.run(sql`insert into revenue_month (customer_id, month, revenue_micros, impressions, closed_at)
                       values (${publisher.id}, ${`${month}-01`}, ${amount}, 1000, ${at(server.now)})`)
    }
  })
}

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2746E0' } })
  .png()
  .toBuffer()

async function upload(publisher: CustomerClient, folder: 'bankbook' | 'certificate') {
  const { urls } = await publisher.ok(payoutSignedUrl, {
    folder,
    uploadFiles: [{ name: 'scan.png', type: 'image/png' }],
  })
  const link = new URL(urls[0]?.uploadURL ?? '')
  const sent = await fetch(`${server.url}${link.pathname}${link.search}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(await picture),
  })
  expect(sent.status).toBe(200)
  return urls[0]?.filename ?? ''
}

const account = {
  name: 'Kim Dain',
  bank: 'Hana',
  number: '1234567890',
  countryCode: 'KR',
  mobileNumber: '01012345678',
}

async function submitDocuments(publisher: CustomerClient) {
  const bankBook = await upload(publisher, 'bankbook')
  const certificate = await upload(publisher, 'certificate')
  await publisher.ok(modifyAccount, { ...account, bankBook, certificate })
  return { bankBook, certificate }
}

async function readyPublisher(revenue = 250_000_500_000n) {
  const publisher = await server.customer('PUBLISHER')
  await earn(publisher, { '2026-10': revenue })
  await submitDocuments(publisher)
  await publisher.ok(confirmPw, { pw: testPassword })
  return publisher
}

const setDay = (day: string, offsetMs = 0) =>
  server.setClock(new Date(startOfDay(day as Day, seoul) + offsetMs).toISOString())

/** A jump of the clock beyond a token's life needs a new sign-in, as for anybody. */
async function signInAgain(publisher: CustomerClient) {
  const { accessToken, user } = await server.client().ok(signin, { email: publisher.email, pw: testPassword })
  publisher.credentials = { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey }
}

test('API-27 VALID-25 PAYOUT-08 a first submission needs both documents, and names of other people’s files are refused', async () => {
  const publisher = await server.customer('PUBLISHER')
  const bankBook = await upload(publisher, 'bankbook')
  expect(await publisher.call(modifyAccount, { ...account, bankBook, certificate: '' })).toMatchObject({
    status: 200,
    error: 'UNKNOWN',
  })
  const stranger = await server.customer('PUBLISHER')
  const foreign = await upload(stranger, 'certificate')
  expect(await publisher.call(modifyAccount, { ...account, bankBook, certificate: foreign })).toMatchObject({
    error: 'NO_PERMISSION',
  })
  expect(await publisher.call(modifyAccount, { ...account, bankBook, certificate: bankBook })).toMatchObject({
    error: 'NO_PERMISSION',
  })
  expect((await publisher.ok(getAccount, {})).account).toBeNull()
})

test('API-24 API-26 STATE-02 PAYOUT-07 PAYOUT-09 PAYOUT-10 PAYOUT-12 VALID-26 submitted documents show, and a later edit needs the password and keeps them', async () => {
  const publisher = await server.customer('PUBLISHER')
  expect((await publisher.ok(pubMyPage, {})).custID).toBe(0)
  const files = await submitDocuments(publisher)
  expect((await publisher.ok(pubMyPage, {})).custID).toBe(publisher.id)
  const change = { ...account, bank: 'Shinhan', bankBook: '', certificate: '' }
  expect(await publisher.call(modifyAccount, change)).toMatchObject({ status: 200, error: 'INVALID_PW' })
  expect((await publisher.ok(getAccount, {})).account?.Bank).toBe(account.bank)
  await publisher.ok(confirmPw, { pw: testPassword })
  await publisher.ok(modifyAccount, change)
  expect((await publisher.ok(getAccount, {})).account).toEqual({
    Name: 'Kim Dain',
    Bank: 'Shinhan',
    Number: '1234567890',
    CountryCode: 'KR',
    MobileNumber: '01012345678',
    BankBook: files.bankBook,
    Certificate: files.certificate,
    CustID: publisher.id,
  })
  expect((await server.mailsTo(publisher.email))[0]?.subject).toBeTruthy()
})

test('VALID-18 VALID-27 depositor, bank, number and mobile are required, numbers are digits only', async () => {
  const publisher = await server.customer('PUBLISHER')
  const files = {
    bankBook: await upload(publisher, 'bankbook'),
    certificate: await upload(publisher, 'certificate'),
  }
  for (const wrong of [
    { name: '' },
    { bank: ' ' },
    { number: '' },
    { number: '12-34' },
    { mobileNumber: '' },
    { mobileNumber: '+82' },
  ]) {
    expect(await publisher.call(modifyAccount, { ...account, ...files, ...wrong })).toMatchObject({
      status: 400,
      error: 'UNKNOWN',
    })
  }
})

test('VALID-22 API-32 ENUM-21 only an image gets an upload link, in one of the two folders', async () => {
  const publisher = await server.customer('PUBLISHER')
  expect(
    await publisher.call(payoutSignedUrl, {
      folder: 'bankbook',
      uploadFiles: [{ name: 'a.pdf', type: 'application/pdf' }],
    }),
  ).toMatchObject({ error: 'UNKNOWN' })
  expect(
    await publisher.call(payoutSignedUrl, {
      folder: '../etc' as 'bankbook',
      uploadFiles: [{ name: 'a.png', type: 'image/png' }],
    }),
  ).toMatchObject({ status: 400 })
})

test('API-28 ERR-21 ERR-20 ERR-18 ERR-19 PAYOUT-18..22 refusals come in one order: documents, period, duplicate, amount, password', async () => {
  const publisher = await server.customer('PUBLISHER')
  await earn(publisher, { '2026-10': 150_000_000_000n })
  await setDay('2026-11-06')
  await signInAgain(publisher)
  const both = async (num: number) => [
    (await publisher.call(requestRevenueCheck, { num })).error,
    (await publisher.call(requestRevenue, { num })).error,
  ]
  expect(await both(1)).toEqual(['NEED_ACCOUNT', 'NEED_ACCOUNT'])
  await submitDocuments(publisher)
  expect(await both(1)).toEqual(['INVALID_PERIOD', 'INVALID_PERIOD'])
  await setDay('2026-11-05', 12 * hour)
  await signInAgain(publisher)
  expect(await both(99_999)).toEqual(['NOTENOUGH_REVENUE', 'NOTENOUGH_REVENUE'])
  expect(await both(150_001)).toEqual(['NOTENOUGH_REVENUE', 'NOTENOUGH_REVENUE'])
  expect(await both(100_000)).toEqual(['SUCCESS', 'INVALID_PW'])
  await publisher.ok(confirmPw, { pw: testPassword })
  expect((await publisher.call(requestRevenue, { num: 100_000 })).error).toBe('SUCCESS')
  expect(await both(1)).toEqual(['DUPLICATE_REQUEST', 'DUPLICATE_REQUEST'])
})

test('CONST-02 PAYOUT-19 the window is day 1 00:00 to day 5 23:59:59.999 in Seoul, whatever zone the publisher has', async () => {
  for (const [day, offset, expected] of [
    ['2027-01-01', -5_000, 'INVALID_PERIOD'],
    ['2027-01-01', 0, 'SUCCESS'],
    ['2027-02-06', -30_000, 'SUCCESS'],
    ['2027-02-06', 0, 'INVALID_PERIOD'],
    ['2027-03-01', 0, 'SUCCESS'],
  ] as const) {
    await setDay('2026-12-20')
    const publisher = await server.customer('PUBLISHER', { zone: 'Pacific/Kiritimati' })
    await earn(publisher, { '2026-10': 150_000_000_000n })
    await submitDocuments(publisher)
    await setDay(day, offset)
    await signInAgain(publisher)
    const reply = await publisher.call(requestRevenueCheck, { num: 100_000 })
    expect([day, offset, reply.error]).toEqual([day, offset, expected])
  }
})

test('PAYOUT-13..17 PAYOUT-23 STATE-03 API-25 API-29 an application reserves its amount and starts WAITING', async () => {
  await setDay('2026-11-03')
  const publisher = await readyPublisher()
  expect((await publisher.ok(getRevenue, {})).revenue).toBe(250_000_500_000n)
  expect((await publisher.ok(publisherHome, {})).rev).toEqual({ canRequest: 1, revenue: 250_000_500_000n })
  await publisher.ok(requestRevenue, { num: 250_000 })
  expect((await publisher.ok(getRevenue, {})).revenue).toBe(500_000n)
  expect((await publisher.ok(publisherHome, {})).rev.canRequest).toBe(0)
  const { list } = await publisher.ok(requestList, { type: '1' })
  expect(list).toMatchObject([
    { Name: 'Kim Dain', Bank: 'Hana', Number: '1234567890', Num: 250_000, Status: 'WAITING', Reason: '' },
  ])
  await server.db.transaction(async (tx) => {
    expect(await balanceOf(tx, reservedOf(publisher.id))).toBe(won(250_000))
    expect((await proveBooks(tx)).sumMicros).toBe(0n)
  })
})

test('a confirmed password is valid for 5 minutes only', async () => {
  await setDay('2026-11-03')
  const publisher = await readyPublisher()
  await server.advance(5 * minute)
  expect(await publisher.call(requestRevenue, { num: 100_000 })).toMatchObject({ error: 'INVALID_PW' })
})

test('PAYOUT-22 of a thousand parallel applications exactly one is accepted', async () => {
  await setDay('2026-11-03')
  const publisher = await readyPublisher(900_000_000_000n)
  const replies = await Promise.all(
    Array.from({ length: 1_000 }, () => publisher.call(requestRevenue, { num: 100_000 })),
  )
  const counts = Map.groupBy(replies, (reply) => `${reply.status} ${reply.error}`)
  expect(counts.get('200 SUCCESS')).toHaveLength(1)
  // On a busy machine the last calls wait too long and are refused with TRYAGAIN_LATER.
  const refused = ['200 DUPLICATE_REQUEST', '429 TRYAGAIN_LATER']
  expect([...counts.keys()].filter((reply) => !refused.includes(reply))).toEqual(['200 SUCCESS'])
  expect((await publisher.ok(requestList, { type: '1' })).list).toHaveLength(1)
})

test('amounts that are not whole won are refused first', async () => {
  const publisher = await readyPublisher()
  for (const num of [0, -1, 1.5, 1e15, 2 ** 53, '100000', '1e6', null, true, [100_000], {}]) {
    expect(await publisher.call(requestRevenue, { num: num as number })).toMatchObject({
      status: 400,
      error: 'UNKNOWN',
    })
  }
  for (const body of ['{"num":NaN}', '{"num":1e309}', '{"num":Infinity}']) {
    const reply = await publisher.raw('/api/v1/account/request-revenue', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(reply.status).toBe(400)
  }
})

test('STATE-04 ENUM-15 an operator holds with a reason, returns to waiting, and completes; COMPLETE is final', async () => {
  await setDay('2026-11-03')
  const publisher = await readyPublisher()
  const operator = await server.operator()
  await publisher.ok(requestRevenue, { num: 200_000 })
  const mine = async () => (await publisher.ok(requestList, { type: '1' })).list[0]
  const requestID = (await mine())?.RequestID ?? 0
  const decide = async (status: 'WAITING' | 'HOLD' | 'COMPLETE', reason = '') =>
    (await operator.call(answerPayout, { requestID, status, reason })).error
  expect(await decide('WAITING')).toBe('UNKNOWN')
  expect(await decide('HOLD')).toBe('UNKNOWN')
  expect(await decide('HOLD', 'The bank book is not readable.')).toBe('SUCCESS')
  expect(await mine()).toMatchObject({ Status: 'HOLD', Reason: 'The bank book is not readable.' })
  expect((await publisher.ok(getRevenue, {})).revenue).toBe(50_000_500_000n)
  expect(await decide('WAITING')).toBe('SUCCESS')
  expect(await decide('COMPLETE')).toBe('SUCCESS')
  for (const status of ['WAITING', 'HOLD', 'COMPLETE'] as const)
    expect(await decide(status, 'again')).toBe('UNKNOWN')
  await server.db.transaction(async (tx) => {
    expect(await balanceOf(tx, reservedOf(publisher.id))).toBe(0n)
    expect(isGood(await proveBooks(tx))).toBe(true)
  })
  expect(await operator.call(answerPayout, { requestID: 2_000_000_000, status: 'COMPLETE' })).toMatchObject({
    error: 'NO_PERMISSION',
  })
})

test('only a request on hold is released; its amount is payable at once, once, and the request stays closed', async () => {
  await setDay('2026-11-03')
  const publisher = await readyPublisher()
  const operator = await server.operator()
  const payable = async () => (await publisher.ok(getRevenue, {})).revenue
  const before = await payable()
  await publisher.ok(requestRevenue, { num: 200_000 })
  const mine = async () => (await publisher.ok(requestList, { type: '1' })).list[0]
  const requestID = (await mine())?.RequestID ?? 0
  const reason = 'Wrong account'
  const released = async () => (await operator.call(releasePayout, { requestID, reason })).error
  expect(await released()).toBe('UNKNOWN')
  await operator.ok(answerPayout, { requestID, status: 'HOLD', reason: 'Checking' })
  expect((await Promise.all([released(), released()])).sort()).toEqual(['SUCCESS', 'UNKNOWN'])
  expect(await payable()).toBe(before)
  expect(await mine()).toMatchObject({ Status: 'RELEASED', Reason: reason })
  for (const status of ['WAITING', 'HOLD', 'COMPLETE', 'RELEASED'] as const)
    expect((await operator.call(answerPayout, { requestID, status, reason })).error).toBe('UNKNOWN')
  await server.db.transaction(async (tx) => {
    expect(await balanceOf(tx, reservedOf(publisher.id))).toBe(0n)
    expect(isGood(await proveBooks(tx))).toBe(true)
  })
})

test('a bank account changed within 72 hours before the request is marked for the operator', async () => {
  await setDay('2026-11-01')
  const late = await server.customer('PUBLISHER')
  await earn(late, { '2026-10': 300_000_000_000n })
  await submitDocuments(late)
  await server.advance(73 * hour)
  await signInAgain(late)
  await late.ok(confirmPw, { pw: testPassword })
  await late.ok(requestRevenue, { num: 100_000 })
  const fresh = await readyPublisher()
  await fresh.ok(requestRevenue, { num: 100_000 })
  const reader = await server.operator('USERS')
  const { requests } = await reader.ok(adminListPayouts, {})
  const markOf = (publisher: CustomerClient) =>
    requests.find((request) => request.CustID === publisher.id)?.AccountChanged
  expect([markOf(late), markOf(fresh)]).toEqual([false, true])
  expect(
    await reader.call(answerPayout, { requestID: requests[0]?.RequestID ?? 0, status: 'COMPLETE' }),
  ).toMatchObject({ status: 403 })
})

test('API-30 PAYOUT-05 closed months come newest first with whole-won eCPM', async () => {
  const publisher = await server.customer('PUBLISHER')
  await earn(publisher, { '2026-08': 1_234_567_890n, '2026-09': 2_000_500_000n })
  expect((await publisher.ok(revenueDetails, {})).list).toEqual([
    { RegistTime: '2026-09', Revenue: 2_000_500_000n, eCPM: 2_001, Impressions: 1_000 },
    { RegistTime: '2026-08', Revenue: 1_234_567_890n, eCPM: 1_235, Impressions: 1_000 },
  ])
})

test('API-31 PAYOUT-25 PAYOUT-26 the application history keeps to its dates, its type and the longest range', async () => {
  await setDay('2026-11-03')
  const publisher = await readyPublisher()
  await publisher.ok(requestRevenue, { num: 100_000 })
  const rows = async (query: { type?: string; startDate?: string; endDate?: string }) =>
    (await publisher.ok(requestList, query)).list.length
  expect(await rows({ type: '1', startDate: '2026-11-03', endDate: '2026-11-03' })).toBe(1)
  expect(await rows({ type: '1', startDate: '2026-11-04', endDate: '2026-11-10' })).toBe(0)
  expect(await rows({ type: '2', startDate: '2026-11-03', endDate: '2026-11-03' })).toBe(0)
  expect(
    await publisher.call(requestList, { type: '1', startDate: '2026-01-01', endDate: '2026-11-03' }),
  ).toMatchObject({ status: 200, error: 'UNKNOWN' })
})

test('PAYOUT-28 an advertiser is kept out of every payout call', async () => {
  const advertiser = await server.customer('ADVERTISER')
  for (const call of [getRevenue, getAccount, revenueDetails]) {
    expect(await advertiser.call(call, {})).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
  }
  expect(await advertiser.call(requestRevenue, { num: 100_000 })).toMatchObject({
    status: 403,
    error: 'NO_PERMISSION',
  })
})
