import type { CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { type Query, sql } from '../../../platform/database/sql.ts'

const queries: Readonly<
  Record<string, (owner: CustomerId, ids: number[]) => Query<{ id: number; name: string }>>
> = {
  campaign: (owner, ids) => sql`
    select campaign_id as id, name from campaign where customer_id = ${owner} and campaign_id = any(${ids}::int[])`,
  ad: (owner, ids) => sql`
    select ad_id as id, name from ad where customer_id = ${owner} and ad_id = any(${ids}::int[])`,
  app: (owner, ids) => sql`
    select app_id as id, name from app where customer_id = ${owner} and app_id = any(${ids}::int[])`,
  unit: (owner, ids) => sql`
    select m.medium_id as id, m.name from medium m join app p using (app_id)
     where p.customer_id = ${owner} and m.medium_id = any(${ids}::int[])`,
}

/** The names of the campaigns, ads, apps and units of a report's rows, by dimension and key. */
export async function readNames(
  session: ReadSession,
  owner: CustomerId,
  by: readonly string[],
  rows: readonly { keys: readonly string[] }[],
): Promise<(dimension: string, key: string) => string> {
  const names = new Map<string, string>()
  for (const [at, dimension] of by.entries()) {
    const query = queries[dimension]
    if (!query) continue
    const ids = [...new Set(rows.map((row) => Number(row.keys[at])))]
    for (const { id, name } of await session.rows(query(owner, ids))) names.set(`${dimension} ${id}`, name)
  }
  return (dimension, key) => names.get(`${dimension} ${key}`) ?? key
}
