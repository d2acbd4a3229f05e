import { type AdId, assert, type CampaignId, type Day, micros } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { prepared, raw, sql } from '../../../platform/database/sql.ts'
import { type DayRange, type Piece, piecesOf, quartersPerDay } from './quarter.ts'
import { type AdFigures, type AdScope, countColumns, ownAds } from './read-figures.ts'

/** A point of a UTC day whose running sums are read: where a local day begins or ends within it. */
interface Cut {
  utcDay: Day
  quarter: number
}

/** A local day's part of one UTC day: the difference of two running sums, each given by the index of its cut. */
interface Span {
  day: Day
  /** Undefined at the start of the UTC day. */
  from: number | undefined
  to: number
  /** Ends at the end of the UTC day rather than at the cut `to`. */
  isToEnd: boolean
}

interface Plan {
  /** Array literals of the database. */
  utcDays: string
  quarters: string
  spans: readonly Span[]
}

const knownPlans = new WeakMap<readonly Piece[], Plan>()

/** Computed once for each list of pieces; `piecesOf` keeps those of the common ranges. */
function planOf(pieces: readonly Piece[]): Plan {
  const known = knownPlans.get(pieces)
  if (known) return known
  const cuts: Cut[] = []
  const cutAt = (utcDay: Day, quarter: number): number => {
    const index = cuts.findLastIndex((cut) => cut.utcDay === utcDay && cut.quarter === quarter)
    return index >= 0 ? index : cuts.push({ utcDay, quarter }) - 1
  }
  const spans = pieces.map(({ day, utcDay, first, last }): Span => {
    const from = first > 1 ? cutAt(utcDay, first - 1) : undefined
    const isToEnd = last === quartersPerDay
    return { day, from, to: isToEnd && from !== undefined ? from : cutAt(utcDay, last), isToEnd }
  })
  const plan = {
    utcDays: `{${cuts.map((cut) => cut.utcDay).join()}}`,
    quarters: `{${cuts.map((cut) => cut.quarter).join()}}`,
    spans,
  }
  knownPlans.set(pieces, plan)
  return plan
}

const columns = [...countColumns, 'cost_micros']
const sumsAt = (quarter: string): string => columns.map((column) => `r.${column}[${quarter}]`).join(', ')
const sums = raw(`${sumsAt('cut.quarter')}, ${sumsAt(String(quartersPerDay))}`)

/** The number of a cut, the running sums there, and those at the end of its UTC day, both in the order of the columns. */
type CutSums = readonly number[]
const atCut = 1
const atEnd = atCut + columns.length

export type AdDay = AdFigures & { adId: AdId; campaignId: CampaignId; day: Day }

function toAdDay(ad: { adId: AdId; campaignId: CampaignId }, day: Day, totals: readonly number[]): AdDay {
  const { adId, campaignId } = ad
  const [impressions = 0, clicks = 0, watches = 0, installs = 0, actions = 0, unpaid = 0, cost = 0] = totals
  // No ad's limit reaches 2^53 micro-won, so no day's cost does.
  assert(Number.isSafeInteger(cost), 'a day’s cost is exact')
  const costMicros = micros(BigInt(cost))
  return { day, adId, campaignId, impressions, clicks, watches, installs, actions, unpaid, costMicros }
}

/** The differences of the sums by day; days without any rollup are left out. */
function daysBetween(
  ad: { adId: AdId; campaignId: CampaignId; sums: readonly CutSums[] },
  spans: readonly Span[],
): AdDay[] {
  const cuts: CutSums[] = []
  for (const cutSums of ad.sums) cuts[Number(cutSums[0]) - 1] = cutSums
  const days: AdDay[] = []
  let day: Day | undefined
  let totals: number[] = []
  for (const span of spans) {
    const to = cuts[span.to]
    if (!to) continue
    if (day !== undefined && day !== span.day) days.push(toAdDay(ad, day, totals))
    if (day !== span.day) totals = [0, 0, 0, 0, 0, 0, 0]
    day = span.day
    const from = span.from === undefined ? undefined : cuts[span.from]
    const start = span.isToEnd ? atEnd : atCut
    for (let column = 0; column < columns.length; column++) {
      totals[column] =
        Number(totals[column]) + Number(to[start + column]) - Number(from?.[atCut + column] ?? 0)
    }
  }
  if (day !== undefined) days.push(toAdDay(ad, day, totals))
  return days
}

/** One row per ad and local day. */
export async function readAdDays(session: ReadSession, scope: AdScope, range: DayRange): Promise<AdDay[]> {
  const { utcDays, quarters, spans } = planOf(piecesOf(range))
  // All sums of an ad in one text: parsing hundreds of rows took longer than finding them.
  const query = sql<{ ad_id: AdId; campaign_id: CampaignId; sums: string }>`
    select a.ad_id, a.campaign_id, string_agg(concat_ws(',', cut.number, ${sums}), '],[') as sums
      from ad a,
           unnest(${utcDays}::date[], ${quarters}::int[]) with ordinality as cut(utc_day, quarter, number)
      join ad_rollup r on r.utc_day = cut.utc_day
     where r.ad_id = a.ad_id and ${ownAds(scope)}
     group by a.ad_id
     order by a.ad_id desc`
  // The plan for one ad is always the same, and planning takes a fifth of the time.
  const isForOneAd = scope.adId !== undefined && scope.campaignId === undefined
  const ads = await session.many(
    (row) => ({
      adId: row.ad_id,
      campaignId: row.campaign_id,
      sums: JSON.parse(`[[${row.sums}]]`) as CutSums[],
    }),
    isForOneAd ? prepared('one-ads-days', query) : query,
  )
  return ads.flatMap((ad) => daysBetween(ad, spans))
}
