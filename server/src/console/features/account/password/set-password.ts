import type { Instant } from '@voltline/kernel'
import { type Account, savePassword } from '../../../../domain/account/customer-store.ts'
import { replaceMailTokens } from '../../../../domain/account/mail-token/store.ts'
import { deleteCode } from '../../../../domain/account/mail-token/verification-code.ts'
import { endSessions } from '../../../../domain/account/session/store.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import { queueLetter } from '../../../../domain/letters/queue-letter.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Secrets } from '../../../../platform/secrets.ts'

interface PasswordChange {
  account: Account
  passwordHash: string
  keepsSession?: bigint
  action: string
  publicUrl: string
  secrets: Secrets
}

/**
 * Sets the password, ends the sessions opened with the old one and mails the owner. The caller has locked the account's
 * row before any token or code, to avoid deadlocks.
 */
export async function setPassword(tx: Tx, change: PasswordChange, now: Instant): Promise<void> {
  const { account } = change
  await savePassword(tx, account.customerId, change.passwordHash, now)
  const kept = change.keepsSession === undefined ? {} : { except: change.keepsSession }
  await endSessions(tx, account, { by: 'PASSWORD', at: now, ...kept })
  await replaceMailTokens(tx, { kind: 'findpw', email: account.email }, now)
  await deleteCode(tx, account.email)
  const values = { at: now, zone: account.zone, publicUrl: change.publicUrl }
  await queueLetter(tx, change.secrets, { to: account.email, template: 'passwordChanged', values }, now)
  await audit(tx, {
    actor: account,
    action: change.action,
    entity: 'customer',
    entityId: account.customerId,
    at: now,
  })
}
