import { apiPrefix, calls } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer({ ROLES: 'web' })

test('the document lists every call of the contract', async () => {
  const response = await fetch(`${server.url}/api/docs/json`)
  const { paths } = (await response.json()) as { paths: Record<string, object> }
  expect(Object.keys(paths).sort()).toEqual(
    [...new Set(calls.map(({ path }) => `${apiPrefix}${path}`))].sort(),
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
    [`${apiPrefix}admin/customer/credit`, true],
    [`${apiPrefix}admin/payout/answer`, true],
  ])
})

test('the page carries our name and logo', async () => {
  const page = await (await fetch(`${server.url}/api/docs/`)).text()
  expect(page).toContain('<title>Voltline API</title>')
  const script = await (await fetch(`${server.url}/api/docs/static/swagger-initializer.js`)).text()
  const logo = /base64,([A-Za-z0-9+/=]+)/.exec(script)?.[1] ?? ''
  expect(Buffer.from(logo, 'base64').toString()).toContain('aria-label="Voltline"')
})
