import { hour, type Instant, instant, type MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { MediumRow } from '../../../platform/database/rows.ts'
import { at, type Query, raw, sql } from '../../../platform/database/sql.ts'
import type { Span } from '../cases/period.ts'
import { installTimesFrom } from './install-times.ts'
import type { UnitWindow } from './signals.ts'

/** A unit's window, from its first hour with traffic. */
export interface SeenWindow extends UnitWindow {
  firstHourAt: Instant
}

const sums = [
  ...['impressions', 'clicks', 'watches', 'installs', 'actions', 'invalid', 'reported', 'addressed'],
  ...['mismatched', 'devices', 'new_devices', 'gap_devices', 'regular_devices'],
]

/**
 * The hours of a window. A unit's traffic up to the end of a case that was decided, or that is open, has been looked at:
 * only what came later counts.
 */
const hoursOf = ({ from, to }: Span): Query => sql`
  (select h.*
     from unit_hour h
     left join (select medium_id, max(to_at) as to_at from quality_case
                 where status <> 'OPEN' or origin = 'DETECTOR' group by medium_id) as c using (medium_id)
    where h.hour_at >= ${at(from)} and h.hour_at < ${at(to)} and (c.to_at is null or h.hour_at > c.to_at)) as h`

type SumRow = Record<
  | 'impressions'
  | 'clicks'
  | 'watches'
  | 'installs'
  | 'actions'
  | 'invalid'
  | 'reported'
  | 'addressed'
  | 'mismatched'
  | 'devices'
  | 'new_devices'
  | 'gap_devices'
  | 'regular_devices'
  | 'top_address'
  | 'top_network',
  bigint
> &
  Pick<MediumRow, 'medium_id' | 'product'> & {
    country: string
    first_hour_at: Instant
    install_times: bigint[]
  }

const toWindow = (row: SumRow): SeenWindow => ({
  mediumId: row.medium_id,
  product: row.product,
  country: row.country,
  firstHourAt: row.first_hour_at,
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
  watches: Number(row.watches),
  installs: Number(row.installs),
  actions: Number(row.actions),
  invalid: Number(row.invalid),
  reported: Number(row.reported),
  addressed: Number(row.addressed),
  topAddress: Number(row.top_address),
  topNetwork: Number(row.top_network),
  mismatched: Number(row.mismatched),
  devices: Number(row.devices),
  newDevices: Number(row.new_devices),
  gapDevices: Number(row.gap_devices),
  regularDevices: Number(row.regular_devices),
  installTimes: row.install_times.map(Number),
  hours: [],
})

/** The sums by key of a column of counts, of each unit. */
const keyed = (span: Span, column: string): Query => sql`
  (select h.medium_id, k.key, sum(k.value::int)::bigint as count
     from ${hoursOf(span)}, jsonb_each_text(h.${raw(column)}) as k group by 1, 2)`

const largest = (span: Span, column: string): Query => sql`
  (select medium_id, max(count) as count from ${keyed(span, column)} as counted group by medium_id)`

/** Every unit with traffic in the window. */
export async function readWindow(session: ReadSession, span: Span): Promise<SeenWindow[]> {
  const total = (column: string) => `sum(h.${column})::bigint as ${column}`
  const times = installTimesFrom.map((_, index) => `sum(h.install_times[${index + 1}])`).join(', ')
  const windows = await session.many(
    toWindow,
    sql<SumRow>`
    select total.*, m.product, coalesce(place.key, '') as country,
           coalesce(address.count, 0)::bigint as top_address, coalesce(network.count, 0)::bigint as top_network
      from (select h.medium_id, min(h.hour_at) as first_hour_at, ${raw(sums.map(total).join(', '))},
                   array[${raw(times)}]::bigint[] as install_times
              from ${hoursOf(span)} group by h.medium_id) as total
      join medium m using (medium_id)
      left join (select distinct on (medium_id) medium_id, key from ${keyed(span, 'countries')} as counted
                  order by medium_id, count desc, key) as place using (medium_id)
      left join ${largest(span, 'addresses')} as address using (medium_id)
      left join ${largest(span, 'networks')} as network using (medium_id)
     order by medium_id`,
  )
  return span.to - span.from > hour ? withHours(session, span, windows) : windows
}

const hoursPerDay = 24

async function withHours(
  session: ReadSession,
  span: Span,
  windows: readonly SeenWindow[],
): Promise<SeenWindow[]> {
  const rows = await session.rows(sql<{ medium_id: MediumId; hour: number; count: bigint }>`
    select h.medium_id, extract(hour from h.hour_at at time zone 'UTC')::int as hour,
           sum(h.impressions + h.clicks + h.watches + h.installs + h.actions + h.invalid)::bigint as count
      from ${hoursOf(span)} group by 1, 2`)
  const firstHour = new Date(instant(span.to)).getUTCHours()
  const byUnit = new Map<MediumId, number[]>()
  for (const row of rows) {
    const hours = byUnit.get(row.medium_id) ?? Array.from({ length: hoursPerDay }, () => 0)
    byUnit.set(row.medium_id, hours)
    // From the hour that is longest ago, so that a unit seen for some hours has them next to each other.
    hours[(row.hour - firstHour + hoursPerDay) % hoursPerDay] = Number(row.count)
  }
  return windows.map((window) => ({ ...window, hours: byUnit.get(window.mediumId) ?? [] }))
}
