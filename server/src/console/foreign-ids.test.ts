import {
  addApp,
  addAppReward,
  addMedium,
  type Call,
  calls,
  idMax,
  listAppRewards,
  listApps,
  listMedia,
} from '@voltline/contract'
import { assert } from '@voltline/kernel'
import { beforeAll, describe, expect, test } from 'vitest'
import { adDraft, giveAd, giveCampaign, giveFile } from '../../testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../testing/test-server.ts'
import { sql } from '../platform/database/sql.ts'

const server = useTestServer()

interface Ids {
  campID: number
  proID: number
  appID: number
  medID: number
  appRewardID: number
}
const idNames = ['campID', 'proID', 'appID', 'medID', 'appRewardID'] as const

/** What a stranger sends, and what a read returns; a write returns NO_PERMISSION. */
interface Try {
  send: (ids: Ids, file: string) => Record<string, unknown>
  reads?: (ids: Ids) => Record<string, unknown>
}
const days = { startDate: '2026-11-01', endDate: '2026-11-03' }
const noUsers = { DAU: 0, MinDAU: 0, MaxDAU: 0, TotalNRU: 0, MinNRU: 0, MaxNRU: 0 }
const campaign = { name: 'Mine', defaultURL_AOS: 'https://example.com/mine', defaultCountry: ['KR'] }
const store = 'https://play.google.com/store/apps/details?id=test.mine'
const unit = { name: 'Mine', reward: '', rewards: '' }

/** Every call that takes the id of something a customer owns. A new call must be added. */
const tries: Record<string, Try> = {
  'ad/campaign/get': { send: ({ campID }) => ({ campID }), reads: () => ({ campaign: null }) },
  'ad/campaign/modify': { send: ({ campID }) => ({ campID, ...campaign }) },
  'ad/postback/token-renew': { send: ({ campID }) => ({ campID }) },
  'ad/postback/events': { send: ({ campID }) => ({ campID, events: [] }) },
  'ad/postback/log': { send: ({ campID }) => ({ campID }), reads: () => ({ postbacks: [], rowCount: 0 }) },
  'ad/ad/': { send: ({ campID }) => ({ campID }), reads: ({ campID }) => ({ campID, ads: [], rowCount: 0 }) },
  'ad/ad/get': { send: ({ proID }) => ({ proID }), reads: () => ({ ad: null }) },
  'ad/ad/summary': { send: ({ campID }) => ({ campID }), reads: () => ({ campaign: null }) },
  'ad/ad/start': { send: ({ proID }) => ({ proID }) },
  'ad/ad/stop': { send: ({ proID }) => ({ proID }) },
  'ad/ad/add': { send: ({ campID }, file) => adDraft(campID, [file]) },
  'ad/ad/modify': { send: ({ proID }, file) => ({ ...adDraft(1, [file]), proID }) },
  'ad/report/ad': {
    send: ({ campID }) => ({ campID, ...days }),
    reads: ({ campID }) => ({ campID, ads: [] }),
  },
  'ad/report/ad-daily': {
    send: ({ campID, proID }) => ({ campID, proID, ...days }),
    reads: () => ({ daily: [] }),
  },
  'ad/report/view': {
    send: ({ campID, proID }) => ({ campID, proID, by: 'ad', ...days }),
    reads: () => ({ rows: [] }),
  },
  'ad/insight/charges': { send: ({ proID }) => ({ proID }), reads: () => ({ list: [], rowCount: 0 }) },
  'ad/insight/apps': {
    send: ({ campID, proID }) => ({ campID, proID, ...days }),
    reads: () => ({ list: [] }),
  },
  'pub/insight/earnings': { send: ({ medID }) => ({ medID }), reads: () => ({ list: [], rowCount: 0 }) },
  'ad/insight/funnel': {
    send: ({ proID }) => ({ proID, ...days }),
    reads: () => ({ list: [], gap: null }),
  },
  'ad/insight/landscape': { send: ({ proID }) => ({ proID }), reads: () => ({ points: [] }) },
  'pub/insight/fill': {
    send: ({ appID, medID }) => ({ appID, medID, ...days }),
    reads: () => ({ list: [] }),
  },
  'pub/insight/try': { send: ({ medID }) => ({ medID, country: 'KR' }) },
  'pub/app/get': { send: ({ appID }) => ({ appID }), reads: () => ({ app: null }) },
  'pub/app/modify': { send: ({ appID }) => ({ appID, name: 'Mine', storeURL: store, filter: false }) },
  'pub/app/request-api-key': { send: ({ appID }) => ({ appID }) },
  'pub/inventory/': { send: ({ appID }) => ({ appID }), reads: ({ appID }) => ({ appID, invens: [] }) },
  'pub/inventory/get': { send: ({ medID }) => ({ medID }), reads: () => ({ inven: null }) },
  'pub/inventory/add': { send: ({ appID }) => ({ appID, product: 'BANNER', ...unit }) },
  'pub/inventory/modify': { send: ({ medID }) => ({ medID, ...unit }) },
  'pub/inventory/active-media': { send: ({ medID }) => ({ medID, active: 0 }) },
  'pub/inventory/callback': { send: ({ medID }) => ({ medID, url: 'https://example.com/', active: 1 }) },
  'pub/inventory/callback-test': { send: ({ medID }) => ({ medID, userID: 'mine' }) },
  'pub/inventory/callbacks': {
    send: ({ medID }) => ({ medID }),
    reads: () => ({ callbacks: [], rowCount: 0, callback: null, days: [] }),
  },
  'pub/app-reward/': { send: ({ appID }) => ({ appID }), reads: ({ appID }) => ({ appID, appRewards: [] }) },
  'pub/app-reward/get': { send: ({ appRewardID }) => ({ appRewardID }), reads: () => ({ appReward: null }) },
  'pub/app-reward/add': { send: ({ appID }) => ({ appID, rewardName: 'Mine', reward: 1 }) },
  'pub/app-reward/modify': { send: ({ appRewardID }) => ({ appRewardID, rewardName: 'Mine', reward: 1 }) },
  'pub/app-reward/remove': { send: ({ appRewardID }) => ({ appRewardID }) },
  'pub/report/report-by-daily-media': {
    send: ({ appID }) => ({ appID, ...days }),
    reads: () => ({ list: [] }),
  },
  'pub/report/report-by-user': {
    send: ({ appID }) => ({ appID, ...days }),
    reads: () => ({ report: noUsers }),
  },
  'pub/quality/': { send: ({ appID }) => ({ appID, ...days }), reads: () => ({ list: [], cases: [] }) },
  'pub/report/view': {
    send: ({ appID, medID }) => ({ appID, medID, by: 'unit', ...days }),
    reads: () => ({ rows: [] }),
  },
}

const takesId = ({ who, input }: Call) =>
  (who === 'ADVERTISER' || who === 'PUBLISHER') &&
  'shape' in input &&
  idNames.some((name) => name in (input.shape as object))

let ids: Ids

async function makeAppWithUnitAndReward(publisher: CustomerClient) {
  const page = `https://play.google.com/store/apps/details?id=test.owned${publisher.id}`
  await publisher.ok(addApp, { name: 'Owned', platform: 'AOS', storeURL: page, filter: false })
  const appID = (await publisher.ok(listApps, {})).apps[0]?.AppID
  assert(appID, 'the app is listed')
  await publisher.ok(addMedium, { appID, product: 'BANNER', ...unit })
  await publisher.ok(addAppReward, { appID, rewardName: 'Gold', reward: 5 })
  const medID = (await publisher.ok(listMedia, {})).invens[0]?.MedID
  const appRewardID = (await publisher.ok(listAppRewards, {})).appRewards[0]?.AppRewardID
  assert(medID && appRewardID, 'unit and reward are listed')
  return { appID, medID, appRewardID }
}

beforeAll(async () => {
  const advertiser = await server.customer('ADVERTISER')
  const campID = await giveCampaign(advertiser)
  const proID = await giveAd(server, advertiser, { campID })
  ids = { campID, proID, ...(await makeAppWithUnitAndReward(await server.customer('PUBLISHER'))) }
})

/** The rows of all owners. */
const everything = () =>
  server.db.read((session) =>
    session.rows(sql`
      select to_jsonb(c) as row from campaign c union all select to_jsonb(a) from ad a
      union all select to_jsonb(p) from app p union all select to_jsonb(m) from medium m
      union all select to_jsonb(r) from app_reward r union all select to_jsonb(b) from medium_callback b
      order by 1`),
  )

test('every call that takes the id of a campaign, ad, app, unit or reward is tried below', () => {
  const paths = calls.filter(takesId).map((call) => call.path)
  expect(Object.keys(tries).sort()).toEqual(paths.sort())
})

describe.each(calls.filter(takesId).map((call) => ({ path: call.path, call })))('$path', ({ path, call }) => {
  test('AD-CAMP-09 AD-AD-23 PUB-INV-22 Q-38 Q-96 a foreign or missing id reads as empty and refuses writes with NO_PERMISSION', async () => {
    const attempt = tries[path]
    assert(attempt, 'the call is tried')
    const stranger = await server.customer(call.who === 'ADVERTISER' ? 'ADVERTISER' : 'PUBLISHER')
    const file = call.who === 'ADVERTISER' ? (await giveFile(server, stranger, { folder: 'image' })).name : ''
    const missing = Object.fromEntries(idNames.map((name) => [name, idMax])) as unknown as Ids
    const before = await everything()
    for (const foreign of [ids, missing]) {
      const reply = await stranger.call(call, attempt.send(foreign, file))
      const expected = attempt.reads
        ? { status: 200, error: 'SUCCESS', body: attempt.reads(foreign) }
        : { status: 200, error: 'NO_PERMISSION' }
      expect(reply).toMatchObject(expected)
    }
    expect(await everything()).toEqual(before)
  })
})
