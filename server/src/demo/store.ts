import type { CustomerId } from '@voltline/kernel'
import type { Database, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Statements that only demo data needs. */
export const markAsDemo = (tx: Tx, id: CustomerId): Promise<number> =>
  tx.run(sql`update customer set is_demo = true where customer_id = ${id}`)

export const isInUse = (db: Database): Promise<boolean> =>
  db.read((session) =>
    session.one(
      (row) => row.is_used,
      sql<{ is_used: boolean }>`
      select exists (select from customer) or exists (select from operator) as is_used`,
    ),
  )

interface NameRow {
  name: string
}

/** Empties the database. Only for demo data whose making was interrupted. */
export const clear = (db: Database): Promise<void> =>
  db.asOwner(async (tx) => {
    const partitions = await tx.many(
      (row) => row.name,
      sql<NameRow>`
      select inhrelid::regclass::text as name from pg_inherits
       where inhparent in ('event'::regclass, 'counted_event'::regclass)`,
    )
    for (const name of partitions) await tx.run({ text: `drop table ${name}`, values: [] })
    const tables = await tx.many(
      (row) => row.name,
      sql<NameRow>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration'`,
    )
    await tx.run({ text: `truncate ${tables.join(', ')} restart identity cascade`, values: [] })
  })
