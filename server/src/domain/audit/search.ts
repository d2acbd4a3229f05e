import { type auditActors, limits } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AuditLinkRow, AuditRow } from '../../platform/database/rows.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'

type Actor = (typeof auditActors)[number]

export interface AuditEntry {
  id: number
  at: Instant
  actor: Actor
  actorId: number | undefined
  actorName: string
  action: string
  entity: string
  entityId: number | undefined
  was: string
  became: string
}

export interface AuditSearch {
  actor: Actor | undefined
  actorId: number | undefined
  text: string
  from: Instant | undefined
  to: Instant | undefined
}

/** Counting stops here: nobody pages that far. */
const countMax = 100_000

/** JSON as text: the screens show it as it was written. */
type EntryRow = Pick<
  AuditRow,
  'audit_id' | 'at' | 'customer_id' | 'operator_id' | 'action' | 'entity' | 'entity_id'
> & {
  actor_name: string | null
  was: string | null
  became: string | null
}

/** Of a bank account number only the last four digits are shown, on the screen and in the file. */
const masked = (entity: string, json: string): string =>
  entity === 'payout-account'
    ? json.replace(
        /("number": ?")([^"]*?)([^"]{0,4}")/g,
        (_, key, hidden, rest) => key + '•'.repeat(hidden.length) + rest,
      )
    : json

const toEntry = (row: EntryRow): AuditEntry => ({
  id: Number(row.audit_id),
  at: row.at,
  actor: row.operator_id !== null ? 'OPERATOR' : row.customer_id !== null ? 'CUSTOMER' : 'SYSTEM',
  actorId: row.operator_id ?? row.customer_id ?? undefined,
  actorName: row.actor_name ?? '',
  action: row.action,
  entity: row.entity,
  entityId: row.entity_id === null ? undefined : Number(row.entity_id),
  was: masked(row.entity, row.was ?? ''),
  became: masked(row.entity, row.became ?? ''),
})

const actorIs: Record<Actor, Query> = {
  CUSTOMER: sql`a.customer_id is not null`,
  OPERATOR: sql`a.operator_id is not null`,
  SYSTEM: sql`a.customer_id is null and a.operator_id is null`,
}

const ifGiven = <T>(value: T | undefined, condition: (value: T) => Query): Query =>
  value === undefined ? sql`true` : condition(value)

const matches = (search: AuditSearch): Query => sql`
  ${ifGiven(search.actor, (actor) => actorIs[actor])}
  and ${ifGiven(search.actorId, (id) => sql`${id} in (a.customer_id, a.operator_id)`)}
  and ${ifGiven(search.from, (from) => sql`a.at >= ${at(from)}`)}
  and ${ifGiven(search.to, (to) => sql`a.at < ${at(to)}`)}
  and ${ifGiven(search.text || undefined, containsText)}`

const containsText = (text: string): Query => {
  const pattern = contains(text)
  return sql`(a.action ilike ${pattern} or a.entity ilike ${pattern} or a.entity_id::text = ${text}
              or a.was::text ilike ${pattern} or a.became::text ilike ${pattern})`
}

export const entriesOf = (session: ReadSession, search: AuditSearch, rows: { max: number; skip: number }) =>
  session.many(
    toEntry,
    sql<EntryRow>`
    select a.audit_id, a.at, a.customer_id, a.operator_id, coalesce(o.email, c.email) as actor_name, a.action,
           a.entity, a.entity_id, a.was::text as was, a.became::text as became
      from audit a
      left join customer c on c.customer_id = a.customer_id
      left join operator o on o.operator_id = a.operator_id
     where ${matches(search)}
     order by a.audit_id desc
     limit ${rows.max} offset ${rows.skip}`,
  )

export const pageOfEntries = (session: ReadSession, search: AuditSearch, pageNo: number) =>
  entriesOf(session, search, { max: limits.rowsPerPage, skip: (pageNo - 1) * limits.rowsPerPage })

export const countEntries = (session: ReadSession, search: AuditSearch): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) as count
          from (select 1 from audit a where ${matches(search)} limit ${countMax}) as found`,
  )

export interface ChainHead {
  until: number
  hash: Buffer
  at: Instant
}

export const chainHead = (session: ReadSession): Promise<ChainHead | undefined> =>
  session.maybeOne(
    (row) => ({ until: Number(row.last_audit), hash: row.hash, at: row.linked_at }),
    sql<Pick<AuditLinkRow, 'last_audit' | 'hash' | 'linked_at'>>`
    select last_audit, hash, linked_at from audit_link order by link_id desc limit 1`,
  )
