import type { Platform, Product } from '@voltline/contract'
import type { AdId, AppId, CustomerId, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, AppRow, CustomerRow, MediumRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

/** The demo's playground app, and the customers whose ads compete only in its market. */
export interface Playground {
  appId: AppId
  customers: readonly CustomerId[]
}

/** An ad of the playground's advertisers, in any status. */
export interface PlaygroundAd {
  id: AdId
  name: string
  advertiser: string
  product: Product
  platform: AdRow['camp_type']
  billingType: AdRow['billing_type']
  status: AdRow['status']
}

type PlaygroundAdRow = Pick<AdRow, 'ad_id' | 'name' | 'product' | 'camp_type' | 'billing_type' | 'status'> &
  Pick<CustomerRow, 'company'>

export const readPlaygroundAds = (
  session: ReadSession,
  owners: readonly CustomerId[],
): Promise<PlaygroundAd[]> =>
  session.many(
    (row) => ({
      id: row.ad_id,
      name: row.name,
      advertiser: row.company,
      product: row.product,
      platform: row.camp_type,
      billingType: row.billing_type,
      status: row.status,
    }),
    sql<PlaygroundAdRow>`
    select a.ad_id, a.name, c.company, a.product, a.camp_type, a.billing_type, a.status
      from ad a join customer c using (customer_id)
     where a.customer_id = any(${owners}::int[]) order by a.ad_id`,
  )

export interface PlaygroundApp {
  name: string
  platform: Platform
  sealedKey: Buffer
  media: { id: MediumId; product: Product; reward: { name: string; count: number } | undefined }[]
}

/** The app while it has an API key, with its active units. */
export async function findPlaygroundApp(session: ReadSession, id: AppId): Promise<PlaygroundApp | undefined> {
  const app = await session.maybeOne(
    (row) => ({ name: row.name, platform: row.platform, sealedKey: row.api_key }),
    sql<Pick<AppRow, 'name' | 'platform'> & { api_key: Buffer }>`
    select name, platform, api_key from app where app_id = ${id} and api_key is not null`,
  )
  if (!app) return undefined
  const media = await session.many(
    (row) => ({
      id: row.medium_id,
      product: row.product,
      reward: row.reward !== '' && row.rewards > 0 ? { name: row.reward, count: row.rewards } : undefined,
    }),
    sql<Pick<MediumRow, 'medium_id' | 'product' | 'reward' | 'rewards'>>`
    select medium_id, product, reward, rewards from medium where app_id = ${id} and active order by medium_id`,
  )
  return { ...app, media }
}

/** Undefined in a database without demo data. */
export async function readPlayground(
  session: ReadSession,
  demo: { publisherEmail: string; storeUrl: string; emails: readonly string[] },
): Promise<Playground | undefined> {
  const appId = await session.maybeOne(
    (row) => row.app_id,
    sql<Pick<AppRow, 'app_id'>>`
    select app_id from app join customer using (customer_id)
     where is_demo and email = ${demo.publisherEmail} and store_url = ${demo.storeUrl}`,
  )
  if (appId === undefined) return undefined
  const customers = await session.many(
    (row) => row.customer_id,
    sql<Pick<CustomerRow, 'customer_id'>>`
    select customer_id from customer where is_demo and email = any(${demo.emails}::text[])`,
  )
  return { appId, customers }
}
