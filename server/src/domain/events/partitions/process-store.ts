import { second } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { BillingProcessRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

const beatMsMax = 3 * second

/** Shows the other processes that this one lives. Returns the beats of all of them, its own included. */
export async function beat(db: Database, process: string): Promise<Map<string, bigint>> {
  const rows = await db.statement(
    sql<BillingProcessRow>`
    with own as (
      insert into billing_process as p (process, beat) values (${process}, 1)
          on conflict (process) do update set beat = p.beat + 1
      returning process, beat)
    select process, beat from own
     union all
    select process, beat from billing_process where process <> ${process}`,
    beatMsMax,
  )
  return new Map(rows.map((row) => [row.process, row.beat]))
}

export const forgetProcesses = (tx: Tx, processes: readonly string[]): Promise<number> =>
  tx.run(sql`delete from billing_process where process = any(${processes}::uuid[])`)
