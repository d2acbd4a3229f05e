import { apiPrefix, calls, sdkCalls } from '@voltline/contract'
import { expect, test } from 'vitest'
import { assertDescribed } from '../../../testing/api/described-answers.ts'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer({ ROLES: 'web' })

test('the document lists every call of the consoles, of apps and of advertisers’ servers', async () => {
  const response = await fetch(`${server.url}/api/docs/json`)
  const { paths } = (await response.json()) as { paths: Record<string, object> }
  expect(Object.keys(paths).sort()).toEqual(
    [
      ...new Set(calls.map(({ path }) => `${apiPrefix}${path}`)),
      ...sdkCalls.map(({ path }) => path),
      '/c/{token}',
      '/sdk/v1/vast',
      '/why/{token}',
      '/why/{token}/report',
    ].sort(),
  )
})

test('a call that moves money documents its Idempotency-Key, and no other call does', async () => {
  const { paths } = (await (await fetch(`${server.url}/api/docs/json`)).json()) as {
    paths: Record<string, { post?: { parameters?: { name: string }[]; responses: Record<string, object> } }>
  }
  const keyed = Object.entries(paths)
    .filter(([, { post }]) => post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
    .map(([path, { post }]) => [path, post?.responses[409] !== undefined])
  expect(keyed.sort()).toEqual([
    [`${apiPrefix}account/request-revenue`, true],
    [`${apiPrefix}admin/case/confirm`, true],
    [`${apiPrefix}admin/case/release`, true],
    [`${apiPrefix}admin/correction/add`, true],
    [`${apiPrefix}admin/customer/credit`, true],
    [`${apiPrefix}admin/customer/debit`, true],
    [`${apiPrefix}admin/payout/answer`, true],
    [`${apiPrefix}admin/payout/release`, true],
    [`${apiPrefix}admin/withdrawal/answer`, true],
  ])
})

test('every call says who may make it, and nothing is listed twice', async () => {
  const text = await (await fetch(`${server.url}/api/docs/json`)).text()
  expect(text).not.toContain('$schema')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { security?: unknown[] }>> }
  for (const call of calls) {
    const security = paths[`${apiPrefix}${call.path}`]?.[call.method.toLowerCase()]?.security
    expect([call.path, security?.length]).toEqual([call.path, call.who === 'PUBLIC' ? 0 : 1])
  }
  for (const call of sdkCalls) {
    for (const operation of Object.values(paths[call.path] ?? {})) {
      expect([call.path, operation.security?.length]).toEqual([call.path, call.key ? 1 : 0])
    }
  }
  for (const [, values = ''] of text.matchAll(/"enum":\[([^\]]*)\]/g)) {
    const listed = values.split(',')
    expect(new Set(listed).size).toBe(listed.length)
  }
})

test('the test client fails on an answer outside the description', () => {
  const request = { method: 'GET', path: `${apiPrefix}common/settings` }
  const check = (status: number, body: object) => () => assertDescribed(request, { status, body })
  expect(check(200, { error: 'SUCCESS', searchDays: 180 })).not.toThrow()
  expect(check(429, { error: 'TRYAGAIN_LATER' })).not.toThrow()
  expect(check(200, { error: 'SUCCESS' })).toThrow('description')
  expect(check(200, { error: 'SUCCESS', searchDays: 180, password: 'x' })).toThrow('description')
  expect(check(200, { error: 'SUCCESS', searchDays: '180' })).toThrow('description')
  expect(check(200, { error: 'NO_PERMISSION' })).toThrow('description')
  expect(check(418, { error: 'SUCCESS', searchDays: 180 })).toThrow('description')
})

test('the page carries our name and logo', async () => {
  const page = await (await fetch(`${server.url}/api/docs/`)).text()
  expect(page).toContain('<title>Voltline API</title>')
  const script = await (await fetch(`${server.url}/api/docs/static/swagger-initializer.js`)).text()
  const logo = /base64,([A-Za-z0-9+/=]+)/.exec(script)?.[1] ?? ''
  expect(Buffer.from(logo, 'base64').toString()).toContain('aria-label="Voltline"')
})
