import { apiKeyStatus, type ReviewState } from '@voltline/contract'
import type { AppId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'

export interface ReviewedApp {
  id: AppId
  owner: CustomerId
  email: string
  company: string
  name: string
  platform: 'IOS' | 'AOS'
  storeUrl: string
  approved: boolean
  rejectReason: string
  keyStatus: number
  registeredAt: Instant
  updatedAt: Instant
}

const toApp = (row: Row): ReviewedApp => ({
  id: row.app_id as AppId,
  owner: row.customer_id as CustomerId,
  email: row.email as string,
  company: row.company as string,
  name: row.name as string,
  platform: row.platform as ReviewedApp['platform'],
  storeUrl: row.store_url as string,
  approved: row.approval as boolean,
  rejectReason: row.reject_reason as string,
  keyStatus: row.api_key_status as number,
  registeredAt: row.registered_at as Instant,
  updatedAt: row.updated_at as Instant,
})

const columns = sql`a.app_id, a.customer_id, c.email, c.company, a.name, a.platform, a.store_url, a.approval,
                    a.reject_reason, a.api_key_status, a.registered_at, a.updated_at`

export interface AppSearch {
  state?: ReviewState | undefined
  words: string
  pageNo?: number | undefined
}

const inState: Record<ReviewState, Query> = {
  WAITING: sql`not a.approval and a.reject_reason = ''`,
  REJECTED: sql`not a.approval and a.reject_reason <> ''`,
  APPROVED: sql`a.approval`,
  KEY_WAITING: sql`a.api_key_status = ${apiKeyStatus.waiting}`,
  KEY_ISSUED: sql`a.api_key_status = ${apiKeyStatus.issued}`,
  KEY_NONE: sql`a.api_key_status = ${apiKeyStatus.notRequested}`,
}

function matching({ state, words }: AppSearch): Query {
  const pattern = contains(words)
  return sql`${state ? inState[state] : sql`true`}
    and (${words} = '' or a.name ilike ${pattern} or c.company ilike ${pattern} or c.email ilike ${pattern})`
}

/** Those that wait for an operator first, the longest waiting on top. */
export const appsToReview = (session: ReadSession, search: AppSearch) =>
  session.many(
    toApp,
    sql`select ${columns} from app a join customer c using (customer_id) where ${matching(search)}
         order by (a.approval and a.api_key_status <> 0), a.app_id ${pageOf(search.pageNo)}`,
  )

export const countApps = (session: ReadSession, search: AppSearch) =>
  session.one(
    (row) => Number(row.count),
    sql`select count(*) from app a join customer c using (customer_id) where ${matching(search)}`,
  )

export const lockApp = (tx: Tx, id: number) =>
  tx.maybeOne(
    toApp,
    sql`select ${columns} from app a join customer c using (customer_id) where a.app_id = ${id} for update of a`,
  )

export const saveVerdict = (
  tx: Tx,
  id: AppId,
  verdict: { approved: boolean; reason: string; now: Instant },
) =>
  tx.run(sql`
    update app set approval = ${verdict.approved}, reject_reason = ${verdict.reason}, updated_at = ${at(verdict.now)}
     where app_id = ${id}`)

export const saveKey = (tx: Tx, id: AppId, key: { sealed: Buffer; hash: Buffer; now: Instant }) =>
  tx.run(sql`
    update app set api_key = ${key.sealed}, api_key_hash = ${key.hash}, api_key_status = ${apiKeyStatus.issued},
                   updated_at = ${at(key.now)}
     where app_id = ${id}`)

/** From now on its requests are refused; the publisher may ask for another key. */
export const removeKey = (tx: Tx, id: AppId, now: Instant) =>
  tx.run(sql`
    update app set api_key = null, api_key_hash = null, api_key_status = ${apiKeyStatus.notRequested},
                   updated_at = ${at(now)}
     where app_id = ${id}`)
