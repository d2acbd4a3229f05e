import { apiPrefix, reportByDaily } from '@voltline/contract'
import { addDays, type CustomerId, type Day, instant, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../server/src/domain/account/customer-store.ts'
import { type OpenedSession, openSession } from '../server/src/domain/account/session/store.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { median } from './lib/statistics.ts'
import { measureWeb } from './web/program.ts'

const apps = 50
const unitsPerApp = 3
const shortDays = 7
const longDays = 180
const warmUps = 10
const rounds = 50
const last = '2026-11-03' as Day

interface Publisher extends OpenedSession {
  id: CustomerId
}

/** A publisher with 50 apps of three units, each with impressions in every quarter-hour of every day. */
function makePublisher(db: Database): Promise<Publisher> {
  const now = instant(Date.parse(`${last}T12:00:00+09:00`))
  return db.transaction(async (tx) => {
    const id = await insertCustomer(
      tx,
      {
        type: 'PUBLISHER',
        email: 'bench@company.test',
        passwordHash: 'none',
        firstName: 'Bench',
        lastName: 'Mark',
        company: 'Bench',
        zone: 'Asia/Kolkata' as Zone,
        postbackSecret: Buffer.alloc(1),
      },
      now,
    )
    await tx.run(sql`
      with new_apps as (
        insert into app (customer_id, name, platform, store_url, adult, registered_at, updated_at)
        select ${id}, 'App ' || n, 'AOS', 'https://example.com/' || n, false, ${new Date(now)}, ${new Date(now)}
          from generate_series(1, ${apps}) as n
        returning app_id)
      insert into medium (app_id, name, product, registered_at, updated_at)
      select app_id, 'Unit ' || n, 'BANNER', ${new Date(now)}, ${new Date(now)}
        from new_apps, generate_series(1, ${unitsPerApp}) as n`)
    await tx.run(sql`
      with sums as (select array_agg(n order by n) as counts, array_agg(n * 1700::bigint order by n) as money,
                           array_fill(0, array[96]) as none
                      from generate_series(1, 96) as n)
      insert into medium_rollup (medium_id, utc_day, impressions, clicks, watches, installs, actions, unpaid,
                                 revenue_micros)
      select medium_id, day::date, counts, none, none, none, none, none, money
        from medium, sums,
             generate_series(${addDays(last, -longDays)}::date, ${last}::date, interval '1 day') as day`)
    const opened = await openSession(tx, { customerId: id }, now)
    return { id, ...opened }
  })
}

async function medianMs(work: () => Promise<void>): Promise<number> {
  for (let round = 0; round < warmUps; round++) await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}

async function measure(url: string, publisher: Publisher): Promise<boolean> {
  const request = async (days: number) => {
    const query = new URLSearchParams({ startDate: addDays(last, 1 - days), endDate: last })
    const response = await fetch(`${url}${apiPrefix}${reportByDaily.path}?${query}`, {
      headers: {
        authorization: `Bearer ${publisher.accessToken}`,
        custid: String(publisher.id),
        sessionkey: publisher.sessionKey,
      },
    })
    const { error, list } = (await response.json()) as { error: string; list: { Impressions: number }[] }
    if (error !== 'SUCCESS' || list.length !== days) throw new Error(`The report returned ${error}.`)
    if (!list.slice(0, -1).every((row) => row.Impressions === 96 * apps * unitsPerApp)) {
      throw new Error('A day lacks some of its impressions.')
    }
  }
  const short = await medianMs(() => request(shortDays))
  const long = await medianMs(() => request(longDays))
  const ratio = long / short
  const ratioMax = longDays / shortDays
  console.log(`daily report of ${apps} apps, median of ${rounds} requests`)
  console.log(`${shortDays} days ${short.toFixed(2)} ms, ${longDays} days ${long.toFixed(2)} ms`)
  console.log(`ratio ${ratio.toFixed(1)} (at most ${ratioMax.toFixed(1)}, the ratio of the days)`)
  return ratio <= ratioMax
}

/** The daily report of 180 days takes at most 180/7 times as long as the report of 7 days. */
export async function bench(): Promise<void> {
  const settings = { VOLTLINE_NOW: `${last}T23:00:00+09:00` }
  const isMet = await measureWeb({ settings, fill: makePublisher, measure })
  if (!isMet) throw new Error(`The report of ${longDays} days takes too long.`)
}
