import { type Day, type Instant, type MediumId, type Micros, micros, noMoney, utcDay } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CountedEvent } from '../events/counting.ts'
import type { EventKey } from '../events/event-log.ts'
import type { ChargeGroup } from '../ledger/charge-store.ts'
import { offerOf } from '../quality/evidence/evidence.ts'
import { quarterOf } from '../reports/rollup/quarter.ts'

/** What a batch adds to a unit from one country in one quarter-hour. */
export interface CountryAddition {
  mediumId: MediumId
  utcDay: Day
  quarter: number
  country: string
  impressions: number
  revenueMicros: Micros
}

/** The impressions and the revenue of a batch, by the country of the offers. */
export function countryAdditions(
  counted: readonly Pick<CountedEvent, 'event'>[],
  groups: readonly Pick<ChargeGroup, 'charges'>[],
): CountryAddition[] {
  const additions = new Map<string, CountryAddition>()
  const additionOf = (mediumId: MediumId, at: Instant, country: string): CountryAddition => {
    const [date, quarter] = [utcDay(at), quarterOf(at)]
    const key = `${mediumId}/${date}/${quarter}/${country}`
    const known = additions.get(key)
    if (known) return known
    const made = { mediumId, utcDay: date, quarter, country, impressions: 0, revenueMicros: noMoney }
    additions.set(key, made)
    return made
  }
  for (const { event } of counted) {
    if (event.action !== 'IMPRESSION') continue
    additionOf(event.mediumId, event.receivedAt, offerOf(event.evidence).offerCountry).impressions++
  }
  for (const { mediumId, receivedAt, country, publisherMicros } of groups.flatMap(({ charges }) => charges)) {
    const addition = additionOf(mediumId, receivedAt, country)
    addition.revenueMicros = micros(addition.revenueMicros + publisherMicros)
  }
  return [...additions.values()]
}

/** Many batches add to the same unit at once, so they only insert; the worker folds. */
export async function addCountries(tx: Tx, additions: readonly CountryAddition[]): Promise<void> {
  if (additions.length === 0) return
  await tx.run(sql`
    insert into medium_country_delta (medium_id, utc_day, quarter, country, impressions, revenue_micros)
    select * from unnest(${additions.map((row) => row.mediumId)}::int[], ${additions.map((row) => row.utcDay)}::date[],
                         ${additions.map((row) => row.quarter)}::int[], ${additions.map((row) => row.country)}::text[],
                         ${additions.map((row) => row.impressions)}::int[],
                         ${additions.map((row) => row.revenueMicros)}::bigint[])`)
}

/** Takes the revenue of corrected charges out of the quarter-hours in which it was earned. */
export const takeBackCountries = (tx: Tx, charges: readonly EventKey[]): Promise<number> =>
  tx.run(sql`
    insert into medium_country_delta (medium_id, utc_day, quarter, country, impressions, revenue_micros)
    select c.medium_id, (c.received_at at time zone 'UTC')::date,
           extract(epoch from c.received_at)::bigint % 86400 / 900 + 1, c.country, 0, -sum(c.publisher_micros)
      from unnest(${charges.map((charge) => charge.issueDay)}::date[],
                  ${charges.map((charge) => charge.offerId)}::uuid[],
                  ${charges.map((charge) => charge.action)}::text[]) as d(issue_day, offer_id, action)
      join charge c using (issue_day, offer_id, action)
     group by 1, 2, 3, 4`)

/** Moves what was added into the rollup. The caller lets one process fold at a time. */
export const foldCountries = (tx: Tx): Promise<number> =>
  tx.run(sql`
    with taken as (delete from medium_country_delta returning *),
         summed as (select medium_id, utc_day, country, quarter, sum(impressions) as impressions,
                           sum(revenue_micros) as revenue_micros
                      from taken group by 1, 2, 3, 4),
         days as (select k.medium_id, k.utc_day, k.country,
                         array_agg(coalesce(s.impressions, 0) order by q.quarter)::int[] as impressions,
                         array_agg(coalesce(s.revenue_micros, 0) order by q.quarter)::bigint[] as revenue_micros
                    from (select distinct medium_id, utc_day, country from summed) as k
                   cross join generate_series(1, 96) as q(quarter)
                    left join summed s on s.medium_id = k.medium_id and s.utc_day = k.utc_day
                                      and s.country = k.country and s.quarter = q.quarter
                   group by 1, 2, 3)
    insert into medium_country_rollup as known (medium_id, utc_day, country, impressions, revenue_micros)
    select * from days order by 1, 2, 3
        on conflict (medium_id, utc_day, country) do update
       set impressions = add_counts(known.impressions, excluded.impressions),
           revenue_micros = add_amounts(known.revenue_micros, excluded.revenue_micros)`)
