import { authMail, findEmail, signup, verifyEmail } from '@voltline/contract'
import { isoInZone, ok, refuse } from '@voltline/kernel'
import {
  findAccountByEmail,
  insertCustomer,
  oneAccountPerEmail,
} from '../../../domain/account/customer-store.ts'
import { isBusinessMail } from '../../../domain/account/email/business-mail.ts'
import { emailKey } from '../../../domain/account/email/email-key.ts'
import { judgeMailToken } from '../../../domain/account/mail-token/mail-token.ts'
import {
  findMailToken,
  issueMailToken,
  lockMailToken,
  saveMailTokenUse,
} from '../../../domain/account/mail-token/store.ts'
import { canonicalZone } from '../../../domain/account/zone.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { signupUrl } from '../../../domain/letters/links.ts'
import { queueLetter } from '../../../domain/letters/queue-letter.ts'
import { breaks } from '../../../platform/database/faults.ts'
import { humanPassCookie, usePass } from '../../../platform/human-check/pass.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { type AccountServices, languageOf, lookupsPerAddress, mailsPerAddress, rates } from './services.ts'

function registerAuthMail({ handle, db, clock, secrets, settings, throttle }: AccountServices): void {
  handle(
    authMail,
    async ({ input, cookies, acceptLanguage }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const { email } = input
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'auth-mail' }, now, async () => {
          if (!isBusinessMail(email)) return refuse('ONLY_BUSINESSMAIL')
          if (await findAccountByEmail(tx, email)) return refuse('ALREADY_SIGNUP')
          const quota = ['mail', 'signup', emailKey(email)]
          if (!(await throttle.takeOf(tx, quota, mailsPerAddress, now))) return refuse('TRYAGAIN_LATER')
          const token = await issueMailToken(tx, { kind: 'signup', email }, now)
          const link = signupUrl(settings.publicUrl, { email, token })
          const language = languageOf({ cookies, acceptLanguage })
          await queueLetter(
            tx,
            secrets,
            { to: email, language, template: 'signupLink', values: { link } },
            now,
          )
          await audit(tx, {
            actor: 'SYSTEM',
            action: authMail.path,
            entity: 'mail_token',
            became: { email },
            at: now,
          })
          return ok({})
        })
      }),
    { rate: rates.mail, isRateShared: true },
  )
}

function registerSignupCall({ handle, db, clock, secrets }: AccountServices): void {
  handle(
    signup,
    async ({ input, passwords }) => {
      // Checked before hashing the password, which is expensive.
      const checked = judgeMailToken(
        await db.read((reader) => findMailToken(reader, input.token)),
        clock.now(),
        'signup',
      )
      if (!checked.ok) return checked
      const passwordHash = await passwords.hash(input.pw)
      try {
        return await db.transaction(async (tx) => {
          const now = clock.now()
          const token = judgeMailToken(await lockMailToken(tx, input.token), now, 'signup')
          if (!token.ok) return token
          const { email } = token.value
          if (!isBusinessMail(email)) return refuse('ONLY_BUSINESSMAIL')
          const { type, firstName, lastName, company } = input
          const zone = canonicalZone(input.timezoneName)
          const postbackSecret = secrets.seal('postback-secret', randomToken())
          const customerId = await insertCustomer(
            tx,
            { type, email, passwordHash, firstName, lastName, company, zone, postbackSecret },
            now,
          )
          await saveMailTokenUse(tx, input.token, now)
          await audit(tx, {
            actor: { customerId },
            action: signup.path,
            entity: 'customer',
            entityId: customerId,
            became: { type, email, firstName, lastName, company, timezone: zone },
            at: now,
          })
          return ok({})
        })
      } catch (fault) {
        if (breaks(fault, oneAccountPerEmail)) return refuse('DUPLICATE_EMAIL')
        throw fault
      }
    },
    { rate: rates.guess, isRateShared: true, hashes: 1 },
  )
}

export function registerSignup(services: AccountServices): void {
  const { handle, db, clock, throttle } = services
  registerAuthMail(services)
  registerSignupCall(services)

  handle(verifyEmail, async ({ input }) => {
    const judged = judgeMailToken(await db.read((reader) => findMailToken(reader, input.token)), clock.now())
    return judged.ok ? ok({}) : judged
  })

  handle(
    findEmail,
    async ({ input }) =>
      db.transaction(async (tx) => {
        const quota = ['find-email', emailKey(input.email)]
        if (!(await throttle.takeOf(tx, quota, lookupsPerAddress, clock.now())))
          return refuse('TRYAGAIN_LATER')
        const account = await findAccountByEmail(tx, input.email)
        if (!account) return ok({ exist: 0 as const })
        const registTime = isoInZone(account.registeredAt, account.zone)
        return ok({ exist: 1 as const, email: account.email, registTime })
      }),
    { rate: rates.lookup, isRateShared: true },
  )
}
