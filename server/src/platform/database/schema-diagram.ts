import type { ReadSession } from './database.ts'
import { sql } from './sql.ts'

interface Column {
  table: string
  name: string
  type: string
}

interface Reference {
  from: string
  to: string
  by: string
}

const columnsOf = (session: ReadSession): Promise<Column[]> =>
  session.rows(
    sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`,
  )

const referencesOf = (session: ReadSession): Promise<Reference[]> =>
  session.rows(
    sql<Reference>`
    select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
           (select string_agg(a.attname, ', ') from pg_attribute a
             where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as by
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and not c.relispartition
     order by 1, 2, 3`,
  )

const word = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')

/** The tables and what they refer to, as a Mermaid diagram; made from a migrated database. */
export async function schemaDiagram(session: ReadSession): Promise<string> {
  const tables = Map.groupBy(await columnsOf(session), (column) => column.table)
  const lines = [
    '# Schema',
    '',
    'Made from the migrations by `npm run schema`; do not edit.',
    '',
    '```mermaid',
    'erDiagram',
  ]
  for (const { from, to, by } of await referencesOf(session)) lines.push(`  ${to} ||--o{ ${from} : "${by}"`)
  for (const [table, columns] of tables) {
    lines.push(`  ${table} {`, ...columns.map((column) => `    ${word(column.type)} ${column.name}`), '  }')
  }
  return [...lines, '```', ''].join('\n')
}
