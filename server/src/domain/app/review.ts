import { apiKeyStatus, type ReviewState } from '@voltline/contract'
import type { AppId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import type { AppRow, CustomerRow } from '../../platform/database/rows.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type App, type AppColumns, appColumns, toApp, type Verdict } from './app.ts'

/** An app as operators review it, with its owner. */
export interface ReviewedApp extends App {
  email: string
  company: string
}

type ReviewColumns = AppColumns & Pick<CustomerRow, 'email' | 'company'>

const toReviewedApp = (row: ReviewColumns): ReviewedApp => ({
  ...toApp(row),
  email: row.email,
  company: row.company,
})

const selectReviewed = (condition: Query) => sql<ReviewColumns>`
  select ${appColumns}, c.email, c.company from app a join customer c using (customer_id) where ${condition}`

export interface AppSearch {
  state?: ReviewState | undefined
  words: string
  pageNo?: number | undefined
}

/** The condition of each review state; the table is named `a` in the query. */
export const inState: Record<ReviewState, Query> = {
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

/** Apps that wait for an operator first, the longest waiting on top. */
export const appsToReview = (session: ReadSession, search: AppSearch) =>
  session.many(
    toReviewedApp,
    selectReviewed(sql`${matching(search)}
      order by (a.approval and a.api_key_status <> ${apiKeyStatus.waiting}), a.app_id ${pageOf(search.pageNo)}`),
  )

export const countApps = (session: ReadSession, search: AppSearch) =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select count(*) from app a join customer c using (customer_id) where ${matching(search)}`,
  )

export const lockApp = (tx: Tx, id: number) =>
  tx.maybeOne(toReviewedApp, selectReviewed(sql`a.app_id = ${id} for update of a`))

export const saveVerdict = (tx: Tx, id: AppId, verdict: Verdict, now: Instant) =>
  tx.run(sql`
    update app set approval = ${verdict.approved}, reject_reason = ${verdict.rejectReason}, updated_at = ${at(now)}
     where app_id = ${id}`)

export const saveKey = (tx: Tx, id: AppId, key: { sealed: Buffer; hash: Buffer; now: Instant }) =>
  tx.run(sql`
    update app set api_key = ${key.sealed}, api_key_hash = ${key.hash}, api_key_status = ${apiKeyStatus.issued},
                   updated_at = ${at(key.now)}
     where app_id = ${id}`)

/** Requests with the key are refused from now on; the publisher may request another. */
export const deleteKey = (tx: Tx, id: AppId, now: Instant) =>
  tx.run(sql`
    update app set api_key = null, api_key_hash = null, api_key_status = ${apiKeyStatus.notRequested},
                   updated_at = ${at(now)}
     where app_id = ${id}`)

const sealedPerRun = 100

/** Seals with the current key what a former one sealed. Returns how many there were, at most 100. */
export async function sealApiKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const found = await tx.rows(sql<Pick<AppRow, 'app_id'> & { api_key: Buffer }>`
    select app_id, api_key from app
     where api_key is not null and substring(api_key for ${secrets.keyId.length}) <> ${secrets.keyId}
     order by app_id limit ${sealedPerRun} for update skip locked`)
  for (const row of found) {
    const sealed = secrets.seal('api-key', secrets.open('api-key', row.api_key))
    await tx.run(sql`update app set api_key = ${sealed} where app_id = ${row.app_id}`)
  }
  return found.length
}
