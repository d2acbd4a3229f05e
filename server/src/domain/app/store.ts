import { limits } from '@voltline/contract'
import type { AppId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, contains, sql } from '../../platform/database/sql.ts'
import type { App } from './app.ts'

const columns = sql`app_id, name, platform, store_url, adult, approval, reject_reason, api_key, api_key_status,
                    registered_at, updated_at`

const toApp = (row: Row): App => ({
  id: row.app_id as AppId,
  name: row.name as string,
  platform: row.platform as App['platform'],
  storeUrl: row.store_url as string,
  adult: row.adult as boolean,
  approved: row.approval as boolean,
  rejectReason: row.reject_reason as string,
  sealedKey: (row.api_key as Buffer | null) ?? undefined,
  keyStatus: row.api_key_status as number,
  registeredAt: row.registered_at as Instant,
  updatedAt: row.updated_at as Instant,
})

/** The owner is part of the question, so another publisher's app is simply not there. */
export const findApp = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(toApp, sql`select ${columns} from app where app_id = ${id} and customer_id = ${owner}`)

export const findAppForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(
    toApp,
    sql`select ${columns} from app where app_id = ${id} and customer_id = ${owner} for update`,
  )

export const allApps = (session: ReadSession, owner: CustomerId) =>
  session.many(toApp, sql`select ${columns} from app where customer_id = ${owner} order by app_id desc`)

export async function pageOfApps(
  session: ReadSession,
  owner: CustomerId,
  search: { name?: string | undefined; pageNo: number },
): Promise<{ apps: App[]; rowCount: number }> {
  const matches = sql`customer_id = ${owner}
    and (${search.name ?? null}::text is null or name ilike ${contains(search.name ?? '')})`
  const apps = await session.many(
    toApp,
    sql`select ${columns} from app where ${matches} order by app_id desc
         limit ${limits.rowsPerPage} offset ${(search.pageNo - 1) * limits.rowsPerPage}`,
  )
  const rowCount = await session.one(
    (row) => Number(row.count),
    sql`select count(*) from app where ${matches}`,
  )
  return { apps, rowCount }
}

/** The constraint that keeps one store page from being registered twice, by anyone. */
export const onePagePerPlatform = 'app_platform_store_url_key'

export const insertApp = (
  tx: Tx,
  owner: CustomerId,
  app: Pick<App, 'name' | 'platform' | 'storeUrl' | 'adult'> & { now: Instant },
) =>
  tx.one(
    (row) => row.app_id as AppId,
    sql`insert into app (customer_id, name, platform, store_url, adult, registered_at, updated_at)
        values (${owner}, ${app.name}, ${app.platform}, ${app.storeUrl}, ${app.adult}, ${at(app.now)}, ${at(app.now)})
        returning app_id`,
  )

export const saveApp = (tx: Tx, app: App) =>
  tx.run(sql`
    update app
       set name = ${app.name}, store_url = ${app.storeUrl}, adult = ${app.adult}, approval = ${app.approved},
           reject_reason = ${app.rejectReason}, api_key_status = ${app.keyStatus}, updated_at = ${at(app.updatedAt)}
     where app_id = ${app.id}`)

export const noteKeyAsked = (tx: Tx, id: AppId, now: Instant) =>
  tx.run(sql`update app set key_asked_at = ${at(now)} where app_id = ${id}`)
