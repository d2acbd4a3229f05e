import { confirmPw, getAd, getPostback, renewPostbackSecret } from '@voltline/contract'
import { minute } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { giveAd } from '../../../../testing/advertiser.ts'
import { testPassword, testPublicUrl, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer()

test('the postback URLs are the server’s, and the secret is that of the ad’s detail', async () => {
  const client = await server.customer('ADVERTISER')
  const { postback } = await client.ok(getPostback, {})
  expect(postback.InstallURL).toBe(`${testPublicUrl}/postback/v1/install?click_id={click_id}&sig={sig}`)
  expect(postback.ActionURL).toBe(
    `${testPublicUrl}/postback/v1/action?click_id={click_id}&event={event}&sig={sig}`,
  )
  const proID = await giveAd(server, client)
  const { ad } = await client.ok(getAd, { proID: String(proID) })
  expect(ad?.PostbackSecret).toBe(postback.PostbackSecret)
})

test('ERR-07 a new secret needs the password confirmed in the last 5 minutes', async () => {
  const client = await server.customer('ADVERTISER')
  const before = (await client.ok(getPostback, {})).postback.PostbackSecret
  expect(await client.call(renewPostbackSecret, {})).toMatchObject({ status: 200, error: 'INVALID_PW' })
  await client.ok(confirmPw, { pw: testPassword })
  await server.advance(5 * minute)
  expect((await client.call(renewPostbackSecret, {})).error).toBe('INVALID_PW')
  expect((await client.ok(getPostback, {})).postback.PostbackSecret).toBe(before)
  await client.ok(confirmPw, { pw: testPassword })
  const { postback } = await client.ok(renewPostbackSecret, {})
  expect(postback.PostbackSecret).not.toBe(before)
  expect((await client.ok(getPostback, {})).postback).toEqual(postback)
})

test('the audit row of a renewal does not contain the secret', async () => {
  const client = await server.customer('ADVERTISER')
  await client.ok(confirmPw, { pw: testPassword })
  const { postback } = await client.ok(renewPostbackSecret, {})
  const text = await server.db.read((session) =>
    session.one(
      (row) => JSON.stringify(row.rows),
      sql<{ rows: unknown }>`select json_agg(a) as rows from audit a where customer_id = ${client.id}`,
    ),
  )
  expect(text).toContain('ad/postback/renew')
  expect(text).not.toContain(postback.PostbackSecret)
})
