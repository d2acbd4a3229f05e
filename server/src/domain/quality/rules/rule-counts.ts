import { addDays, startOfDay } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { type DayRange, piecesOf } from '../../reports/rollup/quarter.ts'

/** Events of a range of days that broke each rule: the invalid ones, and those of rules that are only observed. */
export async function countByRule(session: ReadSession, range: DayRange): Promise<Map<string, number>> {
  const pieces = piecesOf(range)
  const [from, to] = [startOfDay(range.start, range.zone), startOfDay(addDays(range.end, 1), range.zone)]
  const rows = await session.many(
    (row): [string, number] => [row.rule, Number(row.count)],
    sql<{ rule: string; count: bigint }>`
    select rule, sum(count)::bigint as count
      from (select i.reason as rule, i.count
              from unnest(${pieces.map((piece) => piece.utcDay)}::date[],
                          ${pieces.map((piece) => piece.first)}::int[],
                          ${pieces.map((piece) => piece.last)}::int[]) as p(utc_day, first, last)
              join invalid_rollup_now i on i.utc_day = p.utc_day and i.quarter between p.first and p.last
             union all
            select rule, count(*) from judged_event
             where mode = 'OBSERVE' and received_at >= ${at(from)} and received_at < ${at(to)}
             group by rule) as counted(rule, count)
     group by rule`,
  )
  return new Map(rows)
}
