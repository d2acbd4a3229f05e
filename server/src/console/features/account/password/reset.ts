import { findPassword, resetPassword } from '@voltline/contract'
import { ok, refuse } from '@voltline/kernel'
import { findAccountByEmail, lockAccount } from '../../../../domain/account/customer-store.ts'
import { emailKey } from '../../../../domain/account/email/email-key.ts'
import { judgeMailToken } from '../../../../domain/account/mail-token/mail-token.ts'
import {
  findMailToken,
  issueMailToken,
  lockMailToken,
  saveMailTokenUse,
} from '../../../../domain/account/mail-token/store.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import { resetUrl } from '../../../../domain/letters/links.ts'
import { queueLetter } from '../../../../domain/letters/queue-letter.ts'
import { type AccountServices, languageOf, mailsPerAddress, rates } from '../services.ts'
import { setPassword } from './set-password.ts'

function registerResetMail({ handle, db, clock, secrets, settings, throttle }: AccountServices): void {
  handle(
    findPassword,
    async ({ input, cookies, acceptLanguage }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const found = await findAccountByEmail(tx, input.email)
        if (!found) return refuse('NEED_SIGNUP')
        const { email, customerId } = await lockAccount(tx, found.customerId)
        const quota = ['mail', 'findpw', emailKey(email)]
        if (!(await throttle.takeOf(tx, quota, mailsPerAddress, now))) return refuse('TRYAGAIN_LATER')
        const token = await issueMailToken(tx, { kind: 'findpw', email, customerId }, now)
        const values = { link: resetUrl(settings.publicUrl, token) }
        const language = languageOf({ cookies, acceptLanguage })
        await queueLetter(tx, secrets, { to: email, language, template: 'resetLink', values }, now)
        await audit(tx, {
          actor: 'SYSTEM',
          action: findPassword.path,
          entity: 'customer',
          entityId: customerId,
          at: now,
        })
        return ok({})
      }),
    { rate: rates.mail, isRateShared: true },
  )
}

/** A reset by the link in a mail, or by the token that a verification code earns. */
export function registerPasswordReset(services: AccountServices): void {
  const { handle, db, clock, secrets, settings } = services
  registerResetMail(services)

  handle(
    resetPassword,
    async ({ input, passwords }) => {
      // Checked before hashing the password, which is expensive.
      const checked = judgeMailToken(
        await db.read((reader) => findMailToken(reader, input.token)),
        clock.now(),
        'findpw',
      )
      if (!checked.ok) return checked
      const { customerId } = checked.value
      if (customerId === undefined) return refuse('INVALID_CONFTOKEN')
      const passwordHash = await passwords.hash(input.pw)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const account = await lockAccount(tx, customerId)
        const token = judgeMailToken(await lockMailToken(tx, input.token), now, 'findpw')
        if (!token.ok) return token
        await saveMailTokenUse(tx, input.token, now)
        const { publicUrl } = settings
        await setPassword(tx, { account, passwordHash, action: resetPassword.path, publicUrl, secrets }, now)
        return ok({})
      })
    },
    { rate: rates.guess, isRateShared: true, hashes: 1 },
  )
}
