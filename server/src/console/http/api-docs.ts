import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApiDocument } from '@voltline/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { OpsAccess } from '../../platform/ops-access.ts'

const docsPath = '/api/docs'

const logoPath = join(import.meta.dirname, '../../../../web/src/site/logo/logo-dark.svg')

/** The page at /api/docs, and the document itself at /api/docs/json. For everyone else they do not exist. */
export async function registerApiDocs(
  app: FastifyInstance,
  { mayInspect, ...network }: { publicUrl: string; contactMail: string; mayInspect: OpsAccess },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    // By the route, because a URL has many spellings.
    const isDocs = request.routeOptions.url?.startsWith(docsPath)
    if (isDocs && !mayInspect(request)) return reply.callNotFound()
  })
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(network) as never },
  })
  const content = await readFile(logoPath)
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    staticCSP: false,
    theme: { title: 'Voltline API' },
    logo: { type: 'image/svg+xml', content, href: '/' },
  })
}
