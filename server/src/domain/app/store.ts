import type { AppId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import type { AppRow } from '../../platform/database/rows.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'
import { type App, type AppColumns, appColumns, toApp } from './app.ts'

const selectApps = (condition: Query) => sql<AppColumns>`select ${appColumns} from app a where ${condition}`

/** Filtered by owner: another publisher's app does not exist for these queries. */
const isOwn = (owner: CustomerId, id: number) => sql`a.app_id = ${id} and a.customer_id = ${owner}`

export const findApp = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(toApp, selectApps(isOwn(owner, id)))

export const findAppForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(toApp, selectApps(sql`${isOwn(owner, id)} for update`))

/** For adding a unit or reward to the app; the shared lock blocks changes of the app until the transaction ends. */
export const findAppForShare = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(toApp, selectApps(sql`${isOwn(owner, id)} for share`))

export const allApps = (session: ReadSession, owner: CustomerId) =>
  session.many(toApp, selectApps(sql`a.customer_id = ${owner} order by a.app_id desc`))

/** The app that a list shows when the caller names none. */
export const newestAppId = (session: ReadSession, owner: CustomerId): Promise<AppId | undefined> =>
  session.maybeOne(
    (row) => row.app_id,
    sql<Pick<AppRow, 'app_id'>>`
    select app_id from app where customer_id = ${owner} order by app_id desc limit 1`,
  )

export async function pageOfApps(
  session: ReadSession,
  owner: CustomerId,
  search: { name?: string | undefined; pageNo: number },
): Promise<{ apps: App[]; rowCount: number }> {
  const matches = sql`a.customer_id = ${owner}
    and (${search.name ?? null}::text is null or a.name ilike ${contains(search.name ?? '')})`
  const apps = await session.many(
    toApp,
    selectApps(sql`${matches} order by a.app_id desc ${pageOf(search.pageNo)}`),
  )
  const rowCount = await session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from app a where ${matches}`,
  )
  return { apps, rowCount }
}

/** The unique constraint that keeps a store page from being registered twice, by anyone. */
export const onePagePerPlatform = 'app_platform_store_url_key'

export const insertApp = (
  tx: Tx,
  owner: CustomerId,
  app: Pick<App, 'name' | 'platform' | 'storeUrl' | 'adult'> & { now: Instant },
) =>
  tx.one(
    (row) => row.app_id,
    sql<Pick<AppRow, 'app_id'>>`
    insert into app (customer_id, name, platform, store_url, adult, registered_at, updated_at)
    values (${owner}, ${app.name}, ${app.platform}, ${app.storeUrl}, ${app.adult}, ${at(app.now)}, ${at(app.now)})
    returning app_id`,
  )

export const saveApp = (tx: Tx, app: App) =>
  tx.run(sql`
    update app
       set name = ${app.name}, store_url = ${app.storeUrl}, adult = ${app.adult}, approval = ${app.approved},
           reject_reason = ${app.rejectReason}, api_key_status = ${app.keyStatus}, updated_at = ${at(app.updatedAt)}
     where app_id = ${app.id}`)

export const saveKeyRequest = (tx: Tx, id: AppId, now: Instant) =>
  tx.run(sql`update app set key_asked_at = ${at(now)} where app_id = ${id}`)
