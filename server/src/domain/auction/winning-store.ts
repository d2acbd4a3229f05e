import type { AdId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AdRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

type AdIdRow = Pick<AdRow, 'ad_id'>

export const readWinningIds = (session: ReadSession): Promise<AdId[]> =>
  session.many((row) => row.ad_id, sql<AdIdRow>`select ad_id from ad where winning`)

/** Returns the ids that are now stored as requested. Skips rows that billing has locked: the badge can wait a second. */
export async function saveWinning(tx: Tx, ids: readonly AdId[], winning: boolean): Promise<AdId[]> {
  await tx.run(sql`
    update ad set winning = ${winning}
      from (select ad_id from ad where ad_id = any(${ids}::int[]) and winning <> ${winning}
             order by ad_id for no key update skip locked) as unlocked
     where ad.ad_id = unlocked.ad_id`)
  return tx.many(
    (row) => row.ad_id,
    sql<AdIdRow>`select ad_id from ad where ad_id = any(${ids}::int[]) and winning = ${winning}`,
  )
}
