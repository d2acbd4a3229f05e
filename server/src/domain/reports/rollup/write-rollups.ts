import {
  type AdId,
  type Day,
  day,
  type Instant,
  type MediumId,
  type Micros,
  micros,
  utcDay,
} from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import type { MediumRollupDeltaRow } from '../../../platform/database/rows.ts'
import { at, prepared, raw, sql } from '../../../platform/database/sql.ts'
import { addAdCountries, addMediumCountries, byCountry } from './country-rollups.ts'
import { quarterOf, quartersPerDay } from './quarter.ts'
import { countColumns, toCounts } from './read-figures.ts'
import {
  type Addition,
  noSums,
  plus,
  type QuarterSums,
  type Received,
  type RollupCount,
  type Sums,
} from './sums.ts'

/** Collects what a batch adds to the rollups of its ads or media. */
export class RollupAdditions<Id extends AdId | MediumId> {
  /** By day, then by id: a batch has many ids and few days. */
  readonly #days = new Map<number, Map<Id, Addition>>()

  count(id: Id, received: Received, name: RollupCount): void {
    for (const sums of this.#sums(id, received)) sums.counts[name] += 1
  }

  pay(id: Id, received: Received, amountMicros: Micros): void {
    for (const sums of this.#sums(id, received)) sums.amountMicros = micros(sums.amountMicros + amountMicros)
  }

  get all(): Addition[] {
    return [...this.#days.values()].flatMap((additions) => [...additions.values()])
  }

  #sums(id: Id, { receivedAt, country }: Received): Sums[] {
    const { quarters } = this.#addition(id, receivedAt)
    const quarter = quarterOf(receivedAt)
    let sums = quarters.get(quarter)
    if (!sums) {
      sums = { ...noSums(), countries: new Map() }
      quarters.set(quarter, sums)
    }
    if (country === '') return [sums]
    let inCountry = sums.countries.get(country)
    if (!inCountry) {
      inCountry = noSums()
      sums.countries.set(country, inCountry)
    }
    return [sums, inCountry]
  }

  #addition(id: Id, at: Instant): Addition {
    const dayNumber = Math.floor(at / day)
    let additions = this.#days.get(dayNumber)
    if (!additions) {
      additions = new Map()
      this.#days.set(dayNumber, additions)
    }
    let addition = additions.get(id)
    if (!addition) {
      addition = { id, utcDay: utcDay(at), quarters: new Map() }
      additions.set(id, addition)
    }
    return addition
  }
}

interface Rollup {
  table: string
  id: string
  amount: string
}

const adRollup: Rollup = { table: 'ad_rollup', id: 'ad_id', amount: 'cost_micros' }
const mediumRollup: Rollup = { table: 'medium_rollup', id: 'medium_id', amount: 'revenue_micros' }

const keyOf = ({ id, utcDay }: Pick<Addition, 'id' | 'utcDay'>) => `${id}/${utcDay}`

/**
 * An addition to quarter q raises the running sums from q on. Events are mostly billed soon after they arrive, so all
 * sums from q on are still equal and the rest of the array is filled with one number. Otherwise it is rebuilt element by
 * element.
 */
const raised = (column: string): string => `
  case when d.${column} = 0 then r.${column}
       when r.${column}[d.quarter] = r.${column}[${quartersPerDay}]
       then r.${column}[:d.quarter - 1]
            || array_fill(r.${column}[${quartersPerDay}] + d.${column}, array[${quartersPerDay + 1} - d.quarter])
       else (select array_agg(q.sum + case when q.number >= d.quarter then d.${column} else 0 end order by q.number)
               from unnest(r.${column}) with ordinality as q(sum, number)) end`

/** Adds to existing rows and returns their keys. */
async function addQuarters(tx: Tx, rollup: Rollup, additions: readonly Addition[]): Promise<Set<string>> {
  const rows = additions.flatMap(({ id, utcDay: date, quarters }) =>
    [...quarters].map(([quarter, sums]) => ({ id, utcDay: date, quarter, sums })),
  )
  if (rows.length === 0) return new Set()
  const counts = countColumns.map((name) => sql`${rows.map((row) => row.sums.counts[name])}::int[]`)
  const [impressions, clicks, watches, installs, actions, unpaid] = counts
  const changes = [...countColumns, rollup.amount].map((column) => `${column} = ${raised(column)}`).join(', ')
  const found = await tx.many(
    (row) => keyOf({ id: row.id, utcDay: row.utc_day }),
    sql<{ id: AdId | MediumId; utc_day: Day }>`
    update ${raw(rollup.table)} r
       set ${raw(changes)}
      from unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.utcDay)}::date[],
                  ${rows.map((row) => row.quarter)}::int[], ${impressions}, ${clicks}, ${watches}, ${installs},
                  ${actions}, ${unpaid}, ${rows.map((row) => row.sums.amountMicros)}::bigint[])
           as d(id, utc_day, quarter, ${raw([...countColumns, rollup.amount].join(', '))})
     where r.${raw(rollup.id)} = d.id and r.utc_day = d.utc_day
    returning r.${raw(rollup.id)} as id, r.utc_day`,
  )
  return new Set(found)
}

/** The 96 running sums of one figure, as an array literal. */
function runningSums(addition: Addition, figure: (sums: Sums) => bigint): string {
  const sums: bigint[] = []
  let sum = 0n
  for (let quarter = 1; quarter <= quartersPerDay; quarter++) {
    const added = addition.quarters.get(quarter)
    if (added) sum += figure(added)
    sums.push(sum)
  }
  return `{${sums.join(',')}}`
}

const added = (table: string, column: string): string => `
  ${column} = case when 0 = all(excluded.${column}) then ${table}.${column}
       else (select array_agg(q.old + q.more order by q.number)
               from unnest(${table}.${column}, excluded.${column}) with ordinality as q(old, more, number)) end`

/** Inserts new rows, and adds whole days to existing rows. */
async function addDays(tx: Tx, rollup: Rollup, additions: readonly Addition[]): Promise<void> {
  if (additions.length === 0) return
  const columns = [...countColumns, rollup.amount]
  const countTexts = countColumns.map(
    (name) =>
      sql`${additions.map((addition) => runningSums(addition, (sums) => BigInt(sums.counts[name])))}::text[]`,
  )
  const [impressions, clicks, watches, installs, actions, unpaid] = countTexts
  const casts = [...countColumns.map((name) => `d.${name}::int[]`), `d.${rollup.amount}::bigint[]`].join(', ')
  await tx.run(sql`
    insert into ${raw(rollup.table)} (${raw(rollup.id)}, utc_day, ${raw(columns.join(', '))})
    select d.id, d.utc_day, ${raw(casts)}
      from unnest(${additions.map((addition) => addition.id)}::int[], ${additions.map((addition) => addition.utcDay)}::date[],
                  ${impressions}, ${clicks}, ${watches}, ${installs}, ${actions}, ${unpaid},
                  ${additions.map((addition) => runningSums(addition, (sums) => sums.amountMicros))}::text[])
           as d(id, utc_day, ${raw(columns.join(', '))})
        on conflict (${raw(rollup.id)}, utc_day) do update
       set ${raw(columns.map((column) => added(rollup.table, column)).join(', '))}`)
}

async function write(tx: Tx, rollup: Rollup, additions: readonly Addition[]): Promise<void> {
  const found = await addQuarters(
    tx,
    rollup,
    additions.filter((addition) => addition.quarters.size === 1),
  )
  await addDays(
    tx,
    rollup,
    additions.filter((addition) => !found.has(keyOf(addition))),
  )
}

/** An ad belongs to one partition of the log, so no other batch inserts a missing row meanwhile. */
export async function writeAdRollups(tx: Tx, additions: RollupAdditions<AdId>): Promise<void> {
  await write(tx, adRollup, additions.all)
  await addAdCountries(tx, additions.all)
}

/** Many batches add to the same medium at once, so they only insert; the worker folds. */
export async function addMediumRollups(
  tx: Tx,
  additions: RollupAdditions<MediumId>,
  now: Instant,
): Promise<void> {
  const rows = additions.all.flatMap(({ id, utcDay: date, quarters }) =>
    [...quarters].flatMap(([quarter, quarterSums]) =>
      byCountry(quarterSums).map(([country, sums]) => ({ id, utcDay: date, quarter, country, sums })),
    ),
  )
  if (rows.length === 0) return
  const counts = countColumns.map((name) => sql`${rows.map((row) => row.sums.counts[name])}::int[]`)
  const [impressions, clicks, watches, installs, actions, unpaid] = counts
  await tx.run(
    prepared(
      'medium-rollup-delta',
      sql`
      insert into medium_rollup_delta (medium_id, utc_day, quarter, ${raw(countColumns.join(', '))}, revenue_micros,
                                       country, posted_at)
      select d.*, ${at(now)}::timestamptz
        from unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.utcDay)}::date[],
                    ${rows.map((row) => row.quarter)}::int[], ${impressions}, ${clicks}, ${watches}, ${installs},
                    ${actions}, ${unpaid}, ${rows.map((row) => row.sums.amountMicros)}::bigint[],
                    ${rows.map((row) => row.country)}::text[]) as d`,
    ),
  )
}

type DeltaSums = Record<RollupCount, bigint> &
  Pick<MediumRollupDeltaRow, 'medium_id' | 'utc_day' | 'quarter' | 'country' | 'revenue_micros'>

/** Moves what was added into the rollup. The caller lets one process fold at a time. */
export async function foldMediumRollups(tx: Tx): Promise<void> {
  const sums = countColumns.map((name) => `sum(${name})::bigint as ${name}`).join(', ')
  const rows = await tx.rows(sql<DeltaSums>`
    with taken as (delete from medium_rollup_delta returning *)
    select medium_id, utc_day, quarter, country, ${raw(sums)}, sum(revenue_micros)::bigint as revenue_micros
      from taken
     group by medium_id, utc_day, quarter, country
     order by medium_id, utc_day, quarter, country`)
  const additions = new Map<string, Addition>()
  for (const row of rows) {
    const { medium_id: id, utc_day: date, quarter, country, revenue_micros: amountMicros, ...counts } = row
    const key = keyOf({ id, utcDay: date })
    const addition = additions.get(key) ?? { id, utcDay: date, quarters: new Map<number, QuarterSums>() }
    additions.set(key, addition)
    const sums = addition.quarters.get(quarter) ?? { ...noSums(), countries: new Map<string, Sums>() }
    const added = { counts: toCounts(counts), amountMicros }
    addition.quarters.set(quarter, { ...plus(sums, added), countries: sums.countries })
    if (country !== '') sums.countries.set(country, added)
  }
  await write(tx, mediumRollup, [...additions.values()])
  await addMediumCountries(tx, [...additions.values()])
}
