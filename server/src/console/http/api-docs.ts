import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { apiPrefix, type Call, calls, errorCodes } from '@voltline/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { OpsAccess } from '../../platform/ops-access.ts'

const docsPath = '/api/docs'

type Json = Record<string, unknown>

const logoPath = join(import.meta.dirname, '../../../../web/src/site/logo/logo-dark.svg')

const whoText: Record<Call['who'], string> = {
  PUBLIC: 'Anyone.',
  CUSTOMER: 'A signed-in customer.',
  ADVERTISER: 'A signed-in advertiser.',
  PUBLISHER: 'A signed-in publisher.',
  OPERATOR: 'A signed-in operator.',
  ADMINISTRATORS: 'A signed-in operator of the group ADMINISTRATORS.',
}

/** What the caller sends and receives, before the server transforms it. */
const schemaOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

function queryParameters(schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: Object.keys(property).length > 0 ? property : { type: 'string' },
  }))
}

function responseOf(call: Call): Json {
  const output = schemaOf(call.output) as { properties?: Json }
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'string', enum: ['SUCCESS', 'UNKNOWN', ...call.refuses] },
      detail: { type: 'string', description: 'For the developer, beside some refusals.' },
      newToken: { type: 'string', description: 'Use it from now on.' },
      ...output.properties,
    },
  }
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this request for 24 hours: sent again with the same call and body it moves nothing and returns the first ' +
    'answer. Answers 429 and 5xx are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
}

function operationOf(call: Call): Json {
  const body = call.multipart ? 'multipart/form-data' : 'application/json'
  const input =
    call.method === 'GET'
      ? { parameters: queryParameters(call.input) }
      : {
          ...(call.movesMoney ? { parameters: [idempotencyKey] } : {}),
          requestBody: { content: { [body]: { schema: schemaOf(call.input) } } },
        }
  return {
    operationId: `${call.method.toLowerCase()}-${call.path.replaceAll('/', '-').replace(/-$/, '')}`,
    summary: call.about,
    description: `${whoText[call.who]} Refusals: ${call.refuses.join(', ') || 'none of its own'}.`,
    tags: [call.path.split('/')[0]],
    ...(call.who === 'PUBLIC' ? {} : { security: [{ accessToken: [], CustID: [], SessionKey: [] }] }),
    ...input,
    responses: {
      200: {
        description: 'SUCCESS, or a refusal by name',
        content: { 'application/json': { schema: responseOf(call) } },
      },
      400: { description: 'The input does not fit; `detail` says why' },
      ...(call.who === 'PUBLIC'
        ? {}
        : { 401: { description: 'Not signed in' }, 403: { description: 'Not for this caller' } }),
      ...(call.movesMoney
        ? { 409: { description: 'The Idempotency-Key was used for another request' } }
        : {}),
      429: { description: 'Too many calls' },
    },
  }
}

function openApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    paths[`${apiPrefix}${call.path}`] = {
      ...paths[`${apiPrefix}${call.path}`],
      [call.method.toLowerCase()]: operationOf(call),
    }
  }
  const header = (name: string) => ({ type: 'apiKey', in: 'header', name })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Voltline console API',
      version: '1',
      description:
        'Every response carries `error`; SUCCESS means OK. Calls of a signed-in customer carry Authorization, ' +
        `CustID, SessionKey and TimezoneOffset (minutes east of UTC). All codes: ${errorCodes.join(', ')}.`,
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer' },
        CustID: header('CustID'),
        SessionKey: header('SessionKey'),
      },
    },
    paths,
  }
}

/** The page at /api/docs, and the document itself at /api/docs/json. For everyone else they do not exist. */
export async function registerApiDocs(
  app: FastifyInstance,
  { publicUrl, mayInspect }: { publicUrl: string; mayInspect: OpsAccess },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    // By the route, because a URL has many spellings.
    const isDocs = request.routeOptions.url?.startsWith(docsPath)
    if (isDocs && !mayInspect(request)) return reply.callNotFound()
  })
  await app.register(swagger, { mode: 'static', specification: { document: openApi(publicUrl) as never } })
  const content = await readFile(logoPath)
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    staticCSP: false,
    theme: { title: 'Voltline API' },
    logo: { type: 'image/svg+xml', content, href: '/' },
  })
}
