import { type AdId, type CustomerId, type Day, instant, startOfDay, type Zone } from '@voltline/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { Database } from '../../../platform/database/database.ts'
import { spansOf } from './quarter.ts'
import { readAdDays } from './read-ad-days.ts'
import { countColumns } from './read-figures.ts'

const fresh = useFreshDatabase()
let db: Database

const quarters = 96
const quarterMs = 15 * 60_000
const ads = [1, 2, 3] as AdId[]
const [owner, stranger] = [1, 2] as [CustomerId, CustomerId]
const columns = [...countColumns, 'cost_micros']
type Column = (typeof columns)[number]

/** All figures of a quarter differ, so that swapped figures are noticed. */
const figureOf = (adId: number, at: number, column: Column): bigint => {
  const quarter = Math.floor(at / quarterMs)
  return BigInt(((quarter * 31 + adId * 7 + columns.indexOf(column) * 13) % 97) + 1)
}

/** A day without events has no row. */
const hasRow = (adId: number, utcDay: string): boolean => (Number(utcDay.slice(-2)) + adId) % 9 !== 0

const dayMs = quarters * quarterMs
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const stretches = [
  ['2026-03-01', '2026-04-20'],
  ['2026-10-01', '2026-11-20'],
  ['2011-12-20', '2012-01-05'],
] as const

beforeAll(async () => {
  db = new Database({ url: fresh.url, connectionsMax: 2, statementMsMax: 30_000, onLost: () => {} })
  const statements = [
    `insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                           postback_secret, registered_at, updated_at)
     select 'ADVERTISER', 'a' || n, 'a' || n, '', '', '', '', 'UTC', '\\x00', now(), now() from generate_series(1, 2) n`,
    `insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
     values (1, 'c', 'AOS', 2e15, '{Global}', now(), now())`,
    `insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                     day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
     select 1, 1, 'BANNER', 'CPM', 'a', 'AOS', '{}', '{Global}', '{1,1,1,1,1,1,1}', 2e15, 2e15, 1000, 2000,
            'INPROGRESS', now(), now() from generate_series(1, 3)`,
  ]
  for (const text of statements) await db.transaction((session) => session.run({ text, values: [] }))
  for (const [first, last] of stretches) {
    for (let at = Date.parse(first) - dayMs; at <= Date.parse(last) + dayMs; at += dayMs) {
      for (const adId of ads.filter((ad) => hasRow(ad, textOf(at)))) await writeDay(adId, at)
    }
  }
})
afterAll(() => db.close())

/** Running sums of a UTC day, as billing writes them. */
async function writeDay(adId: AdId, at: number): Promise<void> {
  const sums = columns.map((column) => {
    let sum = 0n
    return Array.from({ length: quarters }, (_, quarter) => {
      sum += figureOf(adId, at + quarter * quarterMs, column)
      return sum
    })
  })
  await db.transaction((session) =>
    session.run({
      text: 'insert into ad_rollup values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      values: [adId, textOf(at), ...sums],
    }),
  )
}

/** Quarter by quarter. */
function addUp(adId: AdId, day: { from: number; to: number }): bigint[] | undefined {
  const totals = columns.map(() => 0n)
  let isAny = false
  for (let at = day.from; at < day.to; at += quarterMs) {
    if (!hasRow(adId, textOf(at))) continue
    isAny = true
    for (const [place, column] of columns.entries()) {
      totals[place] = (totals[place] ?? 0n) + figureOf(adId, at, column)
    }
  }
  return isAny ? totals : undefined
}

const zones = [
  'UTC',
  'Asia/Seoul',
  'Asia/Kathmandu',
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Atlantic/Azores',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
] as Zone[]

describe('the days of an ad are the sums of its quarter-hours', () => {
  test.each(zones)('in %s, also at clock changes and skipped dates', async (zone) => {
    for (const [start, end] of stretches as unknown as [Day, Day][]) {
      const range = { zone, start, end }
      const found = await db.read((session) => readAdDays(session, { owner, adId: 2 as AdId }, range))
      const expected = spansOf(range).flatMap((span) => {
        const totals = addUp(2 as AdId, span)
        return totals ? [{ day: span.day, totals }] : []
      })
      expect(
        found.map((adDay) => ({
          day: adDay.day,
          totals: [...countColumns.map((column) => BigInt(adDay[column])), adDay.costMicros],
        })),
      ).toEqual(expected)
    }
  })

  test('for a single day, and for a day without events around it', async () => {
    const zone = 'Asia/Seoul' as Zone
    const day = '2026-10-10' as Day
    const from = startOfDay(day, zone)
    const [one] = await db.read((session) =>
      readAdDays(session, { owner, adId: 1 as AdId }, { zone, start: day, end: day }),
    )
    expect(one?.impressions).toBe(
      Number(addUp(1 as AdId, { from, to: instant(from + dayMs) })?.[0] ?? Number.NaN),
    )
    const empty = '2025-01-01' as Day
    expect(
      await db.read((session) =>
        readAdDays(session, { owner, adId: 1 as AdId }, { zone, start: empty, end: empty }),
      ),
    ).toEqual([])
  })
})

test('the days of several ads are ordered by ad, newest first, and only the owner’s are read', async () => {
  const range = { zone: 'Europe/London' as Zone, start: '2026-10-20' as Day, end: '2026-10-30' as Day }
  const all = await db.read((session) => readAdDays(session, { owner }, range))
  expect([...new Set(all.map((adDay) => adDay.adId))]).toEqual([3, 2, 1])
  for (const adId of ads) {
    const own = await db.read((session) => readAdDays(session, { owner, adId }, range))
    expect(all.filter((adDay) => adDay.adId === adId)).toEqual(own)
    expect(own.map((adDay) => adDay.day)).toEqual(own.map((adDay) => adDay.day).toSorted())
  }
  expect(await db.read((session) => readAdDays(session, { owner: stranger }, range))).toEqual([])
  expect(
    await db.read((session) => readAdDays(session, { owner: stranger, adId: 2 as AdId }, range)),
  ).toEqual([])
})
