import { type AdId, assert, type CampaignId, type Day, micros } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { prepared, raw, sql } from '../../../platform/database/sql.ts'
import { type DayRange, type Piece, piecesOf, quartersPerDay } from './quarter.ts'
import { type AdScope, countColumns, type Figures, ownAds } from './read-figures.ts'

/** A moment up to which a running sum is asked for: where a local day ends within its UTC day. */
interface Cut {
  utcDay: Day
  quarter: number
}

/** A local day's part of one UTC day: the difference of two running sums, each known by the number of its cut. */
interface Span {
  day: Day
  /** None at the beginning of the UTC day. */
  from: number | undefined
  to: number
  /** Not to the cut itself but to the end of its UTC day. */
  isToEnd: boolean
}

interface Plan {
  /** As arrays of the database. */
  utcDays: string
  quarters: string
  spans: readonly Span[]
}

const knownPlans = new WeakMap<readonly Piece[], Plan>()

/** Made once for each list of pieces; those of the ranges that most reports ask for are kept. */
function planOf(pieces: readonly Piece[]): Plan {
  const known = knownPlans.get(pieces)
  if (known) return known
  const cuts: Cut[] = []
  const cutAt = (utcDay: Day, quarter: number): number => {
    const number = cuts.findLastIndex((cut) => cut.utcDay === utcDay && cut.quarter === quarter)
    return number >= 0 ? number : cuts.push({ utcDay, quarter }) - 1
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

export type AdDay = Figures & { adId: AdId; campaignId: CampaignId; day: Day }

function toAdDay(ad: { adId: AdId; campaignId: CampaignId }, day: Day, totals: readonly number[]): AdDay {
  const { adId, campaignId } = ad
  const [impressions = 0, clicks = 0, watches = 0, installs = 0, actions = 0, unpaid = 0, cost = 0] = totals
  // No ad's limit reaches 2^53 micro-won, so no day's cost does.
  assert(Number.isSafeInteger(cost), 'a day’s cost is exact')
  const amount = micros(BigInt(cost))
  return { day, adId, campaignId, impressions, clicks, watches, installs, actions, unpaid, amount }
}

/** What lies between the sums, day by day; days without any rollup are left out. */
function daysBetween(
  ad: { adId: AdId; campaignId: CampaignId; sums: readonly CutSums[] },
  spans: readonly Span[],
): AdDay[] {
  const cuts: CutSums[] = []
  for (const one of ad.sums) cuts[Number(one[0]) - 1] = one
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
    for (let place = 0; place < columns.length; place++) {
      totals[place] = Number(totals[place]) + Number(to[start + place]) - Number(from?.[atCut + place] ?? 0)
    }
  }
  if (day !== undefined) days.push(toAdDay(ad, day, totals))
  return days
}

/** One row an ad and local day. */
export async function readAdDays(session: ReadSession, scope: AdScope, range: DayRange): Promise<AdDay[]> {
  const { utcDays, quarters, spans } = planOf(piecesOf(range))
  // All of an ad in one text: taking hundreds of rows apart took longer than finding them.
  const query = sql`
    select a.ad_id, a.campaign_id, string_agg(concat_ws(',', cut.number, ${sums}), '],[') as sums
      from ad a,
           unnest(${utcDays}::date[], ${quarters}::int[]) with ordinality as cut(utc_day, quarter, number)
      join ad_rollup r on r.utc_day = cut.utc_day
     where r.ad_id = a.ad_id and ${ownAds(scope)}
     group by a.ad_id
     order by a.ad_id desc`
  // Of one ad the plan is always the same, and making it takes a fifth of the time.
  const isOfOneAd = scope.adId !== undefined && scope.campaignId === undefined
  const ads = await session.many(
    (row) => ({
      adId: row.ad_id as AdId,
      campaignId: row.campaign_id as CampaignId,
      sums: JSON.parse(`[[${row.sums as string}]]`) as CutSums[],
    }),
    isOfOneAd ? prepared('one-ads-days', query) : query,
  )
  return ads.flatMap((ad) => daysBetween(ad, spans))
}
