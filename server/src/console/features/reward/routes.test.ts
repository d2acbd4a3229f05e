import {
  addApp,
  addAppReward,
  getAppReward,
  listAppRewards,
  listApps,
  modifyAppReward,
  removeAppReward,
} from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()
let stores = 0

async function publisherWithReward() {
  const publisher = await server.customer('PUBLISHER')
  const storeURL = `https://apps.apple.com/kr/app/reward${++stores}`
  await publisher.ok(addApp, { name: 'Game', platform: 'IOS', storeURL, filter: false })
  const appID = (await publisher.ok(listApps, {})).apps[0]?.AppID ?? 0
  await publisher.ok(addAppReward, { appID, rewardName: 'Daily gold', reward: 100 })
  const appRewardID =
    (await publisher.ok(listAppRewards, { appID: String(appID) })).appRewards[0]?.AppRewardID ?? 0
  return { publisher, appID, appRewardID }
}

test('API-75..77 PUB-REWARD-03 PUB-REWARD-05 a reward gets a generated key, unique and unguessable', async () => {
  const { publisher, appID, appRewardID } = await publisherWithReward()
  await publisher.ok(addAppReward, { appID, rewardName: 'Daily gem', reward: 1 })
  const { appRewards } = await publisher.ok(listAppRewards, {})
  expect(appRewards.map((reward) => [reward.RewardName, reward.Reward])).toEqual([
    ['Daily gem', 1],
    ['Daily gold', 100],
  ])
  expect(new Set(appRewards.map((reward) => reward.RewardKey)).size).toBe(2)
  expect(appRewards[0]?.RewardKey).toMatch(/^rw_[A-Za-z0-9_-]{22}$/)
  expect((await publisher.ok(getAppReward, { appRewardID })).appReward?.RewardName).toBe('Daily gold')
})

test('VALID-73 a reward’s name and a positive whole number are required', async () => {
  const { publisher, appID } = await publisherWithReward()
  for (const wrong of [
    { rewardName: '' },
    { reward: 0 },
    { reward: -1 },
    { reward: 1.5 },
    { reward: 'many' },
  ]) {
    expect(
      await publisher.call(addAppReward, { appID, rewardName: 'Gold', reward: 1, ...wrong }),
    ).toMatchObject({ status: 400, error: 'UNKNOWN' })
  }
})

test('API-78 API-79 PUB-REWARD-07 PUB-REWARD-08 a reward is changed, keeps its key, and once removed is gone', async () => {
  const { publisher, appRewardID } = await publisherWithReward()
  const before = (await publisher.ok(getAppReward, { appRewardID })).appReward
  await publisher.ok(modifyAppReward, { appRewardID, rewardName: 'Weekly gold', reward: 700 })
  expect((await publisher.ok(getAppReward, { appRewardID })).appReward).toMatchObject({
    RewardName: 'Weekly gold',
    Reward: 700,
    RewardKey: before?.RewardKey,
  })
  await publisher.ok(removeAppReward, { appRewardID })
  expect((await publisher.ok(getAppReward, { appRewardID })).appReward).toBeNull()
  expect((await publisher.ok(listAppRewards, {})).appRewards).toEqual([])
  expect(await publisher.call(removeAppReward, { appRewardID })).toMatchObject({ error: 'NO_PERMISSION' })
})

test('a foreign or missing reward or app reads as empty and refuses writes with NO_PERMISSION', async () => {
  const { publisher, appID, appRewardID } = await publisherWithReward()
  const stranger = await server.customer('PUBLISHER')
  const refused = { status: 200, error: 'NO_PERMISSION' }
  expect(await stranger.ok(listAppRewards, { appID: String(appID) })).toEqual({ appID, appRewards: [] })
  for (const id of [appRewardID, 2_000_000_000]) {
    expect((await stranger.ok(getAppReward, { appRewardID: id })).appReward).toBeNull()
    expect(
      await stranger.call(modifyAppReward, { appRewardID: id, rewardName: 'Mine', reward: 1 }),
    ).toMatchObject(refused)
    expect(await stranger.call(removeAppReward, { appRewardID: id })).toMatchObject(refused)
  }
  expect(await stranger.call(addAppReward, { appID, rewardName: 'Mine', reward: 1 })).toMatchObject(refused)
  expect((await publisher.ok(getAppReward, { appRewardID })).appReward?.RewardName).toBe('Daily gold')
})
