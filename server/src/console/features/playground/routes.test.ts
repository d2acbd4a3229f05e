import { getPlayground } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()

test('without demo data there is no playground: neither the page nor what its phone needs', async () => {
  const visitor = server.client()
  expect(await visitor.ok(getPlayground, {})).toMatchObject({ playground: null })
  expect((await visitor.raw('/playground', {})).status).toBe(404)
  for (const path of ['/api/v1/demo/visit', '/api/v1/demo/explain']) {
    const answer = await visitor.raw(path, {})
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'API_NOTFOUND' }])
  }
})
