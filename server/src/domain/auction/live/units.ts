import type { Platform, Product } from '@voltline/contract'
import type { AppId, CustomerId, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { AppRow, MediumRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { changedSince, firstPage, type Page, pageRowsMax } from './changes.ts'

export interface AppState {
  id: AppId
  ownerId: CustomerId
  platform: Platform
  allowsAdult: boolean
  approved: boolean
  /** Hex of the API key's hash; undefined while no key is issued. */
  keyHash: string | undefined
}

export interface MediumState {
  id: MediumId
  appId: AppId
  product: Product
  active: boolean
  reward: { name: string; count: number } | undefined
}

type AppColumns = Pick<AppRow, 'app_id' | 'customer_id' | 'platform' | 'adult' | 'approval'>

export const readApps = (session: ReadSession, page: Page<AppState> = firstPage): Promise<AppState[]> =>
  session.many(
    (row) => ({
      id: row.app_id,
      ownerId: row.customer_id,
      platform: row.platform,
      allowsAdult: row.adult,
      approved: row.approval,
      keyHash: row.key_hash ?? undefined,
    }),
    sql<AppColumns & { key_hash: string | null }>`
    select app_id, customer_id, platform, adult, approval, encode(api_key_hash, 'hex') as key_hash
      from app where app_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
     order by app_id limit ${pageRowsMax}`,
  )

const toMedium = (row: Omit<MediumRow, 'name' | 'registered_at' | 'updated_at'>): MediumState => ({
  id: row.medium_id,
  appId: row.app_id,
  product: row.product,
  active: row.active,
  reward: row.reward !== '' && row.rewards > 0 ? { name: row.reward, count: row.rewards } : undefined,
})

export const readMedia = (
  session: ReadSession,
  page: Page<MediumState> = firstPage,
): Promise<MediumState[]> =>
  session.many(
    toMedium,
    sql<Parameters<typeof toMedium>[0]>`
    select medium_id, app_id, product, active, reward, rewards from medium
     where medium_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
     order by medium_id limit ${pageRowsMax}`,
  )
