import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../platform/settings.ts'
import { answerText } from './answer.ts'
import { registerSite } from './site.ts'

/** The web build: public pages, hashed assets, and the consoles' one page for every other browser route. */
const distDir = join(import.meta.dirname, '../../../../web/dist')

const machinePath = /^\/(api|files|dev|assets|downloads|sdk|postback)(\/|$)/
const consoleRoute =
  /^\/(signin|signup|signup-email|signup-success|reset-password|failed-authentication|find-email|find-password|verify-email|change-password|playground|(ad|pub)(-[a-z-]+)?(\/\d+)?|admin(\/[a-z-]+)*(\/\d+)?)\/?$/

export async function registerPages(app: FastifyInstance, settings: Settings): Promise<void> {
  // The build lays a packed twin beside every text file that is worth it.
  await app.register(fastifyStatic, { root: distDir, serve: false, preCompressed: true })
  app.get('/assets/*', (request, reply) =>
    reply.sendFile(request.url.split('?')[0] ?? '', distDir, { immutable: true, maxAge: '365d' }),
  )
  registerSite(app, { distDir, demo: settings.demo, publicUrl: settings.publicUrl })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (request.method === 'GET' && !machinePath.test(path)) {
      // The consoles' own router shows the 404 page for a route that it does not know.
      return reply
        .code(consoleRoute.test(path) ? 200 : 404)
        .header('cache-control', 'no-cache')
        .sendFile('app.html', distDir)
    }
    return reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(answerText({ error: 'API_NOTFOUND' }))
  })
}
