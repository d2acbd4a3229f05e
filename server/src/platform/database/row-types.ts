import { assert } from '@voltline/kernel'
import type { ReadSession } from './database.ts'
import { sql } from './sql.ts'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The table that a foreign key of this column alone refers to. */
  refers_to: string | null
  /** The definition of a check of this column alone. */
  check_text: string | null
}

const readColumns = (session: ReadSession): Promise<Column[]> =>
  session.rows(sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
           not a.attnotnull as nullable,
           (select k.confrelid::regclass::text from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as refers_to,
           (select pg_get_constraintdef(k.oid) from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
               and pg_get_constraintdef(k.oid) like '%ARRAY[%::text%' limit 1) as check_text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`)

/** Columns whose type says more than their SQL type: documents and names with a type in the contract or the kernel. */
const narrowed: Record<string, { type: string; from: 'contract' | 'kernel' }> = {
  'ad.app_info': { type: 'AppInfo', from: 'contract' },
  'customer.timezone': { type: 'Zone', from: 'kernel' },
}

const idTypes: Record<string, string> = {
  ad: 'AdId',
  app: 'AppId',
  app_reward: 'AppRewardId',
  campaign: 'CampaignId',
  customer: 'CustomerId',
  medium: 'MediumId',
  operator: 'OperatorId',
  payout_request: 'PayoutRequestId',
}
/** Event tables name ids without a foreign key, and a table's own key refers to nothing. */
const idColumns: Record<string, string> = {
  ad_id: 'AdId',
  app_id: 'AppId',
  app_reward_id: 'AppRewardId',
  campaign_id: 'CampaignId',
  customer_id: 'CustomerId',
  medium_id: 'MediumId',
  operator_id: 'OperatorId',
  request_id: 'PayoutRequestId',
}

const plainTypes: Record<string, string> = {
  bigint: 'bigint',
  bit: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Day',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Instant',
  uuid: 'string',
  xid8: 'string',
}

const kernelTypes = ['BigWon', 'Day', 'Instant', 'Micros', 'Won', 'Zone', ...Object.values(idTypes)]

/** The values of a check such as `status in ('WAITING', 'COMPLETE')`. */
const allowedValues = (check: string): string =>
  [...check.matchAll(/('[^']*')::text/g)].map(([, value]) => value).join(' | ')

function elementType({ table, name, type, refers_to, check_text }: Column): string {
  const own = narrowed[`${table}.${name}`]
  if (own) return own.type
  const element = type.replace(/\[\]$/, '')
  if (element === 'bigint' && name.endsWith('_micros')) return 'Micros'
  if (name.endsWith('_won')) return element === 'bigint' ? 'BigWon' : 'Won'
  const id = element === 'integer' && ((refers_to && idTypes[refers_to]) || idColumns[name])
  if (id) return id
  if (check_text) return allowedValues(check_text)
  const plain = plainTypes[element]
  assert(plain, `the type ${type} of ${table}.${name} is known`)
  return plain
}

function columnType(column: Column): string {
  const element = elementType(column)
  const type = column.type.endsWith('[]') ? `${element}[]` : element
  return column.nullable && element !== 'unknown' ? `${type} | null` : type
}

const lineWidth = 110

/** A union that is too long for a line has one value on each, as the formatter wants it. */
function columnLines(column: Column): string[] {
  const line = `  ${column.name}: ${columnType(column)}`
  if (line.length <= lineWidth) return [line]
  return [
    `  ${column.name}:`,
    ...columnType(column)
      .split(' | ')
      .map((value) => `    | ${value}`),
  ]
}

const rowName = (table: string): string =>
  `${table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Row`

/** One interface per table, as TypeScript source; made from a migrated database. */
export async function rowTypes(session: ReadSession): Promise<string> {
  const columns = await readColumns(session)
  const used = new Set(columns.map(elementType))
  const contractTypes = Object.values(narrowed).flatMap(({ type, from }) =>
    from === 'contract' && used.has(type) ? [type] : [],
  )
  const lines = [
    '// Generated from the migrations by `npm run schema`; do not edit. A renamed column fails the build where it is used.',
    `import type { ${contractTypes.join(', ')} } from '@voltline/contract'`,
    'import type {',
    ...[...new Set(kernelTypes)]
      .filter((type) => used.has(type))
      .sort()
      .map((type) => `  ${type},`),
    "} from '@voltline/kernel'",
  ]
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    lines.push('', `export interface ${rowName(table)} {`)
    lines.push(...ofTable.flatMap(columnLines), '}')
  }
  return [...lines, ''].join('\n')
}
