import { type AdId, type CustomerId, day as dayMs, hour, type Instant, utcDay } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/database/sql.ts'
import type { Audience } from '../auction/market.ts'
import type { RankHour, RivalRanks } from './landscape.ts'

interface RanksRow {
  day: number
  hour: number
  own: boolean
  shared: boolean
  bucket: number
  rank_bucket: number
  count: bigint
}

/** The hour of an element of an array of 96 quarters or 24 hours. */
const hourOfElement = raw('((q.number - 1) / (cardinality(r.counts) / 24))::int')
/** Days since the epoch. */
const dayNumber = raw("(r.utc_day - date '1970-01-01')")

/** The whole UTC hours that a span touches. */
const hoursOf = ({ from, to }: { from: Instant; to: Instant }) => ({
  firstHour: Math.floor(from / hour),
  lastHour: Math.ceil(to / hour) - 1,
})

/** In which hours the ad competed, and how often. */
async function readCompeted(
  session: ReadSession,
  adId: AdId,
  span: { from: Instant; to: Instant },
): Promise<Map<number, number>> {
  const { firstHour, lastHour } = hoursOf(span)
  const rows = await session.rows(sql<{ hour: number; count: bigint }>`
    select ${dayNumber} * 24 + ${hourOfElement} as hour, sum(q.count)::bigint as count
      from ad_request_rollup r, unnest(r.counts) with ordinality as q(count, number)
     where r.ad_id = ${adId} and r.utc_day between ${utcDay(span.from)} and ${utcDay(span.to)}
       and r.outcome in ('outbid', 'won') and q.count > 0
       and ${dayNumber} * 24 + ${hourOfElement} between ${firstHour}::int and ${lastHour}::int
     group by 1`)
  return new Map(rows.map((row) => [row.hour, Number(row.count)]))
}

/**
 * The ranks of the best rival in each hour in which an ad competed: of the winner, or of the runner-up where the ad's
 * own advertiser won.
 */
export async function readRivalRanks(
  session: ReadSession,
  ad: Audience & { id: AdId; customerId: CustomerId },
  span: { from: Instant; to: Instant },
): Promise<RankHour[]> {
  const competed = await readCompeted(session, ad.id, span)
  if (competed.size === 0) return []
  const { firstHour, lastHour } = hoursOf(span)
  const isGlobal = ad.countries === 'Global'
  const rows = await session.rows(sql<RanksRow>`
    select ${dayNumber} as day, ${hourOfElement} as hour, r.advertiser_id = ${ad.customerId} as own, r.shared,
           case when r.advertiser_id = ${ad.customerId} then r.runner_up_bucket else r.rank_bucket end as bucket,
           max(r.rank_bucket) as rank_bucket, sum(q.count)::bigint as count
      from auction_rollup r, unnest(r.counts) with ordinality as q(count, number)
     where r.utc_day between ${utcDay(span.from)} and ${utcDay(span.to)}
       and r.product = ${ad.product} and r.platform = any (${[...ad.platforms]}::text[])
       and (${isGlobal} or r.country = any (${isGlobal ? [] : [...ad.countries]}::text[]))
       and (r.adult or not ${ad.adult}) and q.count > 0
       and ${dayNumber} * 24 + ${hourOfElement} between ${firstHour}::int and ${lastHour}::int
     group by 1, 2, 3, 4, 5`)
  const hours = new Map<number, RankHour>()
  for (const row of rows) {
    const at = row.day * (dayMs / hour) + row.hour
    const known = hours.get(at) ?? { competed: competed.get(at) ?? 0, ranks: [] }
    known.ranks.push(toRanks(row))
    hours.set(at, known)
  }
  return [...hours.values()]
}

const toRanks = (row: RanksRow): RivalRanks => ({
  isOwnWin: row.own,
  isShared: row.shared,
  bucket: row.bucket,
  highestWinning: row.rank_bucket,
  count: Number(row.count),
})
