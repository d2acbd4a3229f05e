import type { AdminGroup } from '@voltline/contract'
import type { Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { OperatorRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { emailKey } from './email/email-key.ts'

export interface Operator {
  operatorId: OperatorId
  email: string
  passwordHash: string
  group: AdminGroup
}

type OperatorColumns = Omit<OperatorRow, 'email_key' | 'registered_at'>

const toOperator = (row: OperatorColumns): Operator => ({
  operatorId: row.operator_id,
  email: row.email,
  passwordHash: row.password_hash,
  group: row.admin_group,
})

const selectOperator = (condition: Query) => sql<OperatorColumns>`
  select operator_id, email, password_hash, admin_group from operator where ${condition}`

/** The unique constraint on an operator's e-mail address. */
export const oneOperatorPerEmail = 'operator_email_key_key'

export const insertOperator = (
  tx: Tx,
  operator: { email: string; passwordHash: string; group: AdminGroup },
  now: Instant,
): Promise<OperatorId> =>
  tx.one(
    (row) => row.operator_id,
    sql<Pick<OperatorRow, 'operator_id'>>`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values (${operator.email}, ${emailKey(operator.email)}, ${operator.passwordHash}, ${operator.group}, ${at(now)})
    returning operator_id`,
  )

export const findOperatorByEmail = (session: ReadSession, email: string): Promise<Operator | undefined> =>
  session.maybeOne(toOperator, selectOperator(sql`email_key = ${emailKey(email)}`))

/** Operators are never deleted, so the operator of a session always exists. */
export const findOperator = (session: ReadSession, id: OperatorId): Promise<Operator> =>
  session.one(toOperator, selectOperator(sql`operator_id = ${id}`))

/** Locked until the transaction ends, so that concurrent sign-ins leave exactly one session. */
export const lockOperator = (tx: Tx, id: OperatorId): Promise<Operator> =>
  tx.one(toOperator, selectOperator(sql`operator_id = ${id} for update`))

export async function saveOperatorPassword(tx: Tx, id: OperatorId, passwordHash: string): Promise<void> {
  await tx.run(sql`update operator set password_hash = ${passwordHash} where operator_id = ${id}`)
}

/** The addresses of everybody who may change the network. */
export const administratorEmails = (session: ReadSession): Promise<string[]> =>
  session.many(
    (row) => row.email,
    sql<Pick<OperatorRow, 'email'>>`
    select email from operator where admin_group = 'ADMINISTRATORS' order by operator_id`,
  )
