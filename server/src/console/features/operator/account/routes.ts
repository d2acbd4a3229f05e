import { adminMe, adminSignin, adminSignout } from '@voltline/contract'
import { minute, ok, refuse } from '@voltline/kernel'
import { findOperator, findOperatorByEmail, lockOperator } from '../../../../domain/account/operator-store.ts'
import { endSessions, openSession } from '../../../../domain/account/session/store.ts'
import { SigninLimit } from '../../../../domain/account/signin-limit.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import type { Rate } from '../../../../platform/rate-limit/rate-limiter.ts'
import { Throttle } from '../../../../platform/rate-limit/throttle.ts'
import type { FeatureServices } from '../../../feature.ts'
import { networkOf } from '../../../http/request/network.ts'

const signinRate: Rate = { count: 20, windowMs: minute }

export function registerOperatorAccount({ handle, db, clock, settings }: FeatureServices): void {
  const limit = new SigninLimit(new Throttle({ on: settings.rateLimits }))

  handle(
    adminSignin,
    async ({ input, address, passwords }) => {
      const attempt = { kind: 'admin-signin' as const, email: input.email, network: networkOf(address) }
      const counted = await db.transaction((tx) => limit.take(tx, attempt, clock.now()))
      if (!counted) return refuse('TRYAGAIN_LATER')
      const found = await db.read((reader) => findOperatorByEmail(reader, input.email))
      if (!found) {
        await passwords.checkNobody(input.pw)
        // As for a wrong password, so that nobody learns who operates the network.
        return refuse('INVALID_PW')
      }
      if (!(await passwords.isOf(found.passwordHash, input.pw))) return refuse('INVALID_PW')
      return db.transaction(async (tx) => {
        const now = clock.now()
        const operator = await lockOperator(tx, found.operatorId)
        if (operator.passwordHash !== found.passwordHash) return refuse('INVALID_PW')
        const { accessToken, sessionKey, sessionId } = await openSession(tx, operator, now)
        await limit.succeed(tx, counted, now)
        await audit(tx, {
          actor: operator,
          action: adminSignin.path,
          entity: 'session',
          entityId: sessionId,
          at: now,
        })
        const user = { Group: operator.group, CustID: operator.operatorId, SessionKey: sessionKey }
        return ok({ accessToken, user })
      })
    },
    { rate: signinRate, isRateShared: true, hashes: 1 },
  )

  handle(adminSignout, async ({ session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      await endSessions(tx, session, { by: 'SIGNOUT', at: now })
      await audit(tx, {
        actor: session,
        action: adminSignout.path,
        entity: 'session',
        entityId: session.sessionId,
        at: now,
      })
      return ok({})
    }),
  )

  handle(adminMe, async ({ session }) =>
    db.read(async (reader) => {
      const operator = await findOperator(reader, session.operatorId)
      return ok({ operator: { Email: operator.email, Group: operator.group } })
    }),
  )
}
