import { addApp, adminListApps, getApp, issueKey, requestApiKey, revokeKey } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()

test('a key is issued, replaced and revoked; after that the publisher may ask again', async () => {
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
  // A request can be turned down as well.
  await admin.ok(revokeKey, { appID })
  await publisher.ok(requestApiKey, { appID })
  expect(await admin.call(revokeKey, { appID: 2_147_483_647 })).toMatchObject({ error: 'NO_PERMISSION' })
})
