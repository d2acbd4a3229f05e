import type { AdminGroup } from '@voltline/contract'
import { type Clock, ok, type Result, refuse } from '@voltline/kernel'
import type { Database } from '../../platform/database/database.ts'
import { breaks } from '../../platform/database/faults.ts'
import { hashPassword } from '../../platform/passwords/passwords.ts'
import { audit } from '../audit/audit.ts'
import {
  findOperatorByEmail,
  insertOperator,
  lockOperator,
  oneOperatorPerEmail,
  saveOperatorPassword,
} from './operator-store.ts'
import { endSessions } from './session/store.ts'

interface Services {
  db: Database
  clock: Clock
}

/** Operators are created on the command line, never through the API. */
export async function addOperator(
  { db, clock }: Services,
  wanted: { email: string; password: string; group: AdminGroup },
): Promise<Result<undefined, 'DUPLICATE_EMAIL'>> {
  const { email, group } = wanted
  const passwordHash = await hashPassword(wanted.password)
  try {
    return await db.transaction(async (tx) => {
      const now = clock.now()
      const entityId = await insertOperator(tx, { email, passwordHash, group }, now)
      const row = { actor: 'SYSTEM', action: 'operator add', entity: 'operator', entityId, at: now } as const
      await audit(tx, { ...row, became: { email, group } })
      return ok(undefined)
    })
  } catch (fault) {
    if (breaks(fault, oneOperatorPerEmail)) return refuse('DUPLICATE_EMAIL')
    throw fault
  }
}

/** Sets an operator's password and ends the sessions opened with the old one. */
export async function setOperatorPassword(
  { db, clock }: Services,
  wanted: { email: string; password: string },
): Promise<Result<undefined, 'NEED_SIGNUP'>> {
  const passwordHash = await hashPassword(wanted.password)
  return db.transaction(async (tx) => {
    const now = clock.now()
    const found = await findOperatorByEmail(tx, wanted.email)
    if (!found) return refuse('NEED_SIGNUP')
    const { operatorId } = await lockOperator(tx, found.operatorId)
    await saveOperatorPassword(tx, operatorId, passwordHash)
    await endSessions(tx, { operatorId }, { by: 'PASSWORD', at: now })
    const row = { actor: 'SYSTEM', action: 'operator password', entity: 'operator' } as const
    await audit(tx, { ...row, entityId: operatorId, at: now })
    return ok(undefined)
  })
}
