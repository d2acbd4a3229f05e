import { expect, test } from 'vitest'
import { useTestServer } from './test-server.ts'

const server = useTestServer()

test('a test server is the real program with a clock that tests can set', async () => {
  await server.setClock('2027-01-31T23:59:00+09:00')
  const customer = await server.customer('ADVERTISER')
  expect(await server.liveSessions({ customerId: customer.id })).toBe(1)
  const response = await server.client().raw('/api/v1/no/such/call', { method: 'POST' })
  expect(response.status).toBe(404)
})
