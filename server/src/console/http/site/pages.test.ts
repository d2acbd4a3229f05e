import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consolePaths } from '@voltline/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerPages } from './pages.ts'

let distDir: string
let app: FastifyInstance

async function serve(demo: boolean): Promise<FastifyInstance> {
  const server = Fastify()
  await registerPages(server, { distDir, demo, publicUrl: 'https://ads.example.kr' })
  return server
}

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'voltline-pages-'))
  await mkdir(join(distDir, 'assets'))
  await writeFile(join(distDir, 'app.html'), '<title>consoles</title>')
  app = await serve(true)
})
afterAll(async () => {
  await app.close()
  await rm(distDir, { recursive: true })
})

test.each(consolePaths)('%s is sent as the consoles, with and without a trailing slash', async (path) => {
  const url = path.replace(':id', '17')
  for (const address of [url, `${url}/`, `${url}?page=2`]) {
    const { statusCode, body } = await app.inject(address)
    expect([statusCode, body], address).toEqual([200, '<title>consoles</title>'])
  }
})

test.each(['/nowhere', '/ad-nowhere', '/ad-ad/x', '/ad-ad/7/8', '/admin/nowhere'])(
  '%s is a 404 with the consoles’ page',
  async (path) => {
    const { statusCode, body } = await app.inject(path)
    expect([statusCode, body]).toEqual([404, '<title>consoles</title>'])
  },
)

test.each(['/api/nowhere', '/files/x', '/sdk/nowhere', '/assets/nowhere.js'])(
  '%s is not found, in JSON',
  async (path) => {
    const response = await app.inject(path)
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('application/json')
  },
)

test('the playground is a page only beside demo data', async () => {
  const bare = await serve(false)
  expect((await app.inject('/playground')).statusCode).toBe(200)
  expect((await bare.inject('/playground')).statusCode).toBe(404)
  await bare.close()
})
