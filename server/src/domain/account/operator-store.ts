import type { AdminGroup } from '@voltline/contract'
import type { Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { emailKey } from './email-key.ts'

export interface OperatorAccount {
  operatorId: OperatorId
  email: string
  passwordHash: string
  group: AdminGroup
}

const toOperator = (row: Row): OperatorAccount => ({
  operatorId: row.operator_id as OperatorId,
  email: row.email as string,
  passwordHash: row.password_hash as string,
  group: row.admin_group as AdminGroup,
})

const columns = sql`operator_id, email, password_hash, admin_group`

/** The constraint that an address of an operator breaks. */
export const oneOperatorPerEmail = 'operator_email_key_key'

export const insertOperator = (
  tx: Tx,
  operator: { email: string; passwordHash: string; group: AdminGroup },
  now: Instant,
): Promise<OperatorId> =>
  tx.one(
    (row: Row) => row.operator_id as OperatorId,
    sql`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values (${operator.email}, ${emailKey(operator.email)}, ${operator.passwordHash}, ${operator.group}, ${at(now)})
    returning operator_id`,
  )

export const findByEmail = (session: ReadSession, email: string): Promise<OperatorAccount | undefined> =>
  session.maybeOne(toOperator, sql`select ${columns} from operator where email_key = ${emailKey(email)}`)

export const findById = (session: ReadSession, id: OperatorId): Promise<OperatorAccount> =>
  session.one(toOperator, sql`select ${columns} from operator where operator_id = ${id}`)

/** Held until the transaction ends, so that of several sign-ins one session stays. */
export const lockById = (tx: Tx, id: OperatorId): Promise<OperatorAccount> =>
  tx.one(toOperator, sql`select ${columns} from operator where operator_id = ${id} for update`)

export async function savePassword(tx: Tx, id: OperatorId, passwordHash: string): Promise<void> {
  await tx.run(sql`update operator set password_hash = ${passwordHash} where operator_id = ${id}`)
}
