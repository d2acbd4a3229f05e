import { openApiDocument } from '@voltline/contract/openapi'
import { assert } from '@voltline/kernel'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Json = Record<string, unknown>
type Responses = Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { responses: Responses }
}

const network = { publicUrl: 'http://voltline.test', contactMail: 'contact@voltline.test' }
const document = openApiDocument(network) as unknown as Document
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const validators = new Map<string, ValidateFunction>()

/** The description has one spelling of a path; the server also takes it without its slash, and a list as `list`. */
function responsesOf(method: string, path: string): Responses | undefined {
  for (const spelling of [path, `${path}/`, path.replace(/\/list$/, '/')]) {
    const operation = document.paths[spelling]?.[method.toLowerCase()]
    if (operation) return operation.responses
  }
  return undefined
}

function schemaOf(responses: Responses, status: number): Json | undefined {
  const response = responses[status]
  const shared = response?.$ref && document.components.responses[response.$ref.split('/').at(-1) ?? '']
  return (shared || response)?.content?.['application/json']?.schema
}

export const isDescribed = (request: { method: string; path: string }): boolean =>
  responsesOf(request.method, request.path) !== undefined

/** Fails if the answer of a described call is not what the API's description says. */
export function assertDescribed(
  request: { method: string; path: string },
  answer: { status: number; body: unknown },
): void {
  const path = request.path.split('?', 1)[0] ?? ''
  const responses = responsesOf(request.method, path)
  if (!responses) return
  const name = `${request.method} ${path} ${answer.status}`
  const schema = schemaOf(responses, answer.status)
  assert(schema, `${name} is in the API’s description`)
  const validate = validators.get(name) ?? ajv.compile(schema)
  validators.set(name, validate)
  const holds = validate(answer.body)
  assert(
    holds,
    `${name} is as the API’s description says: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(answer.body).slice(0, 500)}`,
  )
}

/** The same for a response that is still to be read. What is not JSON is not described. */
export async function assertResponseDescribed(
  request: { method: string; path: string },
  response: Response,
): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return
  assertDescribed(request, { status: response.status, body: await response.clone().json() })
}
