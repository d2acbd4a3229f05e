import type { CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { MediumRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import type { Medium } from './medium.ts'

const toMedium = (row: MediumRow): Medium => ({
  id: row.medium_id,
  appId: row.app_id,
  name: row.name,
  product: row.product,
  active: row.active,
  reward: row.reward,
  rewards: row.rewards,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

/** Filtered by owner: another publisher's medium does not exist for these queries. */
const selectMedia = (owner: CustomerId, condition: Query) => sql<MediumRow>`
  select m.medium_id, m.app_id, m.name, m.product, m.active, m.reward, m.rewards, m.registered_at, m.updated_at
    from medium m join app a using (app_id)
   where a.customer_id = ${owner} and ${condition}`

export const mediaOfApp = (session: ReadSession, owner: CustomerId, appId: number) =>
  session.many(toMedium, selectMedia(owner, sql`m.app_id = ${appId} order by m.medium_id desc`))

export const findMedium = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(toMedium, selectMedia(owner, sql`m.medium_id = ${id}`))

export const findMediumForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(toMedium, selectMedia(owner, sql`m.medium_id = ${id} for update of m`))

export const insertMedium = (
  tx: Tx,
  medium: Pick<Medium, 'appId' | 'name' | 'product' | 'reward' | 'rewards'> & { now: Instant },
) =>
  tx.one(
    (row) => row.medium_id,
    sql<Pick<MediumRow, 'medium_id'>>`
    insert into medium (app_id, name, product, reward, rewards, registered_at, updated_at)
    values (${medium.appId}, ${medium.name}, ${medium.product}, ${medium.reward}, ${medium.rewards},
            ${at(medium.now)}, ${at(medium.now)})
    returning medium_id`,
  )

export const saveMedium = (tx: Tx, medium: Medium) =>
  tx.run(sql`
    update medium
       set name = ${medium.name}, reward = ${medium.reward}, rewards = ${medium.rewards}, active = ${medium.active},
           updated_at = ${at(medium.updatedAt)}
     where medium_id = ${medium.id}`)
