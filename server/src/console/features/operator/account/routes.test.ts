import { adminMe, adminSignin, adminSignout, signin } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { Client } from '../../../../../testing/client.ts'
import { testPassword, useTestServer } from '../../../../../testing/test-server.ts'
import { addOperator, setOperatorPassword } from '../../../../domain/account/operator.ts'
import { sql } from '../../../../platform/database/sql.ts'

const server = useTestServer()
const clock = { now: () => server.now }

async function signedIn(email: string, pw = testPassword): Promise<Client> {
  const { accessToken, user } = await server.client().ok(adminSignin, { email, pw })
  return new Client(server.url, { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey })
}

describe('admin/signin', () => {
  test('ENUM-14 an operator of either group signs in and receives the group', async () => {
    for (const group of ['ADMINISTRATORS', 'USERS'] as const) {
      const { email, id } = await server.operator(group)
      const { user } = await server.client().ok(adminSignin, { email: email.toUpperCase(), pw: testPassword })
      expect(user).toEqual({ Group: group, CustID: id, SessionKey: expect.stringMatching(/^[\w-]{43}$/) })
    }
  })

  test('a wrong password, an unknown address and a customer’s address all return INVALID_PW', async () => {
    const operator = await server.operator()
    const customer = await server.customer('ADVERTISER')
    const tries = [
      [operator.email, 'voltline-2027', 'INVALID_PW'],
      [server.freshEmail(), testPassword, 'INVALID_PW'],
      [customer.email, testPassword, 'INVALID_PW'],
    ] as const
    for (const [email, pw, error] of tries) {
      expect(await server.client().call(adminSignin, { email, pw })).toMatchObject({ status: 200, error })
    }
    expect((await server.client().call(signin, { email: operator.email, pw: testPassword })).error).toBe(
      'NEED_SIGNUP',
    )
  })

  test('SIGNIN-10 a second sign-in ends the first, also when many are concurrent', async () => {
    const operator = await server.operator()
    await Promise.all(Array.from({ length: 8 }, () => signedIn(operator.email)))
    expect(await server.liveSessions({ operatorId: operator.id })).toBe(1)
    expect(await operator.call(adminMe, {})).toMatchObject({ status: 401, error: 'INVALID_SESSIONKEY' })
  })
})

test('admin/me returns who is signed in, until admin/signout', async () => {
  const operator = await server.operator('USERS')
  expect(await operator.ok(adminMe, {})).toEqual({ operator: { Email: operator.email, Group: 'USERS' } })
  await operator.ok(adminSignout, {})
  expect(await operator.call(adminMe, {})).toMatchObject({ status: 401, error: 'NEED_SIGNIN' })
})

describe('operators are created on the command line', () => {
  test('an address is one operator; the audit names the operator and holds no password', async () => {
    const email = server.freshEmail('boss')
    const wanted = { email, password: testPassword, group: 'ADMINISTRATORS' } as const
    expect(await addOperator({ db: server.db, clock }, wanted)).toMatchObject({ ok: true })
    const again = await addOperator({ db: server.db, clock }, { ...wanted, email: email.toUpperCase() })
    expect(again).toMatchObject({ ok: false, error: 'DUPLICATE_EMAIL' })
    await signedIn(email)
    const rows = await server.db.read((reader) =>
      reader.rows(
        sql`select became from audit where action = 'operator add' and became ->> 'email' = ${email}`,
      ),
    )
    expect(rows).toEqual([{ became: { email, group: 'ADMINISTRATORS' } }])
  })

  test('a new password ends the session opened with the old one', async () => {
    const operator = await server.operator()
    const changed = await setOperatorPassword(
      { db: server.db, clock },
      { email: operator.email, password: 'another-2026!' },
    )
    expect(changed).toMatchObject({ ok: true })
    expect((await operator.call(adminMe, {})).status).toBe(401)
    await signedIn(operator.email, 'another-2026!')
    const nobody = await setOperatorPassword(
      { db: server.db, clock },
      { email: server.freshEmail(), password: testPassword },
    )
    expect(nobody).toMatchObject({ error: 'NEED_SIGNUP' })
  })
})
