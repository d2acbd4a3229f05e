import type { AdId, CustomerId, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, CustomerRow, MediumRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

/** The unit or ad that a correction is about; undefined if there is none. */
export async function findSubject(
  session: ReadSession,
  ids: { medID: number | undefined; proID: number | undefined },
): Promise<{ mediumId: MediumId } | { adId: AdId } | undefined> {
  if (ids.medID !== undefined) {
    return session.maybeOne(
      (row) => ({ mediumId: row.medium_id }),
      sql<Pick<MediumRow, 'medium_id'>>`select medium_id from medium where medium_id = ${ids.medID}`,
    )
  }
  if (ids.proID === undefined) return undefined
  return session.maybeOne(
    (row) => ({ adId: row.ad_id }),
    sql<Pick<AdRow, 'ad_id'>>`select ad_id from ad where ad_id = ${ids.proID}`,
  )
}

export async function companiesOf(
  session: ReadSession,
  ids: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, string>> {
  const companies = await session.many(
    (row): [CustomerId, string] => [row.customer_id, row.company],
    sql<Pick<CustomerRow, 'customer_id' | 'company'>>`
    select customer_id, company from customer where customer_id = any(${ids}::int[])`,
  )
  return new Map(companies)
}
