import { getPlayground } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()

test('without demo data neither the playground’s page nor its calls exist', async () => {
  const visitor = server.client()
  expect(await visitor.ok(getPlayground, {})).toMatchObject({ playground: null })
  expect((await visitor.raw('/playground', {})).status).toBe(404)
  for (const path of ['/api/v1/demo/visit', '/api/v1/demo/explain']) {
    const response = await visitor.raw(path, {})
    expect([response.status, await response.json()]).toEqual([404, { error: 'API_NOTFOUND' }])
  }
})
