import { type AdId, type CampaignId, type Day, micros } from '@voltline/kernel'
import type { Session } from '../database/database.ts'
import { prepared, type Query, sql } from '../database/sql.ts'
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
const amountPlace = countColumns.length
const sumsAt = (quarter: string): string => columns.map((column) => `r.${column}[${quarter}]`).join(', ')
const sums: Query = { text: `${sumsAt('cut.quarter')}, ${sumsAt(String(quartersPerDay))}`, values: [] }

/** Running sums in the order of the columns. */
interface Sums {
  counts: readonly number[]
  amount: bigint
}

/** The sums at one cut, and those at the end of its UTC day. */
interface CutSums {
  atCut: Sums
  atEnd: Sums
}

interface AdSums {
  adId: AdId
  campaignId: CampaignId
  cuts: Map<number, CutSums>
}

const toSums = (fields: readonly string[], first: number): Sums => ({
  counts: fields.slice(first, first + amountPlace).map(Number),
  amount: BigInt(fields[first + amountPlace] ?? 0),
})

/** Each line is an ad, its campaign, the number of a cut, and the sums. */
function readSums(lines: readonly string[]): AdSums[] {
  const ads = new Map<string, AdSums>()
  for (const line of lines) {
    const fields = line.split(' ')
    const [ad = '', campaign, cut] = fields
    let known = ads.get(ad)
    if (!known) {
      known = { adId: Number(ad) as AdId, campaignId: Number(campaign) as CampaignId, cuts: new Map() }
      ads.set(ad, known)
    }
    known.cuts.set(Number(cut) - 1, { atCut: toSums(fields, 3), atEnd: toSums(fields, 3 + columns.length) })
  }
  return [...ads.values()].sort((a, b) => b.adId - a.adId)
}

interface DaySums {
  counts: number[]
  amount: bigint
}

/** What lies between the sums, by day, in the order of the spans; days without any rollup are left out. */
function sumsByDay(spans: readonly Span[], cuts: ReadonlyMap<number, CutSums>): Map<Day, DaySums> {
  const days = new Map<Day, DaySums>()
  for (const span of spans) {
    const end = cuts.get(span.to)
    if (!end) continue
    const to = span.isToEnd ? end.atEnd : end.atCut
    const from = span.from === undefined ? undefined : cuts.get(span.from)?.atCut
    const counts = from ? to.counts.map((count, place) => count - (from.counts[place] ?? 0)) : [...to.counts]
    const amount = from ? to.amount - from.amount : to.amount
    const known = days.get(span.day)
    if (known) {
      known.amount += amount
      for (const [place, count] of counts.entries()) known.counts[place] = (known.counts[place] ?? 0) + count
    } else days.set(span.day, { counts, amount })
  }
  return days
}

function toFigures({ counts, amount }: DaySums): Figures {
  const [impressions = 0, clicks = 0, watches = 0, installs = 0, actions = 0, unpaid = 0] = counts
  return { impressions, clicks, watches, installs, actions, unpaid, amount: micros(amount) }
}

export type AdDay = Figures & { adId: AdId; campaignId: CampaignId; day: Day }

/** One row an ad and local day. */
export async function readAdDays(session: Session, scope: AdScope, range: DayRange): Promise<AdDay[]> {
  const { utcDays, quarters, spans } = planOf(piecesOf(range))
  // All of it in one text: taking hundreds of rows apart took longer than finding them.
  const query = sql`
    select string_agg(concat_ws(' ', a.ad_id, a.campaign_id, cut.number, ${sums}), ',') as lines
      from ad a,
           unnest(${utcDays}::date[], ${quarters}::int[]) with ordinality as cut(utc_day, quarter, number)
      join ad_rollup r on r.utc_day = cut.utc_day
     where r.ad_id = a.ad_id and ${ownAds(scope)}`
  // Of one ad the plan is always the same, and making it takes a fifth of the time.
  const isOfOneAd = scope.adId !== undefined && scope.campaignId === undefined
  const lines = await session.one(
    (row) => (row.lines as string | null)?.split(',') ?? [],
    isOfOneAd ? prepared('one-ads-days', query) : query,
  )
  return readSums(lines).flatMap(({ adId, campaignId, cuts }) =>
    [...sumsByDay(spans, cuts)].map(([day, found]) => ({ day, adId, campaignId, ...toFigures(found) })),
  )
}
