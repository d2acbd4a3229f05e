import { day, instant, type MediumId, type Micros, micros, utcDay } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { lateMsMax } from '../../events/offer-life.ts'
import { spanSum } from '../../reports/rollup/read-figures.ts'
import type { CaseFigures } from './case.ts'
import { cut, type Period, type Quarters, type Span, spanOf, touchedQuarters } from './period.ts'

interface Keyed<T> {
  key: number
  mediumId: MediumId
  value: T
}

type Amounts = Map<number, bigint>

const add = (amounts: Amounts, key: number, amount: bigint): void => {
  amounts.set(key, (amounts.get(key) ?? 0n) + amount)
}

/** From the figures of units, which corrections have reduced. */
async function addQuarters(session: ReadSession, pieces: readonly Keyed<Quarters>[], amounts: Amounts) {
  if (pieces.length === 0) return
  const rows = await session.rows(sql<{ key: number; revenue_micros: Micros }>`
    select piece.key, ${spanSum('revenue_micros')} as revenue_micros
      from unnest(${pieces.map((piece) => piece.key)}::int[], ${pieces.map((piece) => piece.mediumId)}::int[],
                  ${pieces.map((piece) => piece.value.utcDay)}::date[],
                  ${pieces.map((piece) => piece.value.first)}::int[],
                  ${pieces.map((piece) => piece.value.last)}::int[]) as piece(key, medium_id, utc_day, first, last)
      join medium_rollup_now r on r.medium_id = piece.medium_id and r.utc_day = piece.utc_day
     group by piece.key`)
  for (const row of rows) add(amounts, row.key, row.revenue_micros)
}

/** The ends of a period, shorter than half an hour together, from the charges themselves. */
async function addEdges(session: ReadSession, edges: readonly Keyed<Span>[], amounts: Amounts) {
  for (const { key, mediumId, value } of edges) {
    const { from, to } = value
    const amount = await session.one(
      (row) => row.publisher_micros,
      sql<{ publisher_micros: Micros }>`
      select coalesce(sum(h.publisher_micros), 0)::bigint as publisher_micros
        from charge h
       where h.received_at >= ${at(from)}::timestamptz and h.received_at < ${at(to)}::timestamptz
         and h.issue_day between ${utcDay(instant(from - lateMsMax - day))}::date and ${utcDay(instant(to + day))}::date
         and h.medium_id = ${mediumId}
         and not exists (select from corrected_charge c
                          where c.issue_day = h.issue_day and c.offer_id = h.offer_id and c.action = h.action)`,
    )
    add(amounts, key, amount)
  }
}

/** The publisher's part of the charges of each span that were not corrected, by key. */
export async function amountsOf(
  session: ReadSession,
  spans: readonly Keyed<Span>[],
): Promise<ReadonlyMap<number, bigint>> {
  const amounts: Amounts = new Map()
  const pieces = spans.map(({ key, mediumId, value }) => ({ key, mediumId, ...cut(value) }))
  const quarters = pieces.flatMap((piece) => piece.quarters.map((value) => ({ ...piece, value })))
  const edges = pieces.flatMap((piece) => piece.edges.map((value) => ({ ...piece, value })))
  await addQuarters(session, quarters, amounts)
  await addEdges(session, edges, amounts)
  return amounts
}

type CaseOfPeriod = Period & { id: number; mediumId: MediumId }

/** The events of each case's quarter-hours, of every kind, invalid ones included. */
async function eventsOf(
  session: ReadSession,
  cases: readonly CaseOfPeriod[],
): Promise<ReadonlyMap<number, number>> {
  const pieces = cases.flatMap((one) => touchedQuarters(one).map((piece) => ({ ...one, ...piece })))
  const rows = await session.many(
    (row): [number, number] => [row.key, Number(row.events)],
    sql<{ key: number; events: bigint }>`
    with piece as (
      select * from unnest(${pieces.map((piece) => piece.id)}::int[], ${pieces.map((piece) => piece.mediumId)}::int[],
                           ${pieces.map((piece) => piece.utcDay)}::date[], ${pieces.map((piece) => piece.first)}::int[],
                           ${pieces.map((piece) => piece.last)}::int[]) as piece(key, medium_id, utc_day, first, last))
    select key, sum(events)::bigint as events
      from (select piece.key, ${spanSum('impressions')} + ${spanSum('clicks')} + ${spanSum('watches')}
                              + ${spanSum('installs')} + ${spanSum('actions')} as events
              from piece
              join medium_rollup_now r on r.medium_id = piece.medium_id and r.utc_day = piece.utc_day
             group by piece.key
             union all
            select piece.key, i.count
              from piece
              join invalid_rollup_now i on i.medium_id = piece.medium_id and i.utc_day = piece.utc_day
                                       and i.quarter between piece.first and piece.last) as counted
     group by key`,
  )
  return new Map(rows)
}

/** What each case is about now, by its id. */
export async function figuresOf(
  session: ReadSession,
  cases: readonly CaseOfPeriod[],
): Promise<Map<number, CaseFigures>> {
  if (cases.length === 0) return new Map()
  const amounts = await amountsOf(
    session,
    cases.map((one) => ({ key: one.id, mediumId: one.mediumId, value: spanOf(one) })),
  )
  const events = await eventsOf(session, cases)
  return new Map(
    cases.map(({ id }) => [id, { amountMicros: micros(amounts.get(id) ?? 0n), events: events.get(id) ?? 0 }]),
  )
}
