import { invalidTraffic } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import { sql } from '../../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T00:00:00Z' })

test('invalid traffic is reported by rule, unit and day, and can be filtered by rule or unit', async () => {
  const reader = await server.operator('USERS')
  const add = (reason: string, medium: number, day: string, count: number) =>
    server.db.transaction((tx) =>
      tx.run(sql`insert into invalid_rollup values (${reason}, ${medium}, ${day}, ${count})`),
    )
  await add('no_impression', 0, '2026-11-01', 5)
  await add('no_impression', 7, '2026-11-02', 2)
  await add('wrong_app', 7, '2026-11-02', 1)
  await add('wrong_app', 7, '2026-10-01', 100)
  const all = await reader.ok(invalidTraffic, { startDate: '2026-11-01', endDate: '2026-11-03' })
  expect(all.rules).toEqual([
    { Reason: 'no_impression', Count: 7 },
    { Reason: 'wrong_app', Count: 1 },
  ])
  expect(all.units.map(({ MediumID, Count }) => [MediumID, Count])).toEqual([
    [0, 5],
    [7, 3],
  ])
  expect(all.days).toEqual([
    { Day: '2026-11-01', Count: 5 },
    { Day: '2026-11-02', Count: 3 },
    { Day: '2026-11-03', Count: 0 },
  ])
  const filtered = await reader.ok(invalidTraffic, {
    startDate: '2026-11-01',
    endDate: '2026-11-03',
    reason: 'no_impression',
    mediumID: 7,
  })
  expect(filtered.days.map((day) => day.Count)).toEqual([0, 2, 0])
  const tooLong = { startDate: '2020-01-01', endDate: '2026-11-03' }
  expect(await reader.call(invalidTraffic, tooLong)).toMatchObject({ error: 'UNKNOWN' })
})
