import { authMail, signin } from '@voltline/contract'
import { expect, test } from 'vitest'
import { testPassword, useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()

test('a flood of sign-ins gets 429 TRYAGAIN_LATER beyond one second of hashing, and then the owner signs in', async () => {
  const { email } = await server.customer('ADVERTISER')
  const flood = Array.from({ length: 200 }, (_, index) =>
    server.client().call(signin, { email: `guess-${index}@company.test`, pw: 'wrong' }),
  )
  // A call that hashes nothing is served in the middle of the flood.
  expect((await server.client().call(authMail, { email })).error).toBe('API_FORBIDDEN')
  const replies = await Promise.all(flood)
  const checked = replies.filter(({ status, error }) => status === 200 && error === 'NEED_SIGNUP')
  const refused = replies.filter(({ status, error }) => status === 429 && error === 'TRYAGAIN_LATER')
  expect(checked.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(checked.length + refused.length).toBe(replies.length)
  await server.client().ok(signin, { email, pw: testPassword })
})
