import { apiKeyStatus } from '@voltline/contract'
import type { AppId, Instant } from '@voltline/kernel'
import { ok, type Result, refuse } from '@voltline/kernel'

export interface App {
  id: AppId
  name: string
  platform: 'IOS' | 'AOS'
  storeUrl: string
  adult: boolean
  approved: boolean
  rejectReason: string
  /** Sealed; only its owner is shown the key. */
  sealedKey: Buffer | undefined
  keyStatus: number
  registeredAt: Instant
  updatedAt: Instant
}

export interface AppEdit {
  name: string
  storeUrl: string
  adult: boolean
}

/** Name and filter keep the approval; another store page is another app to review. */
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

/** A key can be asked for once; while it waits, and once it is issued, there is nothing to ask for. */
export function askForKey(app: App, now: Instant): Result<App, 'ACCEPT_WAITING'> {
  if (app.keyStatus !== apiKeyStatus.notRequested) return refuse('ACCEPT_WAITING')
  return ok({ ...app, keyStatus: apiKeyStatus.waiting, updatedAt: now })
}
