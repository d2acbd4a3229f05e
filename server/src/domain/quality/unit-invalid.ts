import type { AppId, CustomerId, Day, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { MediumRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { type DayRange, piecesOf } from '../reports/rollup/quarter.ts'

export interface InvalidOfUnit {
  day: Day
  mediumId: MediumId
  mediumName: string
  rule: string
  count: number
}

type InvalidOfUnitRow = Pick<MediumRow, 'medium_id' | 'name'> & { day: Day; reason: string; count: bigint }

/** Invalid events of a publisher's units, or of one app's, by local day, unit and rule. */
export const readInvalidOfUnits = (
  session: ReadSession,
  { owner, appId }: { owner: CustomerId; appId: AppId | undefined },
  range: DayRange,
): Promise<InvalidOfUnit[]> => {
  const pieces = piecesOf(range)
  return session.many(
    (row) => ({
      day: row.day,
      mediumId: row.medium_id,
      mediumName: row.name,
      rule: row.reason,
      count: Number(row.count),
    }),
    sql<InvalidOfUnitRow>`
    select piece.day, m.medium_id, m.name, i.reason, sum(i.count)::bigint as count
      from unnest(${pieces.map((piece) => piece.day)}::date[], ${pieces.map((piece) => piece.utcDay)}::date[],
                  ${pieces.map((piece) => piece.first)}::int[], ${pieces.map((piece) => piece.last)}::int[])
             as piece(day, utc_day, first, last)
     cross join (select u.medium_id, u.name from medium u join app p using (app_id)
                  where p.customer_id = ${owner}
                    and ${appId === undefined ? sql`true` : sql`p.app_id = ${appId}`}) as m
      join invalid_rollup_now i on i.medium_id = m.medium_id and i.utc_day = piece.utc_day
                               and i.quarter between piece.first and piece.last
     group by 1, 2, 3, 4
     order by 1, 2, 5 desc, 4`,
  )
}
