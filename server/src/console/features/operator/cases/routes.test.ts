import {
  addApp,
  addMedium,
  adminGetCase,
  adminListCases,
  appealCase,
  confirmCase,
  idMax,
  listApps,
  listAudit,
  listMedia,
  openCase,
  publisherQuality,
  releaseCase,
} from '@voltline/contract'
import { assert, day, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { type CustomerClient, useTestServer } from '../../../../../testing/test-server.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-10T00:00:00Z' })
const period = { from: '2026-11-09T00:00:00+09:00', to: '2026-11-09T12:00:00Z' }
const range = { startDate: '2026-11-01', endDate: '2026-11-20' }

async function unitOf(publisher: CustomerClient): Promise<number> {
  const storeURL = `https://play.google.com/store/apps/details?id=test.case${publisher.id}`
  await publisher.ok(addApp, { name: 'Stars', platform: 'AOS', storeURL, filter: false })
  const appID = (await publisher.ok(listApps, {})).apps[0]?.AppID
  assert(appID, 'the app is listed')
  await publisher.ok(addMedium, { appID, name: 'Home', product: 'BANNER', reward: '', rewards: '' })
  const medID = (await publisher.ok(listMedia, {})).invens[0]?.MedID
  assert(medID, 'the unit is listed')
  return medID
}

test('an operator opens a case by hand, and the publisher sees and appeals it once', async () => {
  const admin = await server.operator()
  const reader = await server.operator('USERS')
  const publisher = await server.customer('PUBLISHER')
  const medID = await unitOf(publisher)
  expect(await publisher.ok(publisherQuality, range)).toEqual({ list: [], cases: [] })
  const { caseID } = await admin.ok(openCase, { medID, ...period, reason: 'Always the same device' })
  const { cases } = await reader.ok(adminListCases, { status: 'OPEN' })
  expect(cases.find(({ CaseID }) => CaseID === caseID)).toMatchObject({
    ...{ AppName: 'Stars', MedID: medID, MedName: 'Home', CustID: publisher.id, Status: 'OPEN' },
    ...{ From: '2026-11-09T00:00:00+09:00', To: '2026-11-09T21:00:00+09:00', Amount: won(0), Events: 0 },
    ...{ Signals: [], Appealed: false, ByDetector: false },
  })
  const [mail] = await server.mailsTo(publisher.email)
  expect(mail?.subject).toMatch(/looking into traffic.*확인하고 있습니다/)
  expect(mail?.text).toContain('Always the same device')

  const own = await publisher.ok(publisherQuality, range)
  expect(own.cases).toMatchObject([
    { CaseID: caseID, MedID: medID, Name: 'Home', Status: 'OPEN', Reason: 'Always the same device' },
  ])
  const appeal = { caseID, text: 'It is the phone in our shop window.\nCome and look.' }
  const stranger = await server.customer('PUBLISHER')
  expect((await stranger.ok(publisherQuality, range)).cases).toEqual([])
  expect(await stranger.call(appealCase, appeal)).toMatchObject({ error: 'NO_PERMISSION' })
  expect(await publisher.call(appealCase, { caseID, text: 'x'.repeat(2_001) })).toMatchObject({ status: 400 })
  expect(await publisher.call(appealCase, { caseID, text: ' ' })).toMatchObject({ status: 400 })
  await publisher.ok(appealCase, appeal)
  expect(await publisher.call(appealCase, appeal)).toMatchObject({ error: 'DUPLICATE_REQUEST' })

  const { case: found } = await reader.ok(adminGetCase, { caseID: String(caseID) })
  expect(found).toMatchObject({
    ...{ Appealed: true, Appeal: appeal.text, AppealTime: expect.stringMatching(/^2026-11-10T09:/) },
    Log: [
      { Action: 'OPENED', By: admin.email, Text: 'Always the same device' },
      { Action: 'APPEALED', By: '', Text: appeal.text },
    ],
  })
  expect(found?.Hours).toHaveLength(22)
  const { rows } = await reader.ok(listAudit, { text: 'case' })
  expect(rows.slice(0, 2).map((row) => row.Action)).toEqual(['pub/quality/appeal', 'admin/case/open'])
})

test('a case is decided once, and only while it is open', async () => {
  const admin = await server.operator()
  const publisher = await server.customer('PUBLISHER')
  const medID = await unitOf(publisher)
  const { caseID } = await admin.ok(openCase, { medID, ...period, reason: 'Odd' })
  const decision = { caseID, reason: 'It was a test of theirs' }
  const results = await Promise.all([
    admin.call(releaseCase, decision),
    admin.call(releaseCase, decision),
    admin.call(confirmCase, decision),
  ])
  expect(results.map(({ error }) => error).sort()).toEqual(['SUCCESS', 'UNKNOWN', 'UNKNOWN'])
  expect(results.find(({ error }) => error === 'UNKNOWN')?.body).toMatchObject({
    detail: expect.stringMatching(/not OPEN/),
  })
  const { case: found } = await admin.ok(adminGetCase, { caseID: String(caseID) })
  expect(found?.Log).toHaveLength(2)
  expect(await server.mailsTo(publisher.email)).toHaveLength(2)
  const own = await publisher.ok(publisherQuality, range)
  expect(own.cases).toMatchObject([
    { Answer: decision.reason, AnswerTime: expect.stringMatching(/^2026-11-10T09:/) },
  ])
})

test('an appeal is accepted up to 14 days after the case was opened or, if later, confirmed', async () => {
  const admin = await server.operator()
  const publisher = await server.customer('PUBLISHER')
  const medID = await unitOf(publisher)
  const open = async () => (await admin.ok(openCase, { medID, ...period, reason: 'Odd' })).caseID
  const [early, late, confirmed, released] = [await open(), await open(), await open(), await open()]
  const start = server.now
  const appeal = async (caseID: number) => {
    const client = await server.signInAgain(publisher)
    return (await client.call(appealCase, { caseID, text: 'No' })).error
  }
  await server.setClock(new Date(start + 10 * day).toISOString())
  const again = await server.operator()
  await again.ok(confirmCase, { caseID: confirmed, reason: 'Yes' })
  await again.ok(releaseCase, { caseID: released, reason: 'No' })
  await server.setClock(new Date(start + 14 * day - 60_000).toISOString())
  expect(await appeal(early)).toBe('SUCCESS')
  await server.setClock(new Date(start + 14 * day + 60_000).toISOString())
  expect(await appeal(late)).toBe('INVALID_PERIOD')
  expect(await appeal(released)).toBe('INVALID_PERIOD')
  expect(await appeal(confirmed)).toBe('SUCCESS')
  expect(await appeal(confirmed)).toBe('DUPLICATE_REQUEST')
})

test('missing units and cases, bad periods and reasons are refused; readers decide nothing', async () => {
  const admin = await server.operator()
  const reader = await server.operator('USERS')
  const medID = await unitOf(await server.customer('PUBLISHER'))
  const sent = { medID, ...period, reason: 'Odd' }
  expect(await admin.call(openCase, { ...sent, medID: idMax })).toMatchObject({ error: 'NO_PERMISSION' })
  for (const bad of [
    { from: period.to, to: period.from },
    { from: '2024-01-01T00:00:00Z' },
    { from: 'yesterday' },
    { reason: ' ' },
    { reason: 'x'.repeat(1_001) },
  ]) {
    expect(await admin.call(openCase, { ...sent, ...bad })).toMatchObject({ status: 400, error: 'UNKNOWN' })
  }
  for (const call of [confirmCase, releaseCase]) {
    const decision = { caseID: idMax, reason: 'x' }
    expect(await admin.call(call, decision)).toMatchObject({ error: 'NO_PERMISSION' })
    expect(await admin.call(call, { caseID: idMax, reason: '' })).toMatchObject({ status: 400 })
    expect(await reader.call(call, decision)).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
  }
  expect(await reader.call(openCase, sent)).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
  expect(await reader.ok(adminGetCase, { caseID: String(idMax) })).toEqual({ case: null })
  expect(await reader.ok(adminListCases, { status: 'CONFIRMED', pageNo: '99' })).toMatchObject({ cases: [] })
  const tooLong = { startDate: '2020-01-01', endDate: '2026-11-20' }
  const publisher = await server.customer('PUBLISHER')
  expect(await publisher.call(publisherQuality, tooLong)).toMatchObject({ error: 'UNKNOWN' })
})
