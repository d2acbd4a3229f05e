import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { limits } from '@voltline/contract'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { BadForm } from './request/multipart.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { sendReply } from './send-reply.ts'

const jsonBytesMax = 256 * 1_024

/** The HTTP side of the consoles: limits, headers, request ids and error handling. */
export async function makeApp(services: { settings: Settings; log: Log }): Promise<FastifyInstance> {
  const { settings, log } = services
  const app = Fastify({
    // Only the nearest hops are trusted; earlier entries of X-Forwarded-For may be forged.
    trustProxy: (_address: string, hop: number) => hop < settings.trustedProxies,
    bodyLimit: jsonBytesMax,
    genReqId: () => randomUUID(),
    logger: false,
    // A URL that cannot be parsed.
    frameworkErrors: (fault, _request, reply) =>
      void sendReply(reply, { httpStatus: 400, error: 'UNKNOWN', detail: fault.message }),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512 },
  })
  registerSecurityHeaders(app, {
    provider: settings.humanCheck.provider,
    https: settings.publicUrl.startsWith('https:'),
  })
  await app.register(cookie)
  // Bytes of declared files are skipped, never stored; the largest file in a form is a video.
  await app.register(multipart, {
    limits: { fileSize: limits.videoBytesMax * 2, files: 4, fields: 16, fieldSize: 4_096, parts: 20 },
    throwFileSizeLimit: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  app.setErrorHandler((fault: FastifyError, request, reply) => {
    const theirs = fault instanceof BadForm || (fault.statusCode !== undefined && fault.statusCode < 500)
    if (theirs) return sendReply(reply, { httpStatus: 400, error: 'UNKNOWN', detail: fault.message })
    log.error({ id: request.id, path: request.url.split('?')[0], err: fault }, 'fault')
    const status = fault.statusCode === 503 || fault.code === 'ENOSPC' ? 503 : 500
    return sendReply(reply, { httpStatus: status, error: 'UNKNOWN', detail: `Request ${request.id}` })
  })
  return app
}
