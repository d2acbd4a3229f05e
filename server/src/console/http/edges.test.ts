import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../../testing/test-server.ts'

const opsToken = 'a token of the people who run it'.replaceAll(' ', '-')
const production = {
  NODE_ENV: 'production',
  ROLES: 'web,delivery',
  HOST: '127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  RATE_LIMITS: '1',
  HUMAN_CHECK: 'altcha',
}
const open = useTestServer({ ROLES: 'web,delivery' })
const guarded = useTestServer({ ...production, OPS_TOKEN: opsToken })
const closed = useTestServer(production)
const deliveryOnly = useTestServer({ ROLES: 'delivery' })

const get = (url: string, token?: string) =>
  fetch(url, { redirect: 'manual', ...(token && { headers: { authorization: `Bearer ${token}` } }) })

describe('in production', () => {
  const inside = ['/metrics', '/api/docs', '/api/docs/', '/api/docs/json', '/api/%64ocs/json']
  test.each(inside)('%s exists only for the token of the settings', async (path) => {
    for (const token of [undefined, 'x', `${opsToken}x`, opsToken.toUpperCase()]) {
      expect([token, (await get(guarded.url + path, token)).status]).toEqual([token, 404])
    }
    expect((await get(guarded.url + path, opsToken)).status).toBeLessThan(400)
    for (const token of [undefined, 'undefined', opsToken]) {
      expect((await get(closed.url + path, token)).status).toBe(404)
    }
    expect((await get(open.url + path)).status).toBeLessThan(400)
  })

  test('/readyz says only whether it is ready, and the rest with the token', async () => {
    const bare = await get(`${guarded.url}/readyz`)
    expect([bare.status, await bare.json()]).toEqual([200, { ready: true }])
    expect(await (await get(`${closed.url}/readyz`, opsToken)).json()).toEqual({ ready: true })
    const whole = { ready: true, draining: false, database: true, eventLog: true, files: true }
    expect(await (await get(`${guarded.url}/readyz`, opsToken)).json()).toMatchObject(whole)
    expect(await (await get(`${open.url}/readyz`)).json()).toMatchObject(whole)
    expect((await get(`${closed.url}/healthz`)).status).toBe(200)
  })
})

/** A request as raw bytes, for what fetch would not send. */
async function raw(url: string, request: string): Promise<{ status: number; headers: Headers }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(request)
  const [head = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(first.split(' ')[1]), headers }
}

describe('every answer has nosniff and a content security policy', () => {
  const requests: [status: number, line: string][] = [
    [200, 'GET /healthz'],
    [200, 'GET /readyz'],
    [200, 'GET /metrics'],
    [400, 'GET /%zz'],
    [400, 'GET /%'],
    [400, 'GET /api/v1/%c0%ae'],
    [404, 'GET /files/x'],
    [404, 'GET /api/v1/nowhere'],
    [401, 'POST /api/v1/ad/'],
    [200, 'GET /api/v1/common/settings'],
    [404, 'OPTIONS /api/v1/common/settings'],
    [404, 'DELETE /api/v1/common/settings'],
    [302, 'GET /?type=findpw&token=x'],
    [204, 'OPTIONS /sdk/v1/ad'],
    [401, 'POST /sdk/v1/ad'],
    [404, 'GET /sdk/v1/nowhere'],
    [200, 'GET /sdk/v1/keys'],
    [200, 'GET /sdk/v1/sample/banner.png'],
    [404, 'GET /sdk/v1/sample/nowhere'],
    [400, 'GET /postback/v1/install'],
    [404, 'PUT /postback/v1/install'],
    [404, 'GET /c/forged'],
    [403, 'PUT /files/upload/x'],
    [400, 'GET nonsense'],
    [400, 'NONSENSE'],
    [431, 'GET /long'],
  ]
  test.each(requests)('%i %s', async (status, line) => {
    const request = `${line.replace('long', 'x'.repeat(40_000))} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
    const answer = await raw(open.url, request)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src '(?:none|self)'/)
  })

  test.each([
    [400, 'GET /healthz HTTP/1.1\r\nConnection: close'],
    [400, 'GET /sdk/v1/keys HTTP/1.1\r\nConnection: close'],
    [417, 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: nonsense'],
    [200, 'GET /healthz HTTP/1.0'],
  ])('%i %j', async (status, request) => {
    const answer = await raw(open.url, `${request}\r\n\r\n`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('also where no role knows the URL', async () => {
    for (const path of ['/nowhere', '/c/forged', '/%zz']) {
      const { status, headers } = await get(deliveryOnly.url + path)
      expect(status).toBe(404)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
})
