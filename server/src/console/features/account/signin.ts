import { confirmPw, signin, signinCheck, signout, type User } from '@voltline/contract'
import { type Instant, ok, refuse } from '@voltline/kernel'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccount,
} from '../../../domain/account/customer-store.ts'
import { endSessions, openSession, savePasswordConfirmation } from '../../../domain/account/session/store.ts'
import { SigninLimit } from '../../../domain/account/signin-limit.ts'
import { zoneDetails } from '../../../domain/account/zone.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { AddressHasher } from '../../../domain/quality/addresses/hasher.ts'
import { saveSigninAddress } from '../../../domain/quality/addresses/signin-store.ts'
import { networkOf } from '../../http/request/network.ts'
import { type AccountServices, rates, sessionTries } from './services.ts'

/** The user that the browser stores after sign-in. */
const toUser = (account: Account, sessionKey: string, now: Instant): User => ({
  Type: account.type,
  CustID: account.customerId,
  SessionKey: sessionKey,
  ...zoneDetails(account.zone, now),
})

export function registerSignin(services: AccountServices): void {
  const { handle, db, clock, sessions, throttle } = services
  const hasher = new AddressHasher(services)
  const limit = new SigninLimit(throttle)

  handle(
    signin,
    async ({ input, address, passwords }) => {
      const attempt = { kind: 'signin' as const, email: input.email, network: networkOf(address) }
      const counted = await db.transaction((tx) => limit.take(tx, attempt, clock.now()))
      if (!counted) return refuse('TRYAGAIN_LATER')
      const found = await db.read((reader) => findAccountByEmail(reader, input.email))
      if (!found) {
        await passwords.checkNobody(input.pw)
        return refuse('NEED_SIGNUP')
      }
      if (!(await passwords.isOf(found.passwordHash, input.pw))) return refuse('INVALID_PW')
      const { ipHash } = await hasher.of(address, clock.now())
      return db.transaction(async (tx) => {
        const now = clock.now()
        const account = await lockAccount(tx, found.customerId)
        // The password may have changed while it was being checked.
        if (account.passwordHash !== found.passwordHash) return refuse('INVALID_PW')
        await limit.succeed(tx, counted, now)
        if (account.blockedAt !== undefined) return refuse('IS_BLOCKED')
        const { accessToken, sessionKey, sessionId } = await openSession(tx, account, now)
        await saveSigninAddress(tx, account.customerId, { ipHash, now })
        await audit(tx, {
          actor: account,
          action: signin.path,
          entity: 'session',
          entityId: sessionId,
          at: now,
        })
        return ok({ accessToken, user: toUser(account, sessionKey, now) })
      })
    },
    { rate: rates.guess, isRateShared: true, hashes: 1 },
  )

  handle(signinCheck, async ({ input }) => {
    const checked = await sessions.check(input.accessToken)
    if (!checked.ok) return checked
    return checked.value.session.kind === 'CUSTOMER' ? ok({}) : refuse('NEED_SIGNIN')
  })

  handle(signout, async ({ session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      await endSessions(tx, session, { by: 'SIGNOUT', at: now })
      await audit(tx, {
        actor: session,
        action: signout.path,
        entity: 'session',
        entityId: session.sessionId,
        at: now,
      })
      return ok({})
    }),
  )
}

export function registerConfirmation({ handle, db, clock, throttle }: AccountServices): void {
  handle(
    confirmPw,
    async ({ input, session, passwords }) => {
      const tries = sessionTries(session.sessionId)
      const mayTry = await db.transaction((tx) => throttle.takeTry(tx, tries, clock.now()))
      if (!mayTry) return refuse('TRYAGAIN_LATER')
      const account = await db.read((reader) => findAccount(reader, session.customerId))
      if (!(await passwords.isOf(account.passwordHash, input.pw))) return refuse('INVALID_PW')
      return db.transaction(async (tx) => {
        const now = clock.now()
        await savePasswordConfirmation(tx, session.sessionId, now)
        await throttle.forgetTries(tx, tries)
        await audit(tx, {
          actor: session,
          action: confirmPw.path,
          entity: 'session',
          entityId: session.sessionId,
          at: now,
        })
        return ok({})
      })
    },
    { hashes: 1 },
  )
}
