import { type InsightReason, reasons } from '@voltline/contract'
import type { AdId, Day } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { type Query, raw, sql } from '../../platform/database/sql.ts'
import type { DayRange } from '../reports/rollup/quarter.ts'
import { type MediumScope, ownMedia } from '../reports/rollup/read-figures.ts'
import { type Buckets, bucketsOf } from '../reports/view/buckets.ts'

/** How often each reason or other outcome occurred. */
export type Outcomes = Record<string, number>

const piecesTable = ({ pieces }: Buckets): Query => sql`
  unnest(${pieces.map((piece) => piece.bucket)}::int[], ${pieces.map((piece) => piece.utcDay)}::date[],
         ${pieces.map((piece) => piece.first)}::int[], ${pieces.map((piece) => piece.last)}::int[])
  as piece(bucket, utc_day, first, last)`

/** What a row named `r` counted in a piece; an hour of older rows belongs where its first quarter does. */
const countInPiece = raw(`
  (select coalesce(sum(quarter.count), 0)
     from unnest(case cardinality(r.counts)
                   when 96 then r.counts[piece.first : piece.last]
                   else r.counts[(piece.first + 6) / 4 : (piece.last + 3) / 4] end) as quarter(count))`)

/** The outcomes of an ad's requests by bucket. The caller has checked the owner. */
export async function readAdOutcomes(
  session: ReadSession,
  adId: AdId,
  buckets: Buckets,
): Promise<Map<number, Outcomes>> {
  const rows = await session.rows(sql<{ bucket: number; outcome: string; count: bigint }>`
    select piece.bucket, r.outcome, sum(${countInPiece})::bigint as count
      from ${piecesTable(buckets)} join ad_request_rollup r on r.utc_day = piece.utc_day
     where r.ad_id = ${adId}
     group by 1, 2`)
  const found = new Map<number, Outcomes>()
  for (const { bucket, outcome, count } of rows) {
    if (count === 0n) continue
    const outcomes = found.get(bucket) ?? {}
    outcomes[outcome] = Number(count)
    found.set(bucket, outcomes)
  }
  return found
}

/** Events of an ad that cost nothing, by bucket. */
export async function readUnchargedEvents(
  session: ReadSession,
  adId: AdId,
  buckets: Buckets,
): Promise<Map<number, { corrected: number; invalid: number }>> {
  const rows = await session.rows(sql<{ bucket: number; corrected: bigint; invalid: bigint }>`
    select piece.bucket, sum(u.corrected)::bigint as corrected, sum(u.invalid)::bigint as invalid
      from (select utc_day, quarter, corrected_events::bigint as corrected, 0::bigint as invalid
              from ad_corrected where ad_id = ${adId}
             union all
            select utc_day, quarter, 0, count from ad_invalid_rollup where ad_id = ${adId}) as u
      join ${piecesTable(buckets)} on piece.utc_day = u.utc_day and u.quarter between piece.first and piece.last
     group by 1`)
  return new Map(
    rows.map((row) => [row.bucket, { corrected: Number(row.corrected), invalid: Number(row.invalid) }]),
  )
}

/** The outcomes of the requests of a unit or an app on a local day from one country. */
export interface FillDay {
  day: Day
  country: string
  outcomes: Outcomes
}

export async function readFill(
  session: ReadSession,
  scope: MediumScope,
  range: DayRange,
): Promise<FillDay[]> {
  const buckets = bucketsOf(range, ['day'])
  const rows = await session.rows(sql<{ bucket: number; country: string; outcome: string; count: bigint }>`
    select piece.bucket, r.country, r.outcome, sum(${countInPiece})::bigint as count
      from ${piecesTable(buckets)}
      join fill_rollup r on r.utc_day = piece.utc_day
      join medium m on m.medium_id = r.medium_id
      join app p on p.app_id = m.app_id
     where ${ownMedia(scope)}
     group by 1, 2, 3`)
  const found = new Map<string, FillDay>()
  for (const { bucket, country, outcome, count } of rows) {
    if (count === 0n) continue
    const day = (buckets.keys[bucket]?.[0] ?? '') as Day
    const key = `${day}/${country}`
    const ofDay = found.get(key) ?? { day, country, outcomes: {} }
    ofDay.outcomes[outcome] = Number(count)
    found.set(key, ofDay)
  }
  return [...found.values()]
}

/** The reasons among the outcomes, in the order of the checks. */
export function reasonsIn(
  outcomes: Outcomes,
  isLeftOut: (reason: InsightReason) => boolean = () => false,
): Partial<Record<InsightReason, number>> {
  const found: Partial<Record<InsightReason, number>> = {}
  for (const reason of reasons) {
    const count = outcomes[reason]
    if (count && !isLeftOut(reason)) found[reason] = count
  }
  return found
}

export const sumOf = (counts: Readonly<Record<string, number | undefined>>): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)
