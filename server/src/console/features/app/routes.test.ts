import {
  addApp,
  adminListApps,
  approveApp,
  getApp,
  issueKey,
  listAllApps,
  listApps,
  modifyApp,
  publisherHome,
  requestApiKey,
} from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()
let stores = 0
const storeURL = () => `https://play.google.com/store/apps/details?id=kr.hanok.game${++stores}`
const app = (name: string) => ({ name, platform: 'AOS' as const, storeURL: storeURL(), filter: false })

async function publisherWithApp(name = 'Hanok Tycoon') {
  const publisher = await server.customer('PUBLISHER')
  const added = app(name)
  await publisher.ok(addApp, added)
  const { apps } = await publisher.ok(listApps, { pageNo: '1' })
  const appID = apps[0]?.AppID
  if (!appID) throw new Error('the app is listed')
  return { publisher, appID, added }
}

test('API-64 API-66 PUB-APP-12 a new app is listed as not approved, with no key', async () => {
  const { publisher, appID } = await publisherWithApp()
  const { apps, rowCount } = await publisher.ok(listApps, {})
  expect(rowCount).toBe(1)
  expect(apps).toEqual([
    { AppID: appID, Name: 'Hanok Tycoon', Platform: 'AOS', Approval: false, ApiKeyStatus: -1 },
  ])
})

test('API-67 API-90 API-92 PUB-APP-13 an app’s detail has its store URL as Package, its filter as JSON and its times', async () => {
  const { publisher, appID, added } = await publisherWithApp()
  const detail = await publisher.ok(getApp, { appID })
  expect(detail.app).toMatchObject({
    Package: added.storeURL,
    Filter: '{"Adult":false}',
    ApiKey: '',
    ApiKeyStatus: -1,
    Reason: '',
  })
  expect(detail.app?.RegistTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/)
})

test('API-65 PUB-APP-07 CONST-27 the list has 10 apps a page, newest first, and is empty beyond the end', async () => {
  const publisher = await server.customer('PUBLISHER')
  for (let number = 1; number <= 11; number++) await publisher.ok(addApp, app(`App ${number}`))
  const first = await publisher.ok(listApps, { pageNo: '1' })
  expect(first.rowCount).toBe(11)
  expect(first.apps.map((app) => app.Name).slice(0, 2)).toEqual(['App 11', 'App 10'])
  expect(first.apps).toHaveLength(10)
  expect((await publisher.ok(listApps, { pageNo: '2' })).apps.map((app) => app.Name)).toEqual(['App 1'])
  expect((await publisher.ok(listApps, { pageNo: '3' })).apps).toEqual([])
  expect((await publisher.ok(listAllApps, {})).apps).toHaveLength(11)
})

test('PUB-APP-03 the name search finds substrings in any case and takes % and _ literally', async () => {
  const publisher = await server.customer('PUBLISHER')
  for (const name of ['Rice Cake 100%', 'rice field', 'Moon_jar', 'Moonxjar'])
    await publisher.ok(addApp, app(name))
  const names = async (name: string) => (await publisher.ok(listApps, { name })).apps.map((app) => app.Name)
  expect(await names('RICE')).toEqual(['rice field', 'Rice Cake 100%'])
  expect(await names('100%')).toEqual(['Rice Cake 100%'])
  expect(await names('n_j')).toEqual(['Moon_jar'])
})

test('VALID-68 VALID-69 VALID-54 name and a full store URL of at most 1024 characters are required', async () => {
  const publisher = await server.customer('PUBLISHER')
  const long = (length: number) =>
    `https://play.google.com/${'a'.repeat(length - 'https://play.google.com/'.length)}`
  for (const wrong of [
    { name: ' ' },
    { storeURL: '' },
    { storeURL: 'play.google.com' },
    { storeURL: 'javascript:alert(1)' },
    { storeURL: long(1025) },
  ]) {
    expect(await publisher.call(addApp, { ...app('Game'), ...wrong })).toMatchObject({
      status: 400,
      error: 'UNKNOWN',
    })
  }
  await publisher.ok(addApp, { ...app('Game'), storeURL: long(1024) })
})

test('ERR-24 the same store URL and platform registered by anyone is DUPLICATE_PACKAGE, at add and at modify', async () => {
  const { publisher, added } = await publisherWithApp()
  const rival = await server.customer('PUBLISHER')
  expect(await rival.call(addApp, { ...app('Copy'), storeURL: added.storeURL })).toMatchObject({
    status: 200,
    error: 'DUPLICATE_PACKAGE',
  })
  await rival.ok(addApp, { ...app('Other platform'), storeURL: added.storeURL, platform: 'IOS' })
  await publisher.ok(addApp, app('Second'))
  const second = (await publisher.ok(listApps, {})).apps[0]?.AppID ?? 0
  expect(
    await publisher.call(modifyApp, {
      appID: second,
      name: 'Second',
      storeURL: added.storeURL,
      filter: false,
    }),
  ).toMatchObject({ error: 'DUPLICATE_PACKAGE' })
})

test('API-62 API-68 STATE-26 PUB-APP-22 an operator approves an app; a new name or filter keeps the approval, a new store URL returns it to review', async () => {
  const { publisher, appID, added } = await publisherWithApp()
  const operator = await server.operator()
  await operator.ok(approveApp, { appID, approval: true, reason: '' })
  expect((await publisher.ok(publisherHome, {})).app).toEqual({ apps: 1, approved: 1 })
  await publisher.ok(modifyApp, { appID, name: 'Renamed', storeURL: added.storeURL, filter: { Adult: true } })
  expect((await publisher.ok(getApp, { appID })).app).toMatchObject({
    Name: 'Renamed',
    Approval: true,
    Filter: '{"Adult":true}',
  })
  await publisher.ok(modifyApp, { appID, name: 'Renamed', storeURL: storeURL(), filter: true })
  expect((await publisher.ok(getApp, { appID })).app).toMatchObject({ Approval: false })
})

test('a rejected app shows the operator’s reason, and a rejection without one is refused', async () => {
  const { publisher, appID } = await publisherWithApp()
  const operator = await server.operator()
  expect(await operator.call(approveApp, { appID, approval: false, reason: '' })).toMatchObject({
    status: 200,
    error: 'UNKNOWN',
  })
  await operator.ok(approveApp, { appID, approval: false, reason: 'The store page is not there.' })
  expect((await publisher.ok(getApp, { appID })).app).toMatchObject({
    Approval: false,
    Reason: 'The store page is not there.',
  })
})

test('API-69 STATE-28 ERR-36 ENUM-17 PUB-APP-18..20 a key is requested once, waits, and is issued and shown', async () => {
  const { publisher, appID } = await publisherWithApp()
  const operator = await server.operator()
  await publisher.ok(requestApiKey, { appID })
  expect((await publisher.ok(getApp, { appID })).app).toMatchObject({ ApiKeyStatus: 0, ApiKey: '' })
  expect(await publisher.call(requestApiKey, { appID })).toMatchObject({ error: 'ACCEPT_WAITING' })
  await operator.ok(issueKey, { appID })
  const issued = (await publisher.ok(getApp, { appID })).app
  expect(issued?.ApiKeyStatus).toBe(1)
  expect(issued?.ApiKey).toMatch(/^vk_[A-Za-z0-9_-]{22}$/)
  expect(await publisher.call(requestApiKey, { appID })).toMatchObject({ error: 'ACCEPT_WAITING' })
  await operator.ok(issueKey, { appID })
  expect((await publisher.ok(getApp, { appID })).app?.ApiKey).not.toBe(issued?.ApiKey)
})

test('a foreign or missing app reads as null and refuses every write with NO_PERMISSION, changing nothing', async () => {
  const { publisher, appID, added } = await publisherWithApp()
  const stranger = await server.customer('PUBLISHER')
  for (const id of [appID, 2_000_000_000]) {
    expect((await stranger.ok(getApp, { appID: id })).app).toBeNull()
    expect(
      await stranger.call(modifyApp, { appID: id, name: 'Mine', storeURL: storeURL(), filter: false }),
    ).toMatchObject({ status: 200, error: 'NO_PERMISSION' })
    expect(await stranger.call(requestApiKey, { appID: id })).toMatchObject({
      status: 200,
      error: 'NO_PERMISSION',
    })
  }
  expect((await publisher.ok(getApp, { appID })).app).toMatchObject({
    Name: 'Hanok Tycoon',
    Package: added.storeURL,
    ApiKeyStatus: -1,
  })
  const operator = await server.operator()
  expect(await operator.call(approveApp, { appID: 2_000_000_000, approval: true })).toMatchObject({
    error: 'NO_PERMISSION',
  })
  expect(await operator.call(issueKey, { appID: 2_000_000_000 })).toMatchObject({ error: 'NO_PERMISSION' })
})

test('STATE-27 only the named fields are stored: platform, approval, key and owner stay the same', async () => {
  const { publisher, appID, added } = await publisherWithApp()
  const extra = {
    platform: 'IOS',
    Approval: true,
    approval: true,
    ApiKeyStatus: 1,
    api_key_status: 1,
    CustID: 1,
    customer_id: 1,
  }
  await publisher.ok(modifyApp, {
    appID,
    name: 'Still mine',
    storeURL: added.storeURL,
    filter: false,
    ...extra,
  })
  expect((await publisher.ok(getApp, { appID })).app).toMatchObject({
    Platform: 'AOS',
    Approval: false,
    ApiKeyStatus: -1,
  })
})

test('operators see every app, waiting ones first, and only ADMINISTRATORS may approve', async () => {
  const { appID } = await publisherWithApp('Waiting')
  const administrator = await server.operator()
  const reader = await server.operator('USERS')
  await administrator.ok(approveApp, { appID, approval: true })
  const { appID: waiting } = await publisherWithApp('Also waiting')
  const { apps } = await reader.ok(adminListApps, {})
  const place = (id: number) => apps.findIndex((app) => app.AppID === id)
  expect(place(waiting)).toBeLessThan(place(appID))
  expect(await reader.call(approveApp, { appID, approval: false, reason: 'no' })).toMatchObject({
    status: 403,
    error: 'NO_PERMISSION',
  })
  expect(await reader.call(issueKey, { appID })).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
})
