import { changePassword } from '@voltline/contract'
import { ok, refuse } from '@voltline/kernel'
import { findAccount, lockAccount } from '../../../../domain/account/customer-store.ts'
import { type AccountServices, sessionTries } from '../services.ts'
import { setPassword } from './set-password.ts'

export function registerPasswordChange({
  handle,
  db,
  clock,
  secrets,
  settings,
  throttle,
}: AccountServices): void {
  handle(
    changePassword,
    async ({ input, session, passwords }) => {
      const tries = sessionTries(session.sessionId)
      const mayTry = await db.transaction((tx) => throttle.takeTry(tx, tries, clock.now()))
      if (!mayTry) return refuse('TRYAGAIN_LATER')
      const found = await db.read((reader) => findAccount(reader, session.customerId))
      if (!(await passwords.isOf(found.passwordHash, input.oldPw))) return refuse('INVALID_PW')
      const passwordHash = await passwords.hash(input.newPw)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const account = await lockAccount(tx, session.customerId)
        // The password may have changed while the old one was being checked.
        if (account.passwordHash !== found.passwordHash) return refuse('INVALID_PW')
        await throttle.forgetTries(tx, tries)
        const { publicUrl } = settings
        const keepsSession = session.sessionId
        await setPassword(
          tx,
          { account, passwordHash, keepsSession, action: changePassword.path, publicUrl, secrets },
          now,
        )
        return ok({})
      })
    },
    { hashes: 2 },
  )
}
