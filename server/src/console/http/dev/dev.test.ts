import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { ProgramProcess } from '../../../../testing/program-process.ts'
import { useTestServer } from '../../../../testing/test-server.ts'

const post = (url: string, path: string, body: string) =>
  fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

describe('outside production', () => {
  const server = useTestServer()

  test('the clock is set to an instant and runs on from there', async () => {
    const response = await post(server.url, '/dev/clock', '{"now":"2027-02-01T00:00:00+09:00"}')
    expect([response.status, await response.json()]).toEqual([
      200,
      { error: 'SUCCESS', now: '2027-01-31T15:00:00.000Z' },
    ])
  })

  test('a body without a valid instant is refused', async () => {
    for (const body of [
      '{}',
      '{"now":1}',
      '{"now":"tomorrow"}',
      '{"now":"2027-02-30T00:00:00Z"}',
      '[]',
      'x',
    ]) {
      expect([body, (await post(server.url, '/dev/clock', body)).status]).toEqual([body, 400])
    }
  })
})

describe('in production', () => {
  const database = useFreshDatabase()
  let program: ProgramProcess
  beforeAll(async () => {
    program = new ProgramProcess({
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://ads.voltline.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: 'a secret key that is only for this test',
      HUMAN_CHECK: 'altcha',
      RATE_LIMITS: '1',
    })
    await program.start()
  })
  afterAll(() => program.remove())

  test('no path below /dev exists', async () => {
    const tries = [
      ['POST', '/dev/clock'],
      ['POST', '/dev/drain'],
      ['GET', '/dev/outbox'],
      ['GET', '/dev/outbox.json'],
    ] as const
    for (const [method, path] of tries) {
      const response = await fetch(`${program.url}${path}`, { method })
      expect([path, response.status]).toEqual([path, 404])
    }
  })

  test('the test token of the human check is refused', async () => {
    const response = await post(program.url, '/api/v1/account/recaptcha', '{"token":"test"}')
    expect(await response.json()).toEqual({ error: 'API_FORBIDDEN' })
  })
})
