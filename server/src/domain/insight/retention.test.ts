import { instant } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { insightDeletions } from './retention.ts'
import { addAdOutcomes } from './rollup-store.ts'

const own = useFreshDatabase()
let db: Database
beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 3, statementMsMax: 5_000, onLost: () => {} })
})
afterAll(() => db.close())

const now = instant(Date.parse('2026-11-17T00:00:00Z'))
const counts = Array.from({ length: 96 }, (_, index) => index)
const add = (...days: string[]) =>
  db.transaction((tx) =>
    addAdOutcomes(
      tx,
      days.map((utcDay) => ({ key: { adId: 1, outcome: 'won' }, utcDay, counts }) as never),
    ),
  )
const kept = () =>
  db.read((session) =>
    session.rows(sql<{ utc_day: string; counts: number[] }>`
      select utc_day, counts from ad_request_rollup order by 1`),
  )

test('counts are kept 200 days, by the hour once they are 14 days old, and nothing is lost or counted twice', async () => {
  await add('2026-11-17', '2026-11-03', '2026-11-02', '2026-05-01', '2026-04-30')
  const clean = async () => {
    for (const remove of insightDeletions(now)) await db.transaction(remove)
  }
  await clean()
  await clean()
  const hours = Array.from({ length: 24 }, (_, hour) => 16 * hour + 6)
  expect(await kept()).toEqual([
    { utc_day: '2026-05-01', counts: hours },
    { utc_day: '2026-11-02', counts: hours },
    { utc_day: '2026-11-03', counts },
    { utc_day: '2026-11-17', counts },
  ])
  await add('2026-11-02', '2026-11-17')
  expect((await kept()).map((row) => row.counts)).toEqual([
    hours,
    hours.map((sum) => 2 * sum),
    counts,
    counts.map((count) => 2 * count),
  ])
})
