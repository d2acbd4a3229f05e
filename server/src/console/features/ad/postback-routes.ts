import { getPostback, renewPostbackSecret } from '@voltline/contract'
import { type CustomerId, ok, refuse } from '@voltline/kernel'
import { hasConfirmedPassword } from '../../../domain/account/session/session.ts'
import { audit } from '../../../domain/audit/audit.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { randomToken, type Secrets } from '../../../platform/secrets.ts'
import type { FeatureServices } from '../../feature.ts'

const purpose = 'postback-secret'

/** The secret with which an advertiser's measuring party signs. */
export const openSecret = (session: ReadSession, owner: CustomerId, secrets: Secrets): Promise<string> =>
  session.one(
    (row) => secrets.open(purpose, row.postback_secret as Buffer),
    sql`select postback_secret from customer where customer_id = ${owner}`,
  )

export function registerPostback({ handle, db, clock, secrets, settings }: FeatureServices): void {
  const address = `${settings.publicUrl}/postback/v1`
  const toPostback = (secret: string) => ({
    InstallURL: `${address}/install?click_id={click_id}&sig={sig}`,
    ActionURL: `${address}/action?click_id={click_id}&event={event}&sig={sig}`,
    PostbackSecret: secret,
  })

  handle(getPostback, async ({ session }) => {
    const secret = await db.read((reader) => openSecret(reader, session.customerId, secrets))
    return ok({ postback: toPostback(secret) })
  })

  handle(renewPostbackSecret, async ({ session }) => {
    const now = clock.now()
    if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
    const secret = randomToken()
    await db.transaction(async (tx) => {
      await tx.run(sql`
        update customer set postback_secret = ${secrets.seal(purpose, secret)}, updated_at = ${at(now)}
         where customer_id = ${session.customerId}`)
      const row = { actor: session, action: renewPostbackSecret.path, entity: 'customer', at: now }
      await audit(tx, { ...row, entityId: session.customerId })
    })
    return ok({ postback: toPostback(secret) })
  })
}
