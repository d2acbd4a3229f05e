import { type AdId, addDays, type CustomerId, type Day, seoul } from '@voltline/kernel'
import pg from 'pg'
import { type AdDay, readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { median } from '../lib/statistics.ts'
import { alternate } from './rounds.ts'
import { adsCount, buildNetwork } from './world.ts'

const rounds = 10
const eventsCount = 20_000_000
const start = '2026-05-01' as Day
const days = 180
const end = addDays(start, days - 1)
const fasterMin = 1_000
const ad = 17 as AdId
const owner = (1 + ((ad - 1) % 50)) as CustomerId

/** Twenty million events of a thousand ads over 180 days, and the rollups of those ads. */
async function fill(client: pg.Client): Promise<void> {
  process.stdout.write(`Writing ${eventsCount} events …\n`)
  // Without indexes and unlogged: only the scan is measured.
  await client.query('create unlogged table scanned_event (like event including defaults)')
  await client.query(`
    insert into scanned_event (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, partition)
    select at::date, ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
           case when i % 31 = 0 then 'CLICK' else 'IMPRESSION' end, at, 1 + i % ${adsCount}, 1 + i % 300,
           'device-' || i % 50000, 1500003, i % 16
      from (select i, timestamptz '${start}T00:00:00+09:00' + interval '1 second' * (i::float8 * ${days * 86_400} / ${eventsCount}) as at
              from generate_series(0, ${eventsCount - 1}) i) as made`)
  // The events are spread evenly, so every ad gets the rows of one. Inserted day by day, as billing does.
  await client.query(`
    with one_ad as materialized (
    select day as utc_day, array_agg(impressions::int order by quarter) as impressions,
           array_agg(clicks::int order by quarter) as clicks, array_fill(0, array[96]) as none,
           array_agg(cost::bigint order by quarter) as cost_micros
      from (select day, quarter,
                   sum(count(e.*) filter (where e.action = 'IMPRESSION')) over running as impressions,
                   sum(count(e.*) filter (where e.action = 'CLICK')) over running as clicks,
                   sum(coalesce(sum(e.price_micros) filter (where e.action = 'IMPRESSION'), 0)) over running as cost
              from (select day::date as day, quarter
                      from generate_series(date '${start}' - 1, date '${end}', interval '1 day') day,
                           generate_series(0, 95) quarter) as slots
              left join (select action, price_micros,
                                (received_at at time zone 'UTC')::date as day,
                                (extract(hour from received_at at time zone 'UTC') * 4
                                 + floor(extract(minute from received_at) / 15))::int as quarter
                           from scanned_event where ad_id = ${ad}) as e using (day, quarter)
             group by day, quarter
            window running as (partition by day order by quarter)) as sums
     group by day)
    insert into ad_rollup
    select ad_id, utc_day, impressions, clicks, none, none, none, none, cost_micros
      from one_ad, generate_series(1, ${adsCount}) ad_id order by utc_day, ad_id`)
  await client.query('vacuum analyze scanned_event')
  await client.query('vacuum analyze ad_rollup')
}

/** Measures the report of one ad. Returns whether the figure is met. */
export async function measureReport(url: string): Promise<boolean> {
  const db = new Database({ url, connectionsMax: 2, statementMsMax: 600_000, onLost: () => {} })
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    await buildNetwork(db)
    await fill(client)
    const range = { zone: seoul, start, end }
    let read: AdDay[] = []
    let scanned: { line: string }[] = []
    const [reading, scanning] = await alternate(
      '5. One ad’s 180 days by local day, from the rollups against a scan of 20 million events',
      [
        {
          name: 'rollups',
          times: 50,
          async run() {
            read = await db.read((session) => readAdDays(session, { owner, adId: ad }, range))
          },
        },
        {
          name: 'scan',
          async run() {
            const found = await client.query<{ line: string }>(`
              select concat_ws(' ', (received_at at time zone '${seoul}')::date,
                               count(*) filter (where action = 'IMPRESSION'), count(*) filter (where action = 'CLICK'),
                               coalesce(sum(price_micros) filter (where action = 'IMPRESSION'), 0)) as line
                from scanned_event where ad_id = ${ad}
               group by (received_at at time zone '${seoul}')::date order by 1`)
            scanned = found.rows
          },
        },
      ],
      rounds,
    )
    const lines = read.map(
      ({ day, impressions, clicks, costMicros }) => `${day} ${impressions} ${clicks} ${costMicros}`,
    )
    if (lines.join('\n') !== scanned.map((row) => row.line).join('\n'))
      throw new Error('The report and the scan do not agree.')
    const ratio = median(scanning) / median(reading)
    const isMet = ratio >= fasterMin
    process.stdout.write(
      `  ${Math.round(ratio)} times faster, at least ${fasterMin}: ${isMet ? 'met' : 'MISSED'}\n`,
    )
    return isMet
  } finally {
    await client.end()
    await db.close()
  }
}
