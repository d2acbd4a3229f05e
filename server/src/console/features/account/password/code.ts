import { confirmVcode, sendVcode } from '@voltline/contract'
import { type Instant, ok, refuse } from '@voltline/kernel'
import { type Account, findAccountByEmail, lockAccount } from '../../../../domain/account/customer-store.ts'
import { emailKey } from '../../../../domain/account/email/email-key.ts'
import { issueMailToken } from '../../../../domain/account/mail-token/store.ts'
import { hasOpenCode, issueCode, tryCode } from '../../../../domain/account/mail-token/verification-code.ts'
import { areCodesUsedUp, countWrongCode } from '../../../../domain/account/mail-token/wrong-codes.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import { queueLetter } from '../../../../domain/letters/queue-letter.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { humanPassCookie, usePass } from '../../../../platform/human-check/pass.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import { type AccountServices, languageOf, mailsPerAddress, rates } from '../services.ts'

function registerSendCode({ handle, db, clock, secrets, throttle }: AccountServices): void {
  handle(
    sendVcode,
    async ({ input, cookies, acceptLanguage }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'send-vcode' }, now, async () => {
          const account = await findAccountByEmail(tx, input.email)
          if (!account) return refuse('NEED_SIGNUP')
          const { email, customerId } = account
          if (await areCodesUsedUp(tx, customerId, now)) return refuse('TRYAGAIN_LATER')
          const quota = ['mail', 'vcode', emailKey(email)]
          if (!(await throttle.takeOf(tx, quota, mailsPerAddress, now))) return refuse('TRYAGAIN_LATER')
          const code = await issueCode(tx, secrets, email, now)
          const language = languageOf({ cookies, acceptLanguage })
          await queueLetter(
            tx,
            secrets,
            { to: email, language, template: 'verificationCode', values: { code } },
            now,
          )
          await audit(tx, {
            actor: 'SYSTEM',
            action: sendVcode.path,
            entity: 'customer',
            entityId: customerId,
            at: now,
          })
          return ok({})
        })
      }),
    { rate: rates.mail, isRateShared: true },
  )
}

/** Tells the owner when the last wrong code of the day was tried. */
async function countAndTell(
  tx: Tx,
  { customerId, email, zone }: Account,
  { now, publicUrl, secrets }: { now: Instant; publicUrl: string; secrets: Secrets },
): Promise<void> {
  if (!(await countWrongCode(tx, customerId, now))) return
  await queueLetter(
    tx,
    secrets,
    { to: email, template: 'codesUsedUp', values: { at: now, zone, publicUrl } },
    now,
  )
}

/** A code mailed to the owner earns a token that sets a new password. */
export function registerVerificationCode(services: AccountServices): void {
  const { handle, db, clock, secrets, settings } = services
  registerSendCode(services)

  handle(
    confirmVcode,
    async ({ input, cookies }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'confirm-vcode' }, now, async () => {
          const found = await findAccountByEmail(tx, input.email)
          if (!found) return refuse('INVALID_VCODE')
          if (await areCodesUsedUp(tx, found.customerId, now)) return refuse('TRYAGAIN_LATER')
          if (!(await hasOpenCode(tx, found.email))) return refuse('INVALID_VCODE')
          const account = await lockAccount(tx, found.customerId)
          // Others may have used them up while this call waited for the lock.
          if (await areCodesUsedUp(tx, account.customerId, now)) return refuse('TRYAGAIN_LATER')
          const { email, customerId } = account
          const verdict = await tryCode(tx, secrets, { email, code: input.code }, now)
          if (verdict === 'WRONG')
            await countAndTell(tx, account, { now, publicUrl: settings.publicUrl, secrets })
          if (verdict === 'EXPIRED') return refuse('VCODE_EXPIRED')
          if (verdict !== 'RIGHT') return refuse('INVALID_VCODE')
          const token = await issueMailToken(tx, { kind: 'findpw', email, customerId }, now)
          await audit(tx, {
            actor: 'SYSTEM',
            action: confirmVcode.path,
            entity: 'customer',
            entityId: customerId,
            at: now,
          })
          return ok({ token })
        })
      }),
    { rate: rates.guess, isRateShared: true },
  )
}
