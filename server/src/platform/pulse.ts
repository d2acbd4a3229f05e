import { type Clock, type Instant, second } from '@voltline/kernel'
import type { Database, ReadSession } from './database/database.ts'
import type { SettingRow } from './database/rows.ts'
import { at, sql } from './database/sql.ts'
import type { Log } from './log.ts'

const beatMs = 10 * second
const keyOf = (role: string): string => `pulse/${role}`

/** Records every few seconds which roles this process runs, so that a role without a process is noticed. */
export function startPulse(services: { db: Database; clock: Clock; log: Log; roles: readonly string[] }) {
  const keys = services.roles.map(keyOf).sort()
  const beat = async (): Promise<void> => {
    const now = at(services.clock.now())
    await services.db
      .transaction((session) =>
        session.run(sql`
          insert into setting (key, value, updated_at)
          select key, 'true', ${now} from unnest(${keys}::text[]) as key order by key
              on conflict (key) do update set updated_at = excluded.updated_at`),
      )
      .catch((fault: unknown) => services.log.warn({ err: fault }, 'the pulse could not be written'))
  }
  let beating = beat()
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, beatMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await beating
    },
  }
}

/** When each role last recorded its pulse. */
export async function readPulses(session: ReadSession): Promise<ReadonlyMap<string, Instant>> {
  const rows = await session.many(
    (row): [string, Instant] => [row.key.slice(keyOf('').length), row.updated_at],
    sql<
      Pick<SettingRow, 'key' | 'updated_at'>
    >`select key, updated_at from setting where key like ${`${keyOf('')}%`}`,
  )
  return new Map(rows)
}
