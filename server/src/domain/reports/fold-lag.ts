import type { Instant } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How long the oldest credit or count has waited to be folded, in ms; 0 if none waits. Reports are right meanwhile. */
export const foldLag = (session: ReadSession, now: Instant): Promise<number> =>
  session.one(
    ({ oldest }) => (oldest === null ? 0 : Math.max(0, now - oldest)),
    sql<{ oldest: Instant | null }>`
    select least((select min(posted_at) from ledger_unfolded), (select min(posted_at) from medium_rollup_delta),
                 (select min(posted_at) from invalid_rollup_delta)) as oldest`,
  )
