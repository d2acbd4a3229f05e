import { apiKeyStatus, type Platform, type Product, products } from '@voltline/contract'
import type { AppId, CustomerId, Instant, MediumId } from '@voltline/kernel'
import type { Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { hashToken, randomToken, type Secrets } from '../platform/secrets.ts'

interface DemoApp {
  name: string
  platform: Platform
  storeUrl: string
  approved: boolean
  key: keyof typeof apiKeyStatus
  /** Units are open; of these products there is a closed one as well. */
  closed: readonly Product[]
}

/** Approved with an issued key on both platforms, approved without one, and waiting with and without a key request. */
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
  /** The open units of an app that can serve. */
  media: { id: MediumId; product: Product }[]
}

const rewardOf = (product: Product) =>
  ({
    BANNER: { name: '', count: 0 },
    INTERSTITIAL: { name: 'Coin', count: 5 },
    VIDEO: { name: 'Gem', count: 10 },
  })[product]

export async function addApp(
  tx: Tx,
  app: DemoApp,
  parts: { owner: CustomerId; secrets: Secrets; at: Instant },
): Promise<AddedApp> {
  const moment = at(parts.at)
  const status = apiKeyStatus[app.key]
  const key = app.key === 'issued' ? randomToken(16) : undefined
  const id = await tx.one(
    (row) => row.app_id as AppId,
    sql`
    insert into app (customer_id, name, platform, store_url, approval, api_key, api_key_hash, api_key_status,
                     key_asked_at, registered_at, updated_at)
    values (${parts.owner}, ${app.name}, ${app.platform}, ${app.storeUrl}, ${app.approved},
            ${key ? parts.secrets.seal('api-key', key) : null}, ${key ? hashToken(key) : null}, ${status},
            ${status === apiKeyStatus.notRequested ? null : moment}, ${moment}, ${moment})
    returning app_id`,
  )
  const media: AddedApp['media'] = []
  for (const product of products) {
    media.push({ id: await addMedium(tx, { app: id, product, active: true, moment }), product })
    if (app.closed.includes(product)) await addMedium(tx, { app: id, product, active: false, moment })
  }
  await addRewards(tx, id, parts.at)
  return { id, name: app.name, platform: app.platform, media: app.approved && key ? media : [] }
}

function addMedium(
  tx: Tx,
  medium: { app: AppId; product: Product; active: boolean; moment: Date },
): Promise<MediumId> {
  const reward = rewardOf(medium.product)
  const name = `${medium.active ? '' : 'Old '}${medium.product.toLowerCase()}`
  return tx.one(
    (row) => row.medium_id as MediumId,
    sql`
    insert into medium (app_id, name, product, active, reward, rewards, registered_at, updated_at)
    values (${medium.app}, ${name}, ${medium.product}, ${medium.active}, ${reward.name}, ${reward.count},
            ${medium.moment}, ${medium.moment})
    returning medium_id`,
  )
}

async function addRewards(tx: Tx, app: AppId, moment: Instant): Promise<void> {
  for (const [name, reward] of [
    ['Daily visit', 10],
    ['First level', 50],
  ] as const) {
    await tx.run(sql`
      insert into app_reward (app_id, reward_key, reward_name, reward, registered_at, updated_at)
      values (${app}, ${randomToken(12)}, ${name}, ${reward}, ${at(moment)}, ${at(moment)})`)
  }
}
