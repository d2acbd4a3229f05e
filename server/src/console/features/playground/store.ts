import type { Platform, Product } from '@voltline/contract'
import type { AppId } from '@voltline/kernel'
import type { ReadSession, Row } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const toMedium = (row: Row) => {
  const reward = { name: row.reward as string, count: row.rewards as number }
  return {
    medID: row.medium_id as number,
    product: row.product as Product,
    ...(reward.name !== '' && reward.count > 0 ? { reward } : {}),
  }
}

/** The app while its key is issued, with its open units. */
export async function findPlaygroundApp(session: ReadSession, id: AppId) {
  const app = await session.maybeOne(
    (row) => ({
      appName: row.name as string,
      platform: row.platform as Platform,
      sealedKey: row.api_key as Buffer,
    }),
    sql`select name, platform, api_key from app where app_id = ${id} and api_key is not null`,
  )
  if (!app) return undefined
  const media = await session.many(
    toMedium,
    sql`select medium_id, product, reward, rewards from medium where app_id = ${id} and active order by medium_id`,
  )
  return { ...app, media }
}
