import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readIfPresent } from './read-if-present.ts'

const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  ai: 'application/postscript',
  png: 'image/png',
  svg: 'image/svg+xml',
  zip: 'application/zip',
}
/** A plain file name: no folders, no hidden files. */
const fileName = /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.(pdf|ai|png|svg|zip)$/

/** The guides, logos and SDKs that the public pages offer. */
export function registerDownloads(app: FastifyInstance, distDir: string): void {
  app.get<{ Params: { file: string } }>('/downloads/:file', async (request, reply) => {
    const { file } = request.params
    const type = contentTypes[fileName.exec(file)?.[1] ?? '']
    const bytes = type && (await readIfPresent(join(distDir, 'downloads', file)))
    if (!type || !bytes) return reply.callNotFound()
    return reply
      .headers({ 'Content-Disposition': `attachment; filename="${file}"`, 'Cache-Control': 'no-cache' })
      .type(type)
      .send(bytes)
  })
}
