import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerText } from './answer.ts'
import { registerSite } from './site.ts'

/** The web build: public pages, hashed assets, and the consoles' one page for every other browser route. */
const distDir = join(import.meta.dirname, '../../../../web/dist')

const machinePath = /^\/(api|files|dev|assets|downloads|sdk|postback)(\/|$)/
const consoleRoute =
  /^\/(signin|signup|signup-email|signup-success|reset-password|failed-authentication|find-email|find-password|verify-email|change-password|(ad|pub)(-[a-z-]+)?(\/\d+)?|admin(\/[a-z-]+)*(\/\d+)?)\/?$/

export async function registerPages(
  app: FastifyInstance,
  options: { publicUrl: string; demo: boolean },
): Promise<void> {
  const isRoute = (path: string) =>
    consoleRoute.test(path) || (options.demo && /^\/playground\/?$/.test(path))
  // The build lays a packed twin beside every text file that is worth it.
  await app.register(fastifyStatic, { root: distDir, serve: false, preCompressed: true })
  app.get('/assets/*', (request, reply) =>
    reply.sendFile(request.url.split('?')[0] ?? '', distDir, { immutable: true, maxAge: '365d' }),
  )
  registerSite(app, { distDir, ...options })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (request.method === 'GET' && !machinePath.test(path)) {
      // The consoles' own router shows the 404 page for a route that it does not know.
      return reply
        .code(isRoute(path) ? 200 : 404)
        .header('cache-control', 'no-cache')
        .sendFile('app.html', distDir)
    }
    return reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(answerText({ error: 'API_NOTFOUND' }))
  })
}
