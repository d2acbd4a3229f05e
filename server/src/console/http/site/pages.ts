import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { consolePaths, playgroundPath } from '@voltline/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendReply } from '../send-reply.ts'
import { registerSite } from './site.ts'

/** The web build: public pages, hashed assets and the one HTML file of the consoles. */
const webDist = join(import.meta.dirname, '../../../../../web/dist')

/** Paths that programs call: a missing one is refused in JSON. */
const machinePath = /^\/(api|files|dev|assets|downloads|sdk|postback|proofs)(\/|$)/

interface PagesOptions {
  publicUrl: string
  demo: boolean
  distDir?: string
}

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { distDir = webDist, ...siteOptions } = options
  // The build writes a compressed copy beside every text asset that gains from it.
  await app.register(fastifyStatic, { root: distDir, serve: false, preCompressed: true })
  app.get('/assets/*', (request, reply) =>
    reply.sendFile(request.url.split('?')[0] ?? '', distDir, { immutable: true, maxAge: '365d' }),
  )
  registerSite(app, { distDir, ...siteOptions })

  const sendConsole = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('app.html', distDir)
  for (const path of options.demo ? [...consolePaths, playgroundPath] : consolePaths) {
    const route = path.replace(':id', ':id(^\\d+$)')
    app.get(route, (_request, reply) => sendConsole(reply))
    app.get(`${route}/`, (_request, reply) => sendConsole(reply))
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    // The consoles' router shows its "not found" page for a path that it does not have.
    if (request.method === 'GET' && !machinePath.test(path)) return sendConsole(reply.code(404))
    return sendReply(reply, { httpStatus: 404, error: 'API_NOTFOUND' })
  })
}
