import type { Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from './database.ts'
import type { SettingRow } from './rows.ts'
import { at, sql } from './sql.ts'

/** A JSON value that the program itself keeps; undefined before it is first saved. The caller parses it. */
export const readSetting = (session: ReadSession, key: string): Promise<unknown> =>
  session.maybeOne(
    (row) => row.value,
    sql<Pick<SettingRow, 'value'>>`select value from setting where key = ${key}`,
  )

export const saveSetting = (tx: Tx, key: string, value: unknown, now: Instant): Promise<number> =>
  tx.run(sql`
    insert into setting (key, value, updated_at) values (${key}, ${JSON.stringify(value)}, ${at(now)})
        on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
