import { changePassword, confirmVcode, findPassword, resetPassword, sendVcode } from '@voltline/contract'
import { type Instant, ok, refuse } from '@voltline/kernel'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccount,
  savePassword,
} from '../../../domain/account/customer-store.ts'
import { emailKey } from '../../../domain/account/email/email-key.ts'
import { judgeMailToken } from '../../../domain/account/mail-token/mail-token.ts'
import {
  findMailToken,
  issueMailToken,
  lockMailToken,
  replaceMailTokens,
  saveMailTokenUse,
} from '../../../domain/account/mail-token/store.ts'
import {
  deleteCode,
  hasOpenCode,
  issueCode,
  tryCode,
} from '../../../domain/account/mail-token/verification-code.ts'
import { endSessions } from '../../../domain/account/session/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { resetUrl } from '../../../domain/letters/links.ts'
import { queueLetter } from '../../../domain/letters/queue-letter.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { humanPassCookie, usePass } from '../../../platform/human-check/pass.ts'
import { hashPassword, isPasswordOf } from '../../../platform/passwords.ts'
import { type AccountServices, languageOf, mailsPerAddress, rates } from './services.ts'
import { sessionTries } from './signin.ts'

/**
 * Whatever touches tokens and codes of an account holds its row first, so that no two wait for each other.
 * Sets the password, ends the sessions that the old one opened, and tells the owner.
 */
async function setPassword(
  tx: Tx,
  change: { account: Account; passwordHash: string; keepsSession?: bigint; by: string; publicUrl: string },
  now: Instant,
): Promise<void> {
  const { account } = change
  await savePassword(tx, account.customerId, change.passwordHash, now)
  const kept = change.keepsSession === undefined ? {} : { except: change.keepsSession }
  await endSessions(tx, account, { by: 'PASSWORD', at: now, ...kept })
  await replaceMailTokens(tx, { kind: 'findpw', email: account.email }, now)
  await deleteCode(tx, account.email)
  const values = { at: now, zone: account.zone, publicUrl: change.publicUrl }
  await queueLetter(tx, { to: account.email, template: 'passwordChanged', values }, now)
  await audit(tx, {
    actor: account,
    action: change.by,
    entity: 'customer',
    entityId: account.customerId,
    at: now,
  })
}

function registerReset({ handle, db, clock, settings, throttle }: AccountServices): void {
  handle(
    findPassword,
    async ({ input, cookies, acceptLanguage }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const found = await findAccountByEmail(tx, input.email)
        if (!found) return refuse('NEED_SIGNUP')
        const account = await lockAccount(tx, found.customerId)
        const quota = ['mail', 'findpw', emailKey(account.email)]
        if (!(await throttle.takeOf(tx, quota, mailsPerAddress, now))) return refuse('TRYAGAIN_LATER')
        const { email, customerId } = account
        const token = await issueMailToken(tx, { kind: 'findpw', email, customerId }, now)
        const values = { link: resetUrl(settings.publicUrl, token) }
        const language = languageOf({ cookies, acceptLanguage })
        await queueLetter(tx, { to: email, language, template: 'resetLink', values }, now)
        await audit(tx, {
          actor: 'SYSTEM',
          action: findPassword.path,
          entity: 'customer',
          entityId: customerId,
          at: now,
        })
        return ok({})
      }),
    { rate: rates.mail },
  )

  handle(
    resetPassword,
    async ({ input }) => {
      const known = judgeMailToken(
        await db.read((reader) => findMailToken(reader, input.token)),
        clock.now(),
        'findpw',
      )
      if (!known.ok) return known
      const { customerId } = known.value
      if (customerId === undefined) return refuse('INVALID_CONFTOKEN')
      const passwordHash = await hashPassword(input.pw)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const account = await lockAccount(tx, customerId)
        const token = judgeMailToken(await lockMailToken(tx, input.token), now, 'findpw')
        if (!token.ok) return token
        await saveMailTokenUse(tx, input.token, now)
        const { publicUrl } = settings
        await setPassword(tx, { account, passwordHash, by: resetPassword.path, publicUrl }, now)
        return ok({})
      })
    },
    { rate: rates.guess },
  )
}

function registerCode({ handle, db, clock, secrets, throttle }: AccountServices): void {
  handle(
    sendVcode,
    async ({ input, cookies, acceptLanguage }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'send-vcode' }, now, async () => {
          const account = await findAccountByEmail(tx, input.email)
          if (!account) return refuse('NEED_SIGNUP')
          const quota = ['mail', 'vcode', emailKey(account.email)]
          if (!(await throttle.takeOf(tx, quota, mailsPerAddress, now))) return refuse('TRYAGAIN_LATER')
          const code = await issueCode(tx, secrets, account.email, now)
          const language = languageOf({ cookies, acceptLanguage })
          const mail = {
            to: account.email,
            language,
            template: 'verificationCode',
            values: { code },
          } as const
          await queueLetter(tx, mail, now)
          await audit(tx, {
            actor: 'SYSTEM',
            action: sendVcode.path,
            entity: 'customer',
            entityId: account.customerId,
            at: now,
          })
          return ok({})
        })
      }),
    { rate: rates.mail },
  )

  handle(
    confirmVcode,
    async ({ input, cookies }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'confirm-vcode' }, now, async () => {
          const found = await findAccountByEmail(tx, input.email)
          if (!found || !(await hasOpenCode(tx, found.email))) return refuse('INVALID_VCODE')
          const account = await lockAccount(tx, found.customerId)
          const tried = await tryCode(tx, secrets, { email: account.email, code: input.code }, now)
          if (!tried.ok) return tried
          const { email, customerId } = account
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
    { rate: rates.guess },
  )
}

export function registerPassword(services: AccountServices): void {
  const { handle, db, clock, settings, throttle } = services
  registerReset(services)
  registerCode(services)

  handle(changePassword, async ({ input, session }) => {
    const tries = sessionTries(session.sessionId)
    const mayTry = await db.transaction((reader) => throttle.takeTry(reader, tries, clock.now()))
    if (!mayTry) return refuse('TRYAGAIN_LATER')
    const found = await db.read((reader) => findAccount(reader, session.customerId))
    if (!(await isPasswordOf(found.passwordHash, input.oldPw))) return refuse('INVALID_PW')
    const passwordHash = await hashPassword(input.newPw)
    return db.transaction(async (tx) => {
      const now = clock.now()
      const account = await lockAccount(tx, session.customerId)
      // The password may have been changed while the one given was checked.
      if (account.passwordHash !== found.passwordHash) return refuse('INVALID_PW')
      await throttle.forgetTries(tx, tries)
      const { publicUrl } = settings
      const keepsSession = session.sessionId
      await setPassword(tx, { account, passwordHash, keepsSession, by: changePassword.path, publicUrl }, now)
      return ok({})
    })
  })
}
