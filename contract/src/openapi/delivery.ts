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
  // A wrong key of the app is a 401; a wrong key of the device, in the calls on its wallet, is a refusal like others.
  const isForbiddenElsewhere = call.key && !call.path.startsWith('/sdk/v1/user')
  const otherStatus = isForbiddenElsewhere ? ['TRYAGAIN_LATER', 'API_FORBIDDEN'] : ['TRYAGAIN_LATER']
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

const text = (name: string, description: string, required: boolean): Json => ({
  ...{ name, in: 'query', required, schema: { type: 'string' }, description },
})
const xml = { 'application/xml': { schema: { type: 'string' } } }

const vast: Json = {
  get: {
    operationId: 'get-sdk-v1-vast',
    summary: 'A video ad for any player, as a VAST 4.2 document.',
    description:
      'Anyone, with an app’s key. The document’s tracking URLs need no key. Without an ad, for whatever reason, the ' +
      'document is empty.',
    tags: ['sdk'],
    security: [],
    parameters: [
      text('key', 'The app’s key.', true),
      text('medID', 'A unit of the product VIDEO.', true),
      text('deviceID', 'Up to 64 printable ASCII characters.', true),
      text('country', 'Two letters, for an address whose country is unknown.', false),
      text('test', '1 for a marked sample that nobody pays for.', false),
    ],
    responses: {
      200: { description: 'A VAST document with one ad or none.', content: xml },
      401: { description: 'The key is missing or unknown; an empty document.', content: xml },
    },
  },
}

export function deliveryPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {
    '/c/{token}': click,
    '/sdk/v1/vast': vast,
  }
  for (const call of sdkCalls) {
    const methods = (['GET', 'POST'] as const).filter((method) => call.method.split(' or ').includes(method))
    paths[call.path] = Object.fromEntries(
      methods.map((method) => [method.toLowerCase(), operationOf(call, method)]),
    )
  }
  return paths
}
