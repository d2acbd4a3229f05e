import {
  addApp,
  addMedium,
  adminGetCustomer,
  adminListCustomers,
  advertiserHome,
  approveApp,
  blockCustomer,
  blockDevice,
  creditCash,
  customerStatement,
  issueKey,
  listMedia,
  publisherHome,
  requestApiKey,
  signin,
  unblockCustomer,
  unblockDevice,
} from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { testPassword, useTestServer } from '../../../../../testing/test-server.ts'
import { cashOf, network } from '../../../../domain/ledger/account.ts'
import { post } from '../../../../domain/ledger/ledger.ts'
import type { AppRow } from '../../../../platform/database/rows.ts'
import { sql } from '../../../../platform/database/sql.ts'

const server = useTestServer({ ROLES: 'web,delivery' })

describe('customers as operators see them', () => {
  test('are found by part of e-mail, company or name, by number and by type', async () => {
    const reader = await server.operator('USERS')
    const mine = await server.customer('ADVERTISER', { company: '100%_Games', cash: won(5_000) })
    const other = await server.customer('PUBLISHER', { company: '1000 Games' })
    const find = async (search: Parameters<typeof reader.ok<typeof adminListCustomers>>[1]) =>
      (await reader.ok(adminListCustomers, search)).customers.map((customer) => customer.CustID)
    expect(await find({ text: '100%_g' })).toEqual([mine.id])
    expect(await find({ text: mine.email.toUpperCase() })).toEqual([mine.id])
    expect(await find({ text: String(other.id) })).toContain(other.id)
    expect(await find({ text: 'Mina Kim', type: 'PUBLISHER' })).toEqual([other.id])
    const found = await reader.ok(adminListCustomers, { text: mine.email })
    expect(found).toMatchObject({ rowCount: 1, customers: [{ Cash: won(5_000), BlockedTime: null }] })
    expect((await reader.ok(adminGetCustomer, { custID: mine.id })).customer).toMatchObject({
      SignedIn: true,
      Campaigns: 0,
    })
    expect(await reader.call(adminGetCustomer, { custID: 2_147_483_647 })).toMatchObject({
      error: 'NO_PERMISSION',
    })
  })

  test('a block ends the session and refuses sign-in until it is lifted; both are audited', async () => {
    const admin = await server.operator()
    const customer = await server.customer('ADVERTISER')
    await admin.ok(blockCustomer, { custID: customer.id, reason: 'Stolen card' })
    expect(await customer.call(advertiserHome, {})).toMatchObject({ status: 401, error: 'NEED_SIGNIN' })
    expect(await server.liveSessions({ customerId: customer.id })).toBe(0)
    const credentials = { email: customer.email, pw: testPassword }
    expect(await server.client().call(signin, credentials)).toMatchObject({ error: 'IS_BLOCKED' })
    expect(await admin.call(blockCustomer, { custID: customer.id, reason: 'x' })).toMatchObject({
      error: 'UNKNOWN',
    })
    await admin.ok(unblockCustomer, { custID: customer.id })
    expect(await server.client().call(signin, credentials)).toMatchObject({ error: 'SUCCESS' })
    expect(await admin.call(unblockCustomer, { custID: customer.id })).toMatchObject({ error: 'UNKNOWN' })
    const rows = await server.db.read((session) =>
      session.rows(
        sql`select action, was, became from audit where operator_id = ${admin.id} order by audit_id`,
      ),
    )
    expect(rows).toEqual([
      {
        action: 'admin/customer/block',
        was: { blocked: false },
        became: { blocked: true, reason: 'Stolen card' },
      },
      {
        action: 'admin/customer/unblock',
        was: { blocked: true, reason: 'Stolen card' },
        became: { blocked: false },
      },
    ])
    for (const call of [blockCustomer, unblockCustomer]) {
      expect(await admin.call(call, { custID: 2_147_483_647, reason: 'x' })).toMatchObject({
        error: 'NO_PERMISSION',
      })
    }
  })
})

/** An app with a unit that requests ads over the SDK API. */
async function aUnit() {
  const admin = await server.operator()
  const publisher = await server.customer('PUBLISHER')
  await publisher.ok(addApp, {
    name: 'Tetra',
    platform: 'AOS',
    storeURL: `https://play.google.com/store/apps/details?id=kr.tetra${publisher.id}`,
    filter: false,
  })
  const appID = await server.db.read((session) =>
    session.one(
      (row) => row.app_id,
      sql<Pick<AppRow, 'app_id'>>`select app_id from app where customer_id = ${publisher.id}`,
    ),
  )
  await admin.ok(approveApp, { appID, approval: true })
  await publisher.ok(requestApiKey, { appID })
  await admin.ok(issueKey, { appID })
  await publisher.ok(addMedium, { appID, name: 'Top', product: 'BANNER', rewards: 0 })
  const medID = (await publisher.ok(listMedia, { appID: String(appID) })).invens[0]?.MedID ?? 0
  const key = await server.db.read((session) =>
    session.one(
      (row) => server.secrets.open('api-key', row.api_key),
      sql<{ api_key: Buffer }>`select api_key from app where app_id = ${appID}`,
    ),
  )
  const requestAd = async (deviceID: string): Promise<string> => {
    const reply = await fetch(`${server.url}/sdk/v1/ad`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ medID, deviceID, platform: 'AOS', country: 'KR' }),
    })
    return ((await reply.json()) as { error: string }).error
  }
  return { admin, publisher, appID, requestAd }
}

describe('what a block does to serving', () => {
  test('units of a blocked publisher return AD_DISABLED, a blocked device IS_BLOCKED, until unblocked', async () => {
    const { admin, publisher, requestAd } = await aUnit()
    await expect.poll(() => requestAd('device-1'), { timeout: 10_000 }).toBe('AD_NOTFOUND')
    await admin.ok(blockCustomer, { custID: publisher.id, reason: 'Click farm' })
    await expect.poll(() => requestAd('device-2'), { timeout: 10_000 }).toBe('AD_DISABLED')
    await admin.ok(unblockCustomer, { custID: publisher.id })
    await expect.poll(() => requestAd('device-3'), { timeout: 10_000 }).toBe('AD_NOTFOUND')
    await admin.ok(blockDevice, { deviceID: 'device-4', reason: 'Emulator' })
    await expect.poll(() => requestAd('device-4'), { timeout: 10_000 }).toBe('IS_BLOCKED')
    expect(await requestAd('device-5')).toBe('AD_NOTFOUND')
    await admin.ok(unblockDevice, { deviceID: 'device-4' })
    await expect.poll(() => requestAd('device-4'), { timeout: 10_000 }).toBe('AD_NOTFOUND')
    expect((await (await server.signInAgain(publisher)).call(publisherHome, {})).error).toBe('SUCCESS')
  })
})

describe('a customer’s statement', () => {
  test('a statement adds up: each month opens with the closing balance before it, and the last closes with the balance', async () => {
    const admin = await server.operator()
    const customer = await server.customer('ADVERTISER')
    await server.setClock('2026-09-30T23:00:00+09:00')
    const september = await server.operator()
    await september.ok(creditCash, { custID: customer.id, amount: 70_000, reason: 'September' })
    await server.setClock('2026-10-01T00:30:00+09:00')
    await september.ok(creditCash, { custID: customer.id, amount: 5_000, reason: 'October' })
    await server.db.transaction((tx) =>
      post(tx, [
        {
          key: `test-charge/${customer.id}`,
          kind: 'CHARGE',
          from: cashOf(customer.id),
          to: [[network, won(1_234)]],
          at: server.now,
        },
      ]),
    )
    const { months } = await september.ok(customerStatement, { custID: customer.id })
    expect(months).toEqual([
      {
        Month: '2026-10',
        Opening: won(70_000),
        Credit: won(5_000),
        Debit: won(0),
        Charge: won(-1_234),
        Correction: won(0),
        Paid: won(0),
        Closing: won(73_766),
      },
      expect.objectContaining({
        Month: '2026-09',
        Opening: won(0),
        Credit: won(70_000),
        Closing: won(70_000),
      }),
    ])
    expect(await admin.call(customerStatement, { custID: 2_147_483_647 })).toMatchObject({
      error: 'NO_PERMISSION',
    })
  })
})
