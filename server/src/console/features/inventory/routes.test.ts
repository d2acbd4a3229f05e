import {
  activeAllMedia,
  activeMedium,
  addApp,
  addMedium,
  getMedium,
  listApps,
  listMedia,
  modifyMedium,
  publisherHome,
} from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()
let stores = 0

async function publisherWithApp() {
  const publisher = await server.customer('PUBLISHER')
  const storeURL = `https://apps.apple.com/kr/app/id${++stores}`
  await publisher.ok(addApp, { name: 'Game', platform: 'IOS', storeURL, filter: false })
  const appID = (await publisher.ok(listApps, {})).apps[0]?.AppID ?? 0
  return { publisher, appID }
}

test('API-70 API-72 API-73 PUB-INV-13 a banner starts open and without a reward, whatever is sent', async () => {
  const { publisher, appID } = await publisherWithApp()
  await publisher.ok(addMedium, { appID, name: 'Home strip', product: 'BANNER', reward: '', rewards: '' })
  await publisher.ok(addMedium, { appID, name: 'Odd strip', product: 'BANNER', reward: 'gold', rewards: 5 })
  const { appID: echoed, invens } = await publisher.ok(listMedia, { appID: String(appID) })
  expect(echoed).toBe(appID)
  expect(invens.map(({ Name, Active, Reward, Rewards }) => ({ Name, Active, Reward, Rewards }))).toEqual([
    { Name: 'Odd strip', Active: 1, Reward: '', Rewards: 0 },
    { Name: 'Home strip', Active: 1, Reward: '', Rewards: 0 },
  ])
  expect((await publisher.ok(getMedium, { medID: invens[0]?.MedID ?? 0 })).inven).toEqual(invens[0])
})

test('VALID-70 VALID-71 VALID-72 a reward needs a count, a count without a name is dropped, a name is required', async () => {
  const { publisher, appID } = await publisherWithApp()
  const video = { appID, name: 'Rewarded', product: 'VIDEO' as const }
  expect(await publisher.call(addMedium, { ...video, reward: 'gold', rewards: '' })).toMatchObject({
    status: 200,
    error: 'UNKNOWN',
  })
  expect(await publisher.call(addMedium, { ...video, name: '', reward: '', rewards: '' })).toMatchObject({
    status: 400,
  })
  expect(await publisher.call(addMedium, { ...video, reward: 'gold', rewards: 1.5 })).toMatchObject({
    status: 400,
  })
  expect(await publisher.call(addMedium, { ...video, reward: 'gold', rewards: -1 })).toMatchObject({
    status: 400,
  })
  await publisher.ok(addMedium, { ...video, reward: 'gold', rewards: '10' })
  await publisher.ok(addMedium, { ...video, name: 'Plain', reward: '', rewards: 7 })
  const { invens } = await publisher.ok(listMedia, { appID: String(appID) })
  expect(invens.map((medium) => [medium.Reward, medium.Rewards])).toEqual([
    ['', 0],
    ['gold', 10],
  ])
})

test('API-71 API-74 STATE-29 ENUM-18 one medium opens, closes and changes its name and reward', async () => {
  const { publisher, appID } = await publisherWithApp()
  await publisher.ok(addMedium, {
    appID,
    name: 'Full screen',
    product: 'INTERSTITIAL',
    reward: '',
    rewards: '',
  })
  const medID = (await publisher.ok(listMedia, {})).invens[0]?.MedID ?? 0
  await publisher.ok(activeMedium, { medID, active: 0 })
  expect((await publisher.ok(getMedium, { medID })).inven?.Active).toBe(0)
  await publisher.ok(modifyMedium, { medID, name: 'Between levels', reward: 'gem', rewards: 3 })
  expect((await publisher.ok(getMedium, { medID })).inven).toMatchObject({
    Name: 'Between levels',
    Reward: 'gem',
    Rewards: 3,
    Active: 0,
  })
})

test('API-63 PUB-HOME-03..05 all of a publisher’s media open and close at once, and nobody else’s', async () => {
  const { publisher, appID } = await publisherWithApp()
  const other = await publisherWithApp()
  for (const owner of [{ publisher, appID }, other]) {
    for (const name of ['One', 'Two']) {
      await owner.publisher.ok(addMedium, {
        appID: owner.appID,
        name,
        product: 'BANNER',
        reward: '',
        rewards: '',
      })
    }
  }
  expect((await publisher.ok(activeAllMedia, { active: 0 })).med).toEqual({ meds: 2, opened: 0, closed: 2 })
  expect((await other.publisher.ok(publisherHome, {})).med).toEqual({ meds: 2, opened: 2, closed: 0 })
  expect((await publisher.ok(activeAllMedia, { active: 1 })).med).toEqual({ meds: 2, opened: 2, closed: 0 })
})

test('PUB-INV-22 VALID-67 a foreign or missing app or medium reads as empty and refuses writes with NO_PERMISSION', async () => {
  const { publisher, appID } = await publisherWithApp()
  await publisher.ok(addMedium, { appID, name: 'Mine', product: 'BANNER', reward: '', rewards: '' })
  const medID = (await publisher.ok(listMedia, {})).invens[0]?.MedID ?? 0
  const stranger = await server.customer('PUBLISHER')
  expect(await stranger.ok(listMedia, { appID: String(appID) })).toEqual({ appID, invens: [] })
  expect(await stranger.ok(listMedia, {})).toEqual({ appID: 0, invens: [] })
  for (const [med, app] of [
    [medID, appID],
    [2_000_000_000, 2_000_000_000],
  ] as const) {
    expect((await stranger.ok(getMedium, { medID: med })).inven).toBeNull()
    const refused = { status: 200, error: 'NO_PERMISSION' }
    expect(await stranger.call(activeMedium, { medID: med, active: 0 })).toMatchObject(refused)
    expect(
      await stranger.call(modifyMedium, { medID: med, name: 'Yours', reward: '', rewards: '' }),
    ).toMatchObject(refused)
    expect(
      await stranger.call(addMedium, {
        appID: app,
        name: 'In yours',
        product: 'BANNER',
        reward: '',
        rewards: '',
      }),
    ).toMatchObject(refused)
  }
  expect((await publisher.ok(listMedia, {})).invens.map((medium) => [medium.Name, medium.Active])).toEqual([
    ['Mine', 1],
  ])
})
