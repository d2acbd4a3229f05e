import {
  addApp,
  addAppReward,
  addMedium,
  apiPrefix,
  type Call,
  calls,
  confirmPw,
  listAppRewards,
  listApps,
  listMedia,
  type Who,
} from '@voltline/contract'
import { assert, won } from '@voltline/kernel'
import { beforeAll, expect, test } from 'vitest'
import { adDraft, giveAd, giveCampaign, giveFile } from '../../testing/advertiser.ts'
import { isDescribed } from '../../testing/api/described-answers.ts'
import type { Client } from '../../testing/client.ts'
import {
  asQuery,
  type HostileInput,
  hostileInputs,
  hostileSeed,
  seededNumbers,
} from '../../testing/hostile/inputs.ts'
import { type CustomerClient, testPassword, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer({ LOG_LEVEL: 'silent' })
let advertiser: CustomerClient
let publisher: CustomerClient
/** Real ids and valid values, so that a hostile field reaches the code behind the schema. */
const known: Record<string, unknown> = {
  ...{ startDate: '2026-11-01', endDate: '2026-11-03', timezone: 'UTC', timezoneName: 'UTC' },
  ...{ email: 'nobody@company.test', pw: testPassword, oldPw: testPassword, newPw: 'Other-2026!' },
  ...{ code: '123456', number: '1012345678', mobileNumber: '1012345678', countryCode: 'KR', reason: 'Test' },
  ...{ storeURL: 'https://play.google.com/store/apps/details?id=kr.test', deviceID: 'device-1' },
  ...{
    defaultURL_AOS: 'https://example.com/',
    defaultURL_iOS: 'https://example.com/',
    defaultCountry: ['KR'],
  },
}

beforeAll(async () => {
  advertiser = await server.customer('ADVERTISER', { cash: won(1_000_000) })
  publisher = await server.customer('PUBLISHER')
  const campID = await giveCampaign(advertiser)
  const proID = await giveAd(server, advertiser, { campID })
  const { name: file } = await giveFile(server, advertiser, { folder: 'image' })
  const storeURL = 'https://play.google.com/store/apps/details?id=kr.hostile'
  await publisher.ok(addApp, { name: 'App', platform: 'AOS', storeURL, filter: false })
  const appID = (await publisher.ok(listApps, {})).apps[0]?.AppID
  assert(appID, 'the app is listed')
  await publisher.ok(addMedium, { appID, name: 'Unit', product: 'BANNER', reward: '', rewards: 0 })
  await publisher.ok(addAppReward, { appID, rewardName: 'Gem', reward: 1 })
  const medID = (await publisher.ok(listMedia, { appID })).invens[0]?.MedID
  const appRewardID = (await publisher.ok(listAppRewards, { appID })).appRewards[0]?.AppRewardID
  // Another customer's, because an operator's calls may block it.
  const { id: custID } = await server.customer('ADVERTISER')
  Object.assign(known, adDraft(campID, [file]), {
    campID,
    proID,
    appID,
    medID,
    appRewardID,
    custID,
    actorID: custID,
  })
})

/** A new session for every call, because some calls end the one that makes them. */
const principals = {
  visitor: async () => server.client(),
  advertiser: () => server.signInAgain(advertiser),
  publisher: () => server.signInAgain(publisher),
  administrator: () => server.operator('ADMINISTRATORS'),
  'read-only operator': () => server.operator('USERS'),
} satisfies Record<string, () => Promise<Client>>
type Principal = keyof typeof principals

/** These calls change the account itself, and own nothing else. */
const freshCustomers: Record<Principal, () => Promise<Client>> = {
  ...principals,
  advertiser: () => server.customer('ADVERTISER'),
  publisher: () => server.customer('PUBLISHER'),
}

const allowed: Record<Who, readonly Principal[]> = {
  PUBLIC: ['visitor', 'advertiser'],
  CUSTOMER: ['advertiser', 'publisher'],
  ADVERTISER: ['advertiser'],
  PUBLISHER: ['publisher'],
  OPERATOR: ['administrator', 'read-only operator'],
  ADMINISTRATORS: ['administrator'],
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function send(client: Client, call: Call, { json }: HostileInput): Promise<Response> {
  const path = `${apiPrefix}${call.path}`
  if (call.method === 'GET') return client.raw(`${path}?${asQuery(json)}`)
  if (!call.multipart) {
    return client.raw(path, { method: 'POST', body: json, headers: { 'content-type': 'application/json' } })
  }
  const form = new FormData()
  const { uploadFiles, ...fields } = JSON.parse(json) as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) form.set(name, textOf(value))
  form.append(
    'uploadFiles',
    new Blob(['-'], { type: textOf(uploadFiles).slice(0, 100) }),
    textOf(uploadFiles),
  )
  return client.raw(path, { method: 'POST', body: form })
}

/** Returns what was answered with a fault. The client itself fails on an answer outside the API's description. */
async function faultsOf(call: Call, name: Principal, inputs: readonly HostileInput[]): Promise<string[]> {
  const faults: string[] = []
  const make = call.who === 'CUSTOMER' ? freshCustomers[name] : principals[name]
  let client = await make()
  // Changes of one's own account need a confirmed password; hashing it takes long.
  if (call.who === 'CUSTOMER' && allowed.CUSTOMER.includes(name))
    await client.ok(confirmPw, { pw: testPassword })
  for (const input of inputs) {
    const { status, headers } = await send(client, call, input)
    // What is not JSON cannot be compared with the description. Headers that are too large never reach the program.
    const isJson = headers.get('content-type')?.startsWith('application/json') || status === 431
    if (status >= 500 || !isJson)
      faults.push(`${name} ${call.path} ${input.field}: ${status} ${input.json.slice(0, 300)}`)
    if (status === 401) client = await make()
  }
  return faults
}

test('every call is in the API’s description, so every answer is compared with it', () => {
  const undescribed = calls.filter(
    ({ method, path }) => !isDescribed({ method, path: `${apiPrefix}${path}` }),
  )
  expect(undescribed.map(({ path }) => path)).toEqual([])
  expect(isDescribed({ method: 'POST', path: `${apiPrefix}no/such/call` })).toBe(false)
})

test.each(calls.map((call) => ({ name: `${call.method} ${call.path}`, call })))(
  '$name never answers a hostile field with a fault, whoever sends it',
  { timeout: 600_000 },
  async ({ call }) => {
    const random = seededNumbers(hostileSeed * 1_000 + calls.indexOf(call))
    for (const name of Object.keys(principals) as Principal[]) {
      const inputs = hostileInputs(call.input, known, random)
      const tried = allowed[call.who].includes(name) ? inputs : inputs.slice(0, 1)
      expect(await faultsOf(call, name, tried)).toEqual([])
    }
  },
)
