import { instant, type MediumId } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { TrafficCounts } from './traffic-counts.ts'

const fresh = useFreshDatabase()

test('counts of a day are written also if the clock went back over midnight and forward again', async () => {
  const db = new Database({ url: fresh.url, connectionsMax: 2, statementMsMax: 10_000, onLost: () => {} })
  try {
    const midnight = Date.parse('2026-11-16T00:00:00Z')
    const counts = new TrafficCounts()
    for (const ms of [-1, 0, -1, 0]) {
      counts.countRequest('AD_NOTFOUND', 7 as MediumId, instant(midnight + ms))
      counts.countInvalid('forged_offer', 0, instant(midnight + ms))
    }
    await counts.flush(db, instant(midnight))
    const rows = await db.read((session) =>
      session.rows(sql<{ day: string; count: number }>`
        select utc_day::text as day, count::int from request_rollup
         union all
        select utc_day::text, sum(count)::int from invalid_rollup_now group by utc_day order by day`),
    )
    expect(rows.map(({ day, count }) => `${day} ${count}`)).toEqual([
      '2026-11-15 2',
      '2026-11-15 2',
      '2026-11-16 2',
      '2026-11-16 2',
    ])
  } finally {
    await db.close()
  }
})
