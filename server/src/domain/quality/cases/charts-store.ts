import { hour, type Instant, instant, type MediumId, type Micros, utcDay } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { ChargeRow, MediumRow } from '../../../platform/database/rows.ts'
import { at, type Query, raw, sql } from '../../../platform/database/sql.ts'
import { lateMsMax } from '../../events/offer-life.ts'
import { quarterOf } from '../../reports/rollup/quarter.ts'
import { installTimesFrom } from '../detectors/install-times.ts'
import type { Period } from './period.ts'

export interface HourCounts {
  at: Instant
  impressions: number
  clicks: number
  watches: number
  installs: number
}

const counted = ['impressions', 'clicks', 'watches', 'installs'] as const
const quartersPerHour = 4

interface HourRow {
  hour: number
  impressions: bigint
  clicks: bigint
  watches: bigint
  installs: bigint
}

/** The hours of the units; hours without an event have no row. */
export async function readHours(
  session: ReadSession,
  units: { mediumId: MediumId } | { product: MediumRow['product'] },
  hours: readonly Instant[],
): Promise<Map<Instant, HourCounts>> {
  const ofUnits: Query =
    'mediumId' in units
      ? sql`r.medium_id = ${units.mediumId}`
      : sql`r.medium_id in (select medium_id from medium where product = ${units.product})`
  const lasts = hours.map((from) => quarterOf(from) + quartersPerHour - 1)
  const sums = counted.map(
    (name) =>
      `sum(r.${name}[h.last] - case h.last when ${quartersPerHour} then 0 else r.${name}[h.last - ${quartersPerHour}] end)::bigint as ${name}`,
  )
  const rows = await session.rows(sql<HourRow>`
    select h.hour, ${raw(sums.join(', '))}
      from unnest(${hours.map((_, index) => index)}::int[], ${hours.map((from) => utcDay(from))}::date[],
                  ${lasts}::int[]) as h(hour, utc_day, last)
      join medium_rollup_now r on r.utc_day = h.utc_day
     where ${ofUnits}
     group by h.hour`)
  return new Map(
    rows.map((row) => {
      const from = hours[row.hour] ?? instant(0)
      return [
        from,
        {
          at: from,
          impressions: Number(row.impressions),
          clicks: Number(row.clicks),
          watches: Number(row.watches),
          installs: Number(row.installs),
        },
      ]
    }),
  )
}

export const hoursOf = ({ from, to }: Period, hoursMax: number): Instant[] => {
  const last = Math.floor(to / hour) * hour
  const first = Math.max(Math.floor(from / hour) * hour, last - (hoursMax - 1) * hour)
  return Array.from({ length: (last - first) / hour + 1 }, (_, index) => instant(first + index * hour))
}

export interface DeviceCharges {
  deviceId: string
  charges: number
  publisherMicros: Micros
}

/** The devices of a unit with the most charges in the period, corrected ones included. */
export const topDevices = (
  session: ReadSession,
  mediumId: MediumId,
  { from, to }: Period,
  devicesMax: number,
): Promise<DeviceCharges[]> =>
  session.many(
    (row) => ({
      deviceId: row.device_id,
      charges: Number(row.charges),
      publisherMicros: row.publisher_micros,
    }),
    sql<{ device_id: NonNullable<ChargeRow['device_id']>; charges: bigint; publisher_micros: Micros }>`
    select h.device_id, count(*) as charges, sum(h.publisher_micros)::bigint as publisher_micros
      from charge h
     where h.medium_id = ${mediumId} and h.device_id is not null
       and h.received_at >= ${at(from)}::timestamptz and h.received_at < ${at(to + 1)}::timestamptz
       and h.issue_day between ${utcDay(instant(from - lateMsMax - 24 * hour))}::date
                           and ${utcDay(instant(to + 24 * hour))}::date
     group by h.device_id order by 2 desc, 1 limit ${devicesMax}`,
  )

/** The hours that are wholly or partly in the period. */
const ofPeriod = ({ from, to }: Period): Query => sql`
  h.hour_at >= ${at(Math.floor(from / hour) * hour)} and h.hour_at <= ${at(to)}`

export interface AddressEvents {
  events: number
  /** Of the unit's events with a known address. */
  share: number
}

/** The addresses of a unit with the most events in the period, as far as the hours of units are kept. */
export const topAddresses = (
  session: ReadSession,
  mediumId: MediumId,
  period: Period,
  addressesMax: number,
): Promise<AddressEvents[]> =>
  session.many(
    (row) => ({ events: Number(row.events), share: Number(row.events) / Number(row.addressed) }),
    sql<{ events: bigint; addressed: bigint }>`
    select sum(k.value::int)::bigint as events,
           (select sum(h.addressed)::bigint from unit_hour h
             where h.medium_id = ${mediumId} and ${ofPeriod(period)}) as addressed
      from unit_hour h, jsonb_each_text(h.addresses) as k
     where h.medium_id = ${mediumId} and ${ofPeriod(period)}
     group by k.key order by 1 desc, k.key limit ${addressesMax}`,
  )

/** Installs by the class of the time since their click, of a unit or of all units of a product. */
export const installTimesOf = (
  session: ReadSession,
  units: { mediumId: MediumId } | { product: MediumRow['product'] },
  period: Period,
): Promise<number[]> => {
  const ofUnits: Query =
    'mediumId' in units
      ? sql`h.medium_id = ${units.mediumId}`
      : sql`h.medium_id in (select medium_id from medium where product = ${units.product})`
  const sums = installTimesFrom.map((_, index) => `coalesce(sum(h.install_times[${index + 1}]), 0)`)
  return session.one(
    (row) => row.times.map(Number),
    sql<{ times: bigint[] }>`
    select array[${raw(sums.join(', '))}]::bigint[] as times from unit_hour h where ${ofUnits} and ${ofPeriod(period)}`,
  )
}
