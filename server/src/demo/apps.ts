import { apiKeyStatus, type Platform, type Product, products } from '@voltline/contract'
import type { AppId, CustomerId, Instant, MediumId } from '@voltline/kernel'
import type { MediumReward } from '../domain/app/medium.ts'
import { findMediumForUpdate, insertMedium, saveMedium } from '../domain/app/medium-store.ts'
import { saveKey, saveVerdict } from '../domain/app/review.ts'
import { insertReward } from '../domain/app/reward-store.ts'
import { findAppForUpdate, insertApp, saveApp, saveKeyRequest } from '../domain/app/store.ts'
import type { Tx } from '../platform/database/database.ts'
import { hashToken, randomToken, type Secrets } from '../platform/secrets.ts'

interface DemoApp {
  name: string
  platform: Platform
  storeUrl: string
  approved: boolean
  key: keyof typeof apiKeyStatus
  /** Every product has an active unit; these have a closed one as well. */
  closed: readonly Product[]
}

/** Approved with and without an API key, and waiting with and without a key request. */
export const publisherApps: readonly DemoApp[] = [
  {
    name: 'Maru Weather',
    platform: 'AOS',
    storeUrl: 'https://play.google.com/store/apps/details?id=test.voltline.maru.weather',
    ...{ approved: true, key: 'issued', closed: products },
  },
  {
    name: 'Maru Weather for iPhone',
    platform: 'IOS',
    storeUrl: 'https://apps.apple.com/kr/app/maru-weather/id1600000001',
    ...{ approved: true, key: 'issued', closed: ['BANNER'] },
  },
  {
    name: 'Maru Notes',
    platform: 'AOS',
    storeUrl: 'https://play.google.com/store/apps/details?id=test.voltline.maru.notes',
    ...{ approved: true, key: 'notRequested', closed: [] },
  },
  {
    name: 'Maru Puzzle',
    platform: 'AOS',
    storeUrl: 'https://play.google.com/store/apps/details?id=test.voltline.maru.puzzle',
    ...{ approved: false, key: 'waiting', closed: [] },
  },
  {
    name: 'Maru Radio',
    platform: 'IOS',
    storeUrl: 'https://apps.apple.com/kr/app/maru-radio/id1600000002',
    ...{ approved: false, key: 'notRequested', closed: [] },
  },
]

export const playgroundApp: DemoApp = {
  name: 'Nabi Weather',
  platform: 'AOS',
  storeUrl: 'https://play.google.com/store/apps/details?id=test.voltline.nabi.weather',
  ...{ approved: true, key: 'issued', closed: [] },
}

export interface AddedApp {
  id: AppId
  name: string
  platform: Platform
  /** The active units; none if the app cannot serve. */
  media: { id: MediumId; product: Product }[]
}

const mediumRewards: Readonly<Record<Product, MediumReward>> = {
  BANNER: { reward: '', rewards: 0 },
  INTERSTITIAL: { reward: 'Coin', rewards: 5 },
  VIDEO: { reward: 'Gem', rewards: 10 },
}
const rewards = [
  { name: 'Daily visit', count: 10 },
  { name: 'First level', count: 50 },
]

export async function addApp(
  tx: Tx,
  app: DemoApp,
  services: { owner: CustomerId; secrets: Secrets; at: Instant },
): Promise<AddedApp> {
  const { owner, at: now } = services
  const { name, platform, storeUrl } = app
  const id = await insertApp(tx, owner, { name, platform, storeUrl, adult: false, now })
  await saveVerdict(tx, id, { approved: app.approved, rejectReason: '' }, now)
  await addKey(tx, id, app.key, services)
  const media: AddedApp['media'] = []
  for (const product of products) {
    media.push({ id: await addMedium(tx, { appId: id, product, prefix: '', now }), product })
    if (app.closed.includes(product)) {
      await closeMedium(tx, owner, await addMedium(tx, { appId: id, product, prefix: 'Old ', now }))
    }
  }
  for (const reward of rewards) await insertReward(tx, { ...reward, appId: id, key: randomToken(12), now })
  return { id, name, platform, media: app.approved && app.key === 'issued' ? media : [] }
}

async function addKey(
  tx: Tx,
  id: AppId,
  key: DemoApp['key'],
  { owner, secrets, at: now }: { owner: CustomerId; secrets: Secrets; at: Instant },
): Promise<void> {
  if (key === 'notRequested') return
  await saveKeyRequest(tx, id, now)
  const app = await findAppForUpdate(tx, owner, id)
  if (app) await saveApp(tx, { ...app, keyStatus: apiKeyStatus.waiting })
  if (key !== 'issued') return
  const text = randomToken(16)
  await saveKey(tx, id, { sealed: secrets.seal('api-key', text), hash: hashToken(text), now })
}

const addMedium = (
  tx: Tx,
  medium: { appId: AppId; product: Product; prefix: string; now: Instant },
): Promise<MediumId> => {
  const { appId, product, prefix, now } = medium
  const name = `${prefix}${product.toLowerCase()}`
  return insertMedium(tx, { appId, name, product, ...mediumRewards[product], now })
}

async function closeMedium(tx: Tx, owner: CustomerId, id: MediumId): Promise<void> {
  const medium = await findMediumForUpdate(tx, owner, id)
  if (medium) await saveMedium(tx, { ...medium, active: false })
}
