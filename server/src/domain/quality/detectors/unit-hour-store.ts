import { type Instant, utcDay } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { UnitHourRow } from '../../../platform/database/rows.ts'
import { at, raw, sql } from '../../../platform/database/sql.ts'
import { quarterOf } from '../../reports/rollup/quarter.ts'
import { installTimesFrom } from './install-times.ts'
import type { UnitHour } from './unit-hour.ts'

const quartersPerHour = 4

/** Adds the counts of two objects. */
const mergedCounts = (column: string): string => `
  ${column} = (select coalesce(jsonb_object_agg(key, count), '{}')
                 from (select key, sum(value::int) as count
                         from (select * from jsonb_each_text(known.${column})
                                union all select * from jsonb_each_text(excluded.${column})) as both_
                        group by key) as merged)`

const countColumns = [
  ...['impressions', 'clicks', 'watches', 'installs', 'actions', 'reported', 'addressed', 'mismatched'],
  ...['devices', 'new_devices', 'gap_devices', 'regular_devices'],
]
const additions = [
  ...countColumns.map((column) => `${column} = known.${column} + excluded.${column}`),
  `install_times = array[${installTimesFrom
    .map((_, index) => `known.install_times[${index + 1}] + excluded.install_times[${index + 1}]`)
    .join(', ')}]`,
  ...['countries', 'addresses', 'networks'].map(mergedCounts),
].join(', ')

/** Adds what units did in an hour. Events that were decided late come in a later call. */
export async function addUnitHours(tx: Tx, hourAt: Instant, units: readonly UnitHour[]): Promise<void> {
  if (units.length === 0) return
  await tx.run(sql`
    insert into unit_hour as known (hour_at, medium_id, ${raw(countColumns.join(', '))}, invalid, install_times,
                                    countries, addresses, networks)
    select ${at(hourAt)}::timestamptz, u.medium_id, ${raw(countColumns.map((column) => `u.${column}`).join(', '))}, 0,
           u.install_times::int[], u.countries, u.addresses, u.networks
      from unnest(${units.map((unit) => unit.mediumId)}::int[], ${units.map((unit) => unit.impressions)}::int[],
                  ${units.map((unit) => unit.clicks)}::int[], ${units.map((unit) => unit.watches)}::int[],
                  ${units.map((unit) => unit.installs)}::int[], ${units.map((unit) => unit.actions)}::int[],
                  ${units.map((unit) => unit.reported)}::int[], ${units.map((unit) => unit.addressed)}::int[],
                  ${units.map((unit) => unit.mismatched)}::int[], ${units.map((unit) => unit.devices)}::int[],
                  ${units.map((unit) => unit.newDevices)}::int[], ${units.map((unit) => unit.gapDevices)}::int[],
                  ${units.map((unit) => unit.regularDevices)}::int[],
                  ${units.map((unit) => `{${unit.installTimes.join(',')}}`)}::text[],
                  ${units.map((unit) => JSON.stringify(unit.countries))}::jsonb[],
                  ${units.map((unit) => JSON.stringify(unit.addresses))}::jsonb[],
                  ${units.map((unit) => JSON.stringify(unit.networks))}::jsonb[])
             as u(medium_id, ${raw(countColumns.join(', '))}, install_times, countries, addresses, networks)
        on conflict (hour_at, medium_id) do update set ${raw(additions)}`)
  await countInvalid(tx, hourAt, units)
}

/** As everybody counts them: with what delivery refused before there was an event. */
const countInvalid = (tx: Tx, hourAt: Instant, units: readonly UnitHour[]): Promise<number> => {
  const first = quarterOf(hourAt)
  return tx.run(sql`
    update unit_hour h
       set invalid = coalesce((select sum(i.count) from invalid_rollup_now i
                                where i.medium_id = h.medium_id and i.utc_day = ${utcDay(hourAt)}
                                  and i.quarter between ${first} and ${first + quartersPerHour - 1}), 0)
     where h.hour_at = ${at(hourAt)} and h.medium_id = any(${units.map((unit) => unit.mediumId)}::int[])`)
}

/** Hours with traffic from then on, oldest first. */
export const hoursSince = (session: ReadSession, from: Instant): Promise<Instant[]> =>
  session.many(
    (row) => row.hour_at,
    sql<Pick<UnitHourRow, 'hour_at'>>`
    select distinct hour_at from unit_hour where hour_at >= ${at(from)} order by hour_at`,
  )

export const deleteUnitHoursBefore = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from unit_hour where hour_at < ${at(before)}`)

/** Reported events since then, and those of them whose address identifies somebody. */
export const countAddressed = (
  session: ReadSession,
  since: Instant,
): Promise<{ reported: number; addressed: number }> =>
  session.one(
    (row) => ({ reported: Number(row.reported), addressed: Number(row.addressed) }),
    sql<{ reported: bigint; addressed: bigint }>`
    select coalesce(sum(reported), 0)::bigint as reported, coalesce(sum(addressed), 0)::bigint as addressed
      from unit_hour where hour_at >= ${at(since)}`,
  )
