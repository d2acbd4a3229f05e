import { adminSignin } from '@voltline/contract'
import { instant } from '@voltline/kernel'
import { insertOperator } from '../../server/src/domain/account/operator-store.ts'
import { Client } from '../../server/testing/client.ts'
import { freshEmail } from './people.ts'
import { password, passwordHash, programDatabase } from './program.ts'

let operator: Promise<Client> | undefined

/**
 * An administrator of the program under test, by the API. Each worker has its own, because a sign-in ends the earlier
 * session of the same account.
 */
export function workerOperator(url: string): Promise<Client> {
  operator ??= signInNewOperator(url)
  return operator
}

async function signInNewOperator(url: string): Promise<Client> {
  const account = {
    email: freshEmail('operator'),
    passwordHash: await passwordHash(),
    group: 'ADMINISTRATORS' as const,
  }
  await programDatabase().transaction((tx) => insertOperator(tx, account, instant(Date.now())))
  const signedIn = await new Client(url).ok(adminSignin, { email: account.email, pw: password })
  const { accessToken, user } = signedIn
  return new Client(url, { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey })
}
