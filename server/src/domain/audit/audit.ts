import type { CustomerId, Instant, OperatorId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'

export type Actor = { customerId: CustomerId } | { operatorId: OperatorId } | 'SYSTEM'

export interface AuditedChange {
  actor: Actor
  /** The call or job that made the change, such as `ad/ad/start`. */
  action: string
  entity: string
  entityId?: number | bigint | undefined
  /** Only the changed fields; never a password, a secret or a key. */
  was?: Record<string, unknown> | undefined
  became?: Record<string, unknown> | undefined
  at: Instant
}

const text = (value: Record<string, unknown> | undefined) =>
  value === undefined
    ? null
    : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))

/** Records a change in the transaction that makes it. */
export async function audit(tx: Tx, change: AuditedChange): Promise<void> {
  const customer = change.actor !== 'SYSTEM' && 'customerId' in change.actor ? change.actor.customerId : null
  const operator = change.actor !== 'SYSTEM' && 'operatorId' in change.actor ? change.actor.operatorId : null
  await tx.run(sql`
    insert into audit (at, customer_id, operator_id, action, entity, entity_id, was, became)
    values (${at(change.at)}, ${customer}, ${operator}, ${change.action}, ${change.entity}, ${change.entityId ?? null},
            ${text(change.was)}, ${text(change.became)})`)
}
