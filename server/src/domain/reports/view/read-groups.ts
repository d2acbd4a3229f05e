import type { AdDimension, PublisherDimension } from '@voltline/contract'
import type { Micros } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { type Query, raw, sql } from '../../../platform/database/sql.ts'
import type { DayRange } from '../rollup/quarter.ts'
import { quartersPerDay } from '../rollup/quarter.ts'
import {
  type AdScope,
  adColumns,
  countColumns,
  type MediumScope,
  mediumColumns,
  ownAds,
  ownMedia,
  spans,
  toCounts,
} from '../rollup/read-figures.ts'
import { type Buckets, bucketsOf, type TimeDimension } from './buckets.ts'
import { Grouped, type ViewSums } from './view-sums.ts'

/** A side of the network: where its figures are, and the column of each dimension that is not a time or a country. */
interface Side {
  rollup: string
  countries: string
  columns: readonly string[]
  amount: string
  joins: Query
  dimensions: Readonly<Record<string, string>>
  /** Events that are paid for, of a row named `part`. */
  billable: string
}

const adSide: Side = {
  rollup: 'ad_rollup',
  countries: 'ad_country',
  columns: adColumns,
  amount: 'cost_micros',
  joins: raw('join ad a on a.ad_id = r.ad_id'),
  dimensions: {
    campaign: 'a.campaign_id',
    ad: 'a.ad_id',
    platform: 'a.camp_type',
    format: 'a.product',
    billing: 'a.billing_type',
  },
  billable: `case part.billing_type when 'CPM' then part.impressions when 'CPC' then part.clicks
                  when 'CPV' then part.watches when 'nCPI' then part.installs else part.actions end`,
}

const publisherSide: Side = {
  rollup: 'medium_rollup_now',
  countries: 'medium_country',
  columns: mediumColumns,
  amount: 'revenue_micros',
  joins: raw('join medium m on m.medium_id = r.medium_id join app p on p.app_id = m.app_id'),
  dimensions: { app: 'p.app_id', unit: 'm.medium_id', platform: 'p.platform', format: 'm.product' },
  billable: '0',
}

type Piece = Buckets['pieces'][number]

const piecesTable = (pieces: readonly Piece[]): Query => sql`
  unnest(${pieces.map((piece) => piece.bucket)}::int[], ${pieces.map((piece) => piece.utcDay)}::date[],
         ${pieces.map((piece) => piece.first)}::int[], ${pieces.map((piece) => piece.last)}::int[])
  as piece(bucket, utc_day, first, last)`

const isTime = (dimension: string): dimension is TimeDimension => dimension === 'day' || dimension === 'hour'

/** The columns of up to two dimensions as text, named key1 and key2. */
const keyColumns = (side: Side, dimensions: readonly string[]): Query =>
  raw([0, 1].map((at) => `${side.dimensions[dimensions[at] ?? ''] ?? "''"}::text as key${at + 1}`).join(', '))

type PartRow = { bucket: number; key1: string; key2: string } & Record<
  (typeof countColumns)[number],
  bigint
> & {
    amount_micros: Micros
    billable: bigint
  }

/** One group of the database: its bucket of time, and the keys of the other dimensions. */
interface Part {
  bucket: number
  keys: [string, string]
  country: string
  sums: Partial<ViewSums>
}

const toPart = (row: PartRow & { country: string }): Part => ({
  bucket: row.bucket,
  keys: [row.key1, row.key2],
  country: row.country,
  sums: { ...toCounts(row), amountMicros: row.amount_micros, billable: Number(row.billable) },
})

/** Adds up rows that are named `part`. */
const grouped = (side: Side, parts: Query): Query<PartRow & { country: string }> => sql`
  select part.bucket, part.key1, part.key2, part.country,
         ${raw(countColumns.map((column) => `sum(part.${column})::bigint as ${column}`).join(', '))},
         sum(part.${raw(side.amount)})::bigint as amount_micros, sum(${raw(side.billable)})::bigint as billable
    from (${parts}) as part
   group by part.bucket, part.key1, part.key2, part.country`

const billingColumn = (side: Side): Query => raw(side === adSide ? 'a.billing_type' : "'' as billing_type")

function plainParts(side: Side, own: Query, pieces: readonly Piece[], dimensions: readonly string[]): Query {
  // The subtraction comes before the grouping (offset 0 keeps it there): the arrays are a hundred times as long.
  return sql`
    select piece.bucket, ${keyColumns(side, dimensions)}, '' as country, ${billingColumn(side)}, ${spans(side.columns)}
      from ${piecesTable(pieces)}
      join ${raw(side.rollup)} r on r.utc_day = piece.utc_day ${side.joins}
     where ${own} offset 0`
}

/** Whole UTC days are one row each; of others the quarter-hours are added up. */
function countryParts(
  side: Side,
  own: Query,
  pieces: readonly Piece[],
  dimensions: readonly string[],
): Query {
  const isWhole = (piece: Piece): boolean => piece.first === 1 && piece.last === quartersPerDay
  const columns = raw(side.columns.map((column) => `r.${column}`).join(', '))
  const selected = sql`select piece.bucket, ${keyColumns(side, dimensions)}, r.country, ${billingColumn(side)}, ${columns}`
  const inPiece = raw('r.utc_day = piece.utc_day and r.quarter between piece.first and piece.last')
  const unfolded =
    side === adSide
      ? raw('')
      : sql`union all ${selected}
              from ${piecesTable(pieces)} join medium_rollup_delta r on ${inPiece} ${side.joins}
             where ${own} and r.country <> ''`
  return sql`
    ${selected}
      from ${piecesTable(pieces.filter(isWhole))}
      join ${raw(`${side.countries}_day`)} r on r.utc_day = piece.utc_day ${side.joins}
     where ${own}
     union all
    ${selected}
      from ${piecesTable(pieces.filter((piece) => !isWhole(piece)))}
      join ${raw(`${side.countries}_quarter`)} r on ${inPiece} ${side.joins}
     where ${own} ${unfolded}`
}

interface GroupInput {
  range: DayRange
  by: readonly string[]
}

/** The keys of a group in the order of the report's dimensions. */
function keysIn(by: readonly string[], buckets: Buckets) {
  const times = by.filter(isTime)
  const others = by.filter((dimension) => !isTime(dimension) && dimension !== 'country')
  return ({ bucket, keys, country }: Omit<Part, 'sums'>): string[] =>
    by.map((dimension) => {
      if (isTime(dimension)) return buckets.keys[bucket]?.[times.indexOf(dimension)] ?? ''
      return dimension === 'country' ? country : (keys[others.indexOf(dimension)] ?? '')
    })
}

async function readGroups(
  session: ReadSession,
  side: Side,
  own: Query,
  { range, by }: GroupInput,
): Promise<Grouped> {
  const buckets = bucketsOf(range, by.filter(isTime))
  const others = by.filter((dimension) => !isTime(dimension) && dimension !== 'country')
  const keysOf = keysIn(by, buckets)
  const groups = new Grouped()
  const plain = plainParts(side, own, buckets.pieces, others)
  for (const part of await session.many(toPart, grouped(side, plain))) groups.add(keysOf(part), part.sums)
  if (!by.includes('country')) return groups
  // What is left of the plain figures is of unknown country.
  const known = countryParts(side, own, buckets.pieces, others)
  for (const part of await session.many(toPart, grouped(side, known))) {
    groups.add(keysOf(part), part.sums)
    groups.subtract(keysOf({ ...part, country: '' }), part.sums)
  }
  return groups
}

export const readAdGroups = (
  session: ReadSession,
  scope: AdScope,
  input: { range: DayRange; by: readonly AdDimension[] },
): Promise<Grouped> => readGroups(session, adSide, ownAds(scope), input)

type RequestPart = { bucket: number; key1: string; key2: string; requests: bigint; filled: bigint }

/** Requests that asked for a test ad are left out. */
async function addRequests(
  session: ReadSession,
  groups: Grouped,
  own: Query,
  { range, by }: GroupInput,
): Promise<void> {
  const buckets = bucketsOf(range, by.filter(isTime))
  const keysOf = keysIn(by, buckets)
  const others = by.filter((dimension) => !isTime(dimension))
  const parts = await session.rows(sql<RequestPart>`
    select piece.bucket, ${keyColumns(publisherSide, others)}, sum(found.count)::bigint as requests,
           coalesce(sum(found.count) filter (where r.answer = 'SUCCESS'), 0)::bigint as filled
      from ${piecesTable(buckets.pieces)}
      join request_rollup r on r.utc_day = piece.utc_day ${publisherSide.joins},
           lateral (select sum(count) as count
                      from unnest(r.quarters[piece.first:piece.last]) as quarter(count)) as found
     where ${own} and r.answer <> 'ADSERVER_TEST'
     group by 1, 2, 3`)
  for (const { bucket, key1, key2, requests, filled } of parts) {
    const keys = keysOf({ bucket, keys: [key1, key2], country: '' })
    groups.add(keys, { requests: Number(requests), filled: Number(filled) })
  }
}

/** Requests have no country, so a report by country is without them. */
export async function readPublisherGroups(
  session: ReadSession,
  scope: MediumScope,
  input: { range: DayRange; by: readonly PublisherDimension[] },
): Promise<Grouped> {
  const groups = await readGroups(session, publisherSide, ownMedia(scope), input)
  if (!input.by.includes('country')) await addRequests(session, groups, ownMedia(scope), input)
  return groups
}
