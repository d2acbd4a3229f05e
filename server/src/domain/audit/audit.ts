import type { CustomerId, Instant, OperatorId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'

export type Actor = { customerId: CustomerId } | { operatorId: OperatorId } | 'SYSTEM'

export interface AuditRow {
  actor: Actor
  /** The call or job that did it, such as `ad/ad/start`. */
  action: string
  entity: string
  entityId?: number | bigint | undefined
  /** Only what changed; never a password, a secret or a key. */
  was?: Record<string, unknown> | undefined
  became?: Record<string, unknown> | undefined
  at: Instant
}

const text = (value: Record<string, unknown> | undefined) =>
  value === undefined
    ? null
    : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))

/** Writes who did what, in the transaction that does it. */
export async function audit(tx: Tx, row: AuditRow): Promise<void> {
  const customer = row.actor !== 'SYSTEM' && 'customerId' in row.actor ? row.actor.customerId : null
  const operator = row.actor !== 'SYSTEM' && 'operatorId' in row.actor ? row.actor.operatorId : null
  await tx.run(sql`
    insert into audit (at, customer_id, operator_id, action, entity, entity_id, was, became)
    values (${at(row.at)}, ${customer}, ${operator}, ${row.action}, ${row.entity}, ${row.entityId ?? null},
            ${text(row.was)}, ${text(row.became)})`)
}
