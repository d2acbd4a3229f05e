import { apiPrefix, type Call } from '../common/call.ts'
import { httpStatusOf } from '../common/errors.ts'
import { calls } from '../index.ts'
import {
  answerSchemaOf,
  enumOf,
  type Json,
  jsonContent,
  objectOf,
  queryParameters,
  schemaOf,
} from './schemas.ts'

const whoText: Record<Call['who'], string> = {
  PUBLIC: 'Anyone.',
  CUSTOMER: 'A signed-in customer.',
  ADVERTISER: 'A signed-in advertiser.',
  PUBLISHER: 'A signed-in publisher.',
  OPERATOR: 'A signed-in operator.',
  ADMINISTRATORS: 'A signed-in operator of the group ADMINISTRATORS.',
}

const envelope = {
  detail: { type: 'string', description: 'For the developer, beside some refusals.' },
  newToken: { type: 'string', description: 'Use it from now on.' },
}

const refusalOf = (codes: readonly string[]): Json =>
  objectOf({ error: enumOf(codes), ...envelope }, ['error'])

const refused = (description: string, codes: readonly string[]): Json => ({
  description,
  content: jsonContent(refusalOf(codes)),
})

/** Responses that many calls share. */
export const consoleResponses: Json = {
  BadInput: refused('The input does not fit; `detail` says why.', ['UNKNOWN']),
  NotSignedIn: refused('Not signed in, or no longer.', [
    'NEED_SIGNIN',
    'NEED_REFRESHTOKEN',
    'INVALID_SESSIONKEY',
  ]),
  NotAllowed: refused('Not for this caller.', ['NO_PERMISSION']),
  KeyUsed: refused('The Idempotency-Key was used for another request.', ['DUPLICATE_REQUEST']),
  TooMany: refused('Too many calls; try again later.', ['TRYAGAIN_LATER']),
  Fault: refused('A fault of the server; `detail` names the request.', ['UNKNOWN']),
  Away: refused('The database cannot be reached; try again later.', ['UNKNOWN', 'TRYAGAIN_LATER']),
}
const shared = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

/** A public call has no session, so its session codes are normal replies. */
const statusOf = (call: Call, code: Call['refuses'][number]): number => {
  const status = httpStatusOf[code] ?? 200
  return call.who === 'PUBLIC' && status === 401 ? 200 : status
}

function replyOf(call: Call): Json {
  const { properties = {}, required = [] } = answerSchemaOf(call.output) as {
    properties?: Json
    required?: string[]
  }
  const { newToken } = envelope
  const success = objectOf({ error: { type: 'string', const: 'SUCCESS' }, newToken, ...properties }, [
    'error',
    ...required,
  ])
  const codes = call.refuses.filter((code) => statusOf(call, code) === 200)
  return codes.length === 0 ? success : { anyOf: [success, refusalOf(codes)] }
}

function ownStatuses(call: Call): Json {
  const own = call.refuses.filter((code) => ![200, 401, 429].includes(statusOf(call, code)))
  const statuses = new Set(own.map((code) => statusOf(call, code)))
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      refused(
        'A refusal with a status of its own.',
        own.filter((code) => statusOf(call, code) === status),
      ),
    ]),
  )
}

/** Of declared files only name and type are read; the bytes follow by PUT. */
function formOf(call: Call): Json {
  const schema = schemaOf(call.input) as { properties?: Record<string, Json> }
  const files = schema.properties?.uploadFiles
  if (!files) return schema
  return {
    ...schema,
    properties: {
      ...schema.properties,
      uploadFiles: { ...files, items: { type: 'string', format: 'binary' } },
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

const inputOf = (call: Call): Json => {
  if (call.method === 'GET') return { parameters: queryParameters(call.input) }
  const content = call.multipart
    ? { 'multipart/form-data': { schema: formOf(call) } }
    : jsonContent(schemaOf(call.input))
  return { ...(call.movesMoney ? { parameters: [idempotencyKey] } : {}), requestBody: { content } }
}

const fileContent = ({ files = [] }: Call): Json =>
  Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

function operationOf(call: Call): Json {
  const isPublic = call.who === 'PUBLIC'
  return {
    operationId: `${call.method.toLowerCase()}-${call.path.replaceAll('/', '-').replace(/-$/, '')}`,
    summary: call.about,
    description: `${whoText[call.who]} Refusals: ${[...new Set(call.refuses)].join(', ') || 'none of its own'}.`,
    tags: [call.path.split('/')[0]],
    security: isPublic ? [] : [{ accessToken: [], CustID: [], SessionKey: [] }],
    ...inputOf(call),
    responses: {
      200: {
        description: 'SUCCESS, or a refusal by name.',
        content: { ...jsonContent(replyOf(call)), ...fileContent(call) },
      },
      400: shared('BadInput'),
      ...(isPublic ? {} : { 401: shared('NotSignedIn'), 403: shared('NotAllowed') }),
      ...(call.movesMoney ? { 409: shared('KeyUsed') } : {}),
      429: shared('TooMany'),
      500: shared('Fault'),
      503: shared('Away'),
      ...ownStatuses(call),
    },
  }
}

export function consolePaths(): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = `${apiPrefix}${call.path}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return paths
}
