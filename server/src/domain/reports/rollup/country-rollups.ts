import type { Tx } from '../../../platform/database/database.ts'
import { raw, sql } from '../../../platform/database/sql.ts'
import { countColumns } from './read-figures.ts'
import { type Addition, isNothing, minus, noSums, plus, type QuarterSums, type Sums } from './sums.ts'

interface CountryRollup {
  /** Tables `<of>_country_day` and `<of>_country_quarter`. */
  of: 'ad' | 'medium'
  amount: string
}

/** The parts of a quarter-hour: each country, and '' for what is of unknown country. */
export function byCountry({ countries, ...sums }: QuarterSums): [country: string, sums: Sums][] {
  const rest = [...countries.values()].reduce<Sums>(minus, sums)
  return isNothing(rest) ? [...countries] : [...countries, ['', rest]]
}

interface Row {
  key: readonly [id: number, utcDay: string, quarter: number, country: string]
  sums: Sums
}

/** Adds in key order, to avoid deadlocks. */
async function add(
  tx: Tx,
  { of, amount }: CountryRollup,
  table: 'day' | 'quarter',
  rows: readonly Row[],
): Promise<void> {
  const columns = [...countColumns, amount]
  const counts = countColumns.map((name) => sql`${rows.map((row) => row.sums.counts[name])}::int[]`)
  const [impressions, clicks, watches, installs, actions, unpaid] = counts
  const key = table === 'day' ? `${of}_id, utc_day, country` : `${of}_id, utc_day, quarter, country`
  const sums = columns.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')
  await tx.run(sql`
    insert into ${raw(`${of}_country_${table}`)} as known (${raw(key)}, ${raw(columns.join(', '))})
    select ${raw(key)}, ${raw(columns.join(', '))}
      from unnest(${rows.map((row) => row.key[0])}::int[], ${rows.map((row) => row.key[1])}::date[],
                  ${rows.map((row) => row.key[2])}::smallint[], ${rows.map((row) => row.key[3])}::text[],
                  ${impressions}, ${clicks}, ${watches}, ${installs}, ${actions}, ${unpaid},
                  ${rows.map((row) => row.sums.amountMicros)}::bigint[])
           as d(${raw(`${of}_id, utc_day, quarter, country, ${columns.join(', ')}`)})
     order by ${raw(key)}
        on conflict (${raw(key)}) do update set ${raw(sums)}`)
}

async function addCountries(tx: Tx, rollup: CountryRollup, additions: readonly Addition[]): Promise<void> {
  const quarters: Row[] = []
  const days: Row[] = []
  for (const { id, utcDay, quarters: ofDay } of additions) {
    const inDay = new Map<string, Sums>()
    for (const [quarter, { countries }] of ofDay) {
      for (const [country, sums] of countries) {
        quarters.push({ key: [id, utcDay, quarter, country], sums })
        inDay.set(country, plus(inDay.get(country) ?? noSums(), sums))
      }
    }
    for (const [country, sums] of inDay) days.push({ key: [id, utcDay, 0, country], sums })
  }
  if (days.length === 0) return
  await add(tx, rollup, 'day', days)
  await add(tx, rollup, 'quarter', quarters)
}

/** An ad belongs to one partition of the log, so batches of other partitions do not wait for these rows. */
export const addAdCountries = (tx: Tx, additions: readonly Addition[]): Promise<void> =>
  addCountries(tx, { of: 'ad', amount: 'cost_micros' }, additions)

export const addMediumCountries = (tx: Tx, additions: readonly Addition[]): Promise<void> =>
  addCountries(tx, { of: 'medium', amount: 'revenue_micros' }, additions)
