import { apiKeyStatus } from '@voltline/contract'
import { type AppId, type CustomerId, type Instant, ok, type Result, refuse } from '@voltline/kernel'
import type { AppRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

export interface App {
  id: AppId
  ownerId: CustomerId
  name: string
  platform: AppRow['platform']
  storeUrl: string
  adult: boolean
  approved: boolean
  rejectReason: string
  /** Encrypted; only the owner sees the key. */
  sealedKey: Buffer | undefined
  keyStatus: number
  registeredAt: Instant
  updatedAt: Instant
}

export type AppColumns = Omit<AppRow, 'api_key_hash' | 'key_asked_at'>

/** The columns of `AppColumns`; the table is named `a` in the query. */
export const appColumns = sql`
  a.app_id, a.customer_id, a.name, a.platform, a.store_url, a.adult, a.approval, a.reject_reason, a.api_key,
  a.api_key_status, a.registered_at, a.updated_at`

export const toApp = (row: AppColumns): App => ({
  id: row.app_id,
  ownerId: row.customer_id,
  name: row.name,
  platform: row.platform,
  storeUrl: row.store_url,
  adult: row.adult,
  approved: row.approval,
  rejectReason: row.reject_reason,
  sealedKey: row.api_key ?? undefined,
  keyStatus: row.api_key_status,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

export interface AppEdit {
  name: string
  storeUrl: string
  adult: boolean
}

/** A new name or filter keeps the approval. A new store page must be reviewed again. */
export function edit(app: App, change: AppEdit, now: Instant): App {
  const moved = change.storeUrl !== app.storeUrl
  return {
    ...app,
    ...change,
    approved: app.approved && !moved,
    rejectReason: moved ? '' : app.rejectReason,
    updatedAt: now,
  }
}

/** Refused while a request is pending and once a key is issued. */
export function requestKey(app: App, now: Instant): Result<App, 'ACCEPT_WAITING'> {
  if (app.keyStatus !== apiKeyStatus.notRequested) return refuse('ACCEPT_WAITING')
  return ok({ ...app, keyStatus: apiKeyStatus.waiting, updatedAt: now })
}

/** An issued key can be revoked, and a pending request rejected. The publisher may then request a key again. */
export function withoutKey(app: App, now: Instant): Result<App, 'UNKNOWN'> {
  if (app.keyStatus === apiKeyStatus.notRequested) return refuse('UNKNOWN', 'the app has no key')
  return ok({ ...app, keyStatus: apiKeyStatus.notRequested, sealedKey: undefined, updatedAt: now })
}

export interface Verdict {
  approved: boolean
  rejectReason: string
}

/** A rejection needs a reason; an approval clears an earlier one. */
export function verdictOf(review: { approval: boolean; reason: string }): Result<Verdict, 'UNKNOWN'> {
  if (review.approval) return ok({ approved: true, rejectReason: '' })
  if (review.reason === '') return refuse('UNKNOWN', 'reason: a rejection needs a reason')
  return ok({ approved: false, rejectReason: review.reason })
}
