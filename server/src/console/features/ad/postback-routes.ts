import { getPostback, renewPostbackSecret } from '@voltline/contract'
import { ok, refuse } from '@voltline/kernel'
import { hasConfirmedPassword } from '../../../domain/account/session/session.ts'
import { readPostbackSecret, savePostbackSecret } from '../../../domain/ad/postback-secret.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { randomToken } from '../../../platform/secrets.ts'
import type { FeatureServices } from '../../feature.ts'

export function registerPostback({ handle, db, clock, secrets, settings }: FeatureServices): void {
  const address = `${settings.publicUrl}/postback/v1`
  const toPostback = (secret: string) => ({
    InstallURL: `${address}/install?click_id={click_id}&sig={sig}`,
    ActionURL: `${address}/action?click_id={click_id}&event={event}&sig={sig}`,
    PostbackSecret: secret,
  })

  handle(getPostback, async ({ session }) => {
    const secret = await db.read((reader) => readPostbackSecret(reader, session.customerId, secrets))
    return ok({ postback: toPostback(secret) })
  })

  handle(renewPostbackSecret, async ({ session }) => {
    const now = clock.now()
    if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
    const secret = randomToken()
    await db.transaction(async (tx) => {
      await savePostbackSecret(tx, session.customerId, { text: secret, secrets, now })
      const row = { actor: session, action: renewPostbackSecret.path, entity: 'customer', at: now }
      await audit(tx, { ...row, entityId: session.customerId })
    })
    return ok({ postback: toPostback(secret) })
  })
}
