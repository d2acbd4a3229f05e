import { expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { adColumns, detailColumns } from './ad-columns.ts'

const fresh = useFreshDatabase()

test('a change of any column of an ad that delivery reads notifies it', async () => {
  const db = new Database({ url: fresh.url, connectionsMax: 1, statementMsMax: 10_000, onLost: () => {} })
  const notifying = await db.read((session) =>
    session.many(
      (row) => row.name,
      sql<{ name: string }>`
      select a.attname as name
        from pg_trigger t
        join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = any(t.tgattr)
       where t.tgrelid = 'ad'::regclass and t.tgname = 'delivery_notify'`,
    ),
  )
  await db.close()
  const never = ['ad_id']
  const read = [...Object.keys(adColumns), ...detailColumns].filter((name) => !never.includes(name))
  expect(read.filter((name) => !notifying.includes(name))).toEqual([])
})
