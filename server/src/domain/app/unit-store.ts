import type { Product } from '@voltline/contract'
import type { AppId, CustomerId, Instant, MediumId } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { Medium } from './unit.ts'

const columns = sql`m.medium_id, m.app_id, m.name, m.product, m.active, m.reward, m.rewards, m.registered_at,
                    m.updated_at`

const toMedium = (row: Row): Medium => ({
  id: row.medium_id as MediumId,
  appId: row.app_id as AppId,
  name: row.name as string,
  product: row.product as Product,
  active: row.active as boolean,
  reward: row.reward as string,
  rewards: row.rewards as number,
  registeredAt: row.registered_at as Instant,
  updatedAt: row.updated_at as Instant,
})

export const mediaOfApp = (session: ReadSession, owner: CustomerId, appId: number) =>
  session.many(
    toMedium,
    sql`select ${columns} from medium m join app a using (app_id)
         where m.app_id = ${appId} and a.customer_id = ${owner} order by m.medium_id desc`,
  )

/** The owner is part of the question, so another publisher's medium is simply not there. */
export const findMedium = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(
    toMedium,
    sql`select ${columns} from medium m join app a using (app_id)
         where m.medium_id = ${id} and a.customer_id = ${owner}`,
  )

export const findMediumForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(
    toMedium,
    sql`select ${columns} from medium m join app a using (app_id)
         where m.medium_id = ${id} and a.customer_id = ${owner} for update of m`,
  )

export const insertMedium = (
  tx: Tx,
  medium: Pick<Medium, 'appId' | 'name' | 'product' | 'reward' | 'rewards'> & { now: Instant },
) =>
  tx.one(
    (row) => row.medium_id as MediumId,
    sql`insert into medium (app_id, name, product, reward, rewards, registered_at, updated_at)
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
