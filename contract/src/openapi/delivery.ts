import { type SdkCall, sdkCalls } from '../sdk.ts'
import {
  answerSchemaOf,
  enumOf,
  type Json,
  jsonContent,
  objectOf,
  queryParameters,
  schemaOf,
} from './schemas.ts'

const detail = { type: 'string', description: 'For the developer, beside some refusals.' }
const refused = (description: string, codes: readonly string[]): Json => ({
  description,
  content: jsonContent(objectOf({ error: enumOf(codes), detail }, ['error'])),
})

/** Responses that many calls of apps share. */
export const deliveryResponses: Json = {
  SdkBadInput: refused('The input does not fit; `detail` says why.', ['UNKNOWN']),
  SdkNoKey: refused('The app’s key is missing or wrong.', ['API_FORBIDDEN']),
  SdkTooLarge: refused('The body is too long.', ['UNKNOWN']),
  SdkTooMany: refused('Too many calls of this device; try again later.', ['TRYAGAIN_LATER']),
  SdkFault: refused('A fault of the server.', ['UNKNOWN']),
  SdkAway: refused('Nothing happened, or it is unknown whether it did; send it again.', ['TRYAGAIN_LATER']),
}
const shared = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

function replyOf(call: SdkCall): Json {
  const { properties = {} } = answerSchemaOf(call.output) as { properties?: Json }
  const otherStatus = call.key ? ['TRYAGAIN_LATER', 'API_FORBIDDEN'] : ['TRYAGAIN_LATER']
  const codes = call.codes.filter((code) => !otherStatus.includes(code))
  return objectOf({ ...properties, error: enumOf(codes), detail }, ['error'])
}

function operationOf(call: SdkCall, method: 'GET' | 'POST'): Json {
  return {
    operationId: `${method.toLowerCase()}${call.path.replaceAll('/', '-')}`,
    summary: call.about,
    description: call.key ? 'An app, with its key.' : 'Anyone.',
    tags: [call.path.split('/')[1]],
    security: call.key ? [{ apiKey: [] }] : [],
    ...(method === 'GET'
      ? { parameters: queryParameters(call.input) }
      : { requestBody: { content: contentOf(call) } }),
    responses: {
      200: { description: 'SUCCESS, or a refusal by name.', content: jsonContent(replyOf(call)) },
      400: shared('SdkBadInput'),
      ...(call.key ? { 401: shared('SdkNoKey') } : {}),
      ...(method === 'POST' ? { 413: shared('SdkTooLarge') } : {}),
      ...(call.limited ? { 429: shared('SdkTooMany') } : {}),
      500: shared('SdkFault'),
      503: shared('SdkAway'),
    },
  }
}

/** Advertisers' servers send postbacks as JSON or as a form. */
const contentOf = (call: SdkCall): Json => {
  const schema = schemaOf(call.input)
  const json = jsonContent(schema)
  return call.method === 'POST' ? json : { ...json, 'application/x-www-form-urlencoded': { schema } }
}

const click: Json = {
  parameters: [
    {
      name: 'token',
      in: 'path',
      required: true,
      schema: { type: 'string' },
      description: 'Of the offered ad.',
    },
  ],
  get: {
    operationId: 'get-c',
    summary: 'Records a click and leads to the ad’s target URL.',
    description:
      'Anyone. The click of a valid token is always a redirect; one that has expired or cannot be recorded carries no ' +
      'click id.',
    tags: ['c'],
    security: [],
    responses: {
      302: {
        description: 'To the target URL with its macros filled in.',
        headers: { Location: { schema: { type: 'string' }, description: 'The target URL.' } },
      },
      404: { description: 'The token is not one of ours: the site’s page for unknown addresses.' },
    },
  },
}

export function deliveryPaths(): Record<string, Json> {
  const paths: Record<string, Json> = { '/c/{token}': click }
  for (const call of sdkCalls) {
    const methods = (['GET', 'POST'] as const).filter((method) => call.method.split(' or ').includes(method))
    paths[call.path] = Object.fromEntries(
      methods.map((method) => [method.toLowerCase(), operationOf(call, method)]),
    )
  }
  return paths
}
