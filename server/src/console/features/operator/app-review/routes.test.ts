import {
  addApp,
  adminListApps,
  approveApp,
  getApp,
  issueKey,
  requestApiKey,
  revokeKey,
  type Sent,
} from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'

const server = useTestServer()

test('a key is issued, replaced and revoked; then the publisher may request one again', async () => {
  const admin = await server.operator()
  const publisher = await server.customer('PUBLISHER')
  const storeURL = 'https://play.google.com/store/apps/details?id=kr.orchard.tetra'
  await publisher.ok(addApp, { name: 'Tetra', platform: 'AOS', storeURL })
  const { apps } = await admin.ok(adminListApps, {})
  const appID = apps.find((app) => app.CustID === publisher.id)?.AppID ?? 0
  const key = async () => (await publisher.ok(getApp, { appID })).app?.ApiKey ?? ''
  expect(await admin.call(revokeKey, { appID })).toMatchObject({ error: 'UNKNOWN' })
  await publisher.ok(requestApiKey, { appID })
  await admin.ok(issueKey, { appID })
  const first = await key()
  expect(first).toMatch(/^vk_/)
  await admin.ok(issueKey, { appID })
  const second = await key()
  expect(second).toMatch(/^vk_/)
  expect(second).not.toBe(first)
  expect(await (await server.operator('USERS')).call(revokeKey, { appID })).toMatchObject({ status: 403 })
  await admin.ok(revokeKey, { appID })
  expect(await key()).toBe('')
  await publisher.ok(requestApiKey, { appID })
  // A request can be rejected as well.
  await admin.ok(revokeKey, { appID })
  await publisher.ok(requestApiKey, { appID })
  expect(await admin.call(revokeKey, { appID: 2_147_483_647 })).toMatchObject({ error: 'NO_PERMISSION' })
})

test('apps are listed all at once, or by state and words, ten a page', async () => {
  const admin = await server.operator()
  const publisher = await server.customer('PUBLISHER')
  for (let n = 10; n < 22; n++) {
    const storeURL = `https://play.google.com/store/apps/details?id=kr.orchard.paged${n}`
    await publisher.ok(addApp, { name: `Paged ${n}`, platform: 'AOS', storeURL })
  }
  const names = async (search: Sent<typeof adminListApps>) => {
    const { apps, rowCount } = await admin.ok(adminListApps, { words: 'PAGED', ...search })
    return { rowCount, names: apps.map((app) => app.Name) }
  }
  expect(await names({})).toMatchObject({ rowCount: 12, names: { length: 12 } })
  expect(await names({ pageNo: 2 })).toEqual({ rowCount: 12, names: ['Paged 20', 'Paged 21'] })
  const { apps } = await admin.ok(adminListApps, { words: 'paged' })
  const [first, second, third] = apps.map((app) => app.AppID)
  await admin.ok(approveApp, { appID: first ?? 0, approval: true })
  await admin.ok(approveApp, { appID: second ?? 0, approval: false, reason: 'No page' })
  await publisher.ok(requestApiKey, { appID: third ?? 0 })
  await admin.ok(issueKey, { appID: first ?? 0 })
  expect(await names({ state: 'APPROVED' })).toEqual({ rowCount: 1, names: ['Paged 10'] })
  expect(await names({ state: 'REJECTED' })).toEqual({ rowCount: 1, names: ['Paged 11'] })
  expect(await names({ state: 'WAITING', pageNo: 1 })).toMatchObject({ rowCount: 10 })
  expect(await names({ state: 'KEY_WAITING' })).toEqual({ rowCount: 1, names: ['Paged 12'] })
  expect(await names({ state: 'KEY_ISSUED' })).toEqual({ rowCount: 1, names: ['Paged 10'] })
  expect(await names({ state: 'KEY_NONE' })).toMatchObject({ rowCount: 10 })
  expect(await admin.ok(adminListApps, { words: publisher.email })).toMatchObject({ rowCount: 12 })
})
