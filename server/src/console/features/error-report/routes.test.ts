import { errorLogger } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'
import { redactedReport } from './redact/report.ts'
import { redactedText } from './redact/text.ts'

const server = useTestServer({ LOG_LEVEL: 'silent' })

describe('error/logger', () => {
  test('API-33 a full report returns SUCCESS', async () => {
    const reply = await server.client().call(errorLogger, {
      isAxiosError: true,
      config: { url: '/api/v1/account/signin', method: 'post', data: { pw: 'x' }, params: {} },
      response: { data: { error: 'UNKNOWN' }, status: 500, statusText: 'Internal Server Error' },
      message: 'Request failed',
      stack: 'Error: Request failed\n    at App',
      componentStack: '\n    at App',
    })
    expect(reply.body).toEqual({ error: 'SUCCESS' })
  })

  test('API-33 an empty or partial report returns SUCCESS, and a malformed one never causes a fault', async () => {
    for (const body of [
      '{}',
      '{"config":null,"response":null,"stack":null}',
      '{"message":1}',
      '[]',
      'null',
      '{',
      '',
    ]) {
      const reply = await server.client().raw('/api/v1/error/logger', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect([body, reply.status < 500]).toEqual([body, true])
    }
  })

  test('no secret of a browser’s request reaches the log', () => {
    const canary = 'Canary-2026!'
    const token = ['k3V0bGluZS10b2tlbi1mb3I', 'tdGVzdHMtb25seS1jYW5hcnk'].join('')
    const report = redactedReport({
      config: {
        url: `/reset-password?token=${token}&pw=${canary}`,
        method: 'post',
        data: { pw: canary, nested: { oldPw: canary } },
        params: { token },
      },
      response: { data: { accessToken: token, password: canary }, status: 401, statusText: `pw=${canary}` },
      message: `failed with {"pw":"${canary}","code":"123456"} and Authorization: Bearer ${token}`,
      stack: `Error at https://ads.test/?type=findpw&token=${token}\n at f (password: ${canary})`,
      componentStack: `at Form (sessionKey=${token})`,
    })
    const written = JSON.stringify(report)
    for (const secret of [canary, token, '123456']) expect(written).not.toContain(secret)
    expect(report).toMatchObject({ url: '/reset-password?[redacted]', method: 'post', status: 401 })
  })

  test('a report is shortened quickly, whatever it contains', () => {
    const started = performance.now()
    for (const piece of ['a', '?', '=', 'pw=', '"', ' ', 'Bearer ', '\n']) {
      expect(redactedText(piece.repeat(50_000)).length).toBeLessThanOrEqual(30_000)
    }
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})
