import { apiPrefix, type Call, type ErrorCode, errorCodes, type Output, type Sent } from '@voltline/contract'
import { assert } from '@voltline/kernel'
import { assertResponseDescribed } from './api/described-answers.ts'

export interface TestCredentials {
  accessToken: string
  custId: string
  sessionKey: string
}

export interface Reply<C extends Call> {
  status: number
  error: ErrorCode
  detail: string | undefined
  newToken: string | undefined
  headers: Headers
  /** Decoded by the contract, so money is Micros; set on SUCCESS only. */
  value: Output<C> | undefined
  /** The JSON as received. */
  body: Record<string, unknown>
}

const envelope = new Set(['error', 'newToken', 'detail'])

/** A client of the console API: keeps cookies and credentials, and checks every response against the contract. */
export class Client {
  readonly url: string
  credentials: TestCredentials | undefined
  readonly cookies = new Map<string, string>()
  /** Sent with every call; overrides the client's own headers. */
  headers: Record<string, string> = {}

  constructor(url: string, credentials?: TestCredentials) {
    this.url = url
    this.credentials = credentials
  }

  /** Makes a call and returns the response; fails only if the response breaks the contract. */
  async call<C extends Call>(call: C, input: Sent<C>): Promise<Reply<C>> {
    const response = await this.#send(call, input as Record<string, unknown>)
    const text = await response.text()
    const body = JSON.parse(text) as Record<string, unknown>
    const error = errorCodes.find((code) => code === body.error)
    assert(error, `${call.path} returns a code of the catalogue, not ${text.slice(0, 200)}`)
    return {
      status: response.status,
      error,
      detail: body.detail as string | undefined,
      newToken: body.newToken as string | undefined,
      headers: response.headers,
      value: error === 'SUCCESS' ? decode(call, body) : undefined,
      body,
    }
  }

  /** Makes a call that must succeed and returns its value. */
  async ok<C extends Call>(call: C, input: Sent<C>): Promise<Output<C>> {
    const reply = await this.call(call, input)
    assert(
      reply.value !== undefined,
      `${call.path} succeeds, not ${JSON.stringify(reply.body).slice(0, 500)}`,
    )
    return reply.value
  }

  /**
   * Any request to the server, such as one outside the contract or a malformed call. The one place where all answers of
   * the console API are compared with its description.
   */
  async raw(path: string, request: RequestInit = {}): Promise<Response> {
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(this.#headers())) {
      if (!headers.has(name)) headers.set(name, value)
    }
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...request, headers })
    this.#keepCookies(response)
    await assertResponseDescribed({ method: request.method ?? 'GET', path }, response)
    return response
  }

  #headers(): Record<string, string> {
    const { credentials } = this
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      ...(cookie ? { cookie } : {}),
      ...(credentials
        ? {
            authorization: `Bearer ${credentials.accessToken}`,
            custid: credentials.custId,
            sessionkey: credentials.sessionKey,
          }
        : {}),
      ...this.headers,
    }
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const cut = pair.indexOf('=')
      this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
  }

  #send(call: Call, input: Record<string, unknown>): Promise<Response> {
    const path = `${apiPrefix}${call.path}`
    if (call.method === 'GET') {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(input)) {
        if (value !== undefined) query.set(name, String(value))
      }
      return this.raw(query.size ? `${path}?${query}` : path)
    }
    if (call.multipart) return this.raw(path, { method: 'POST', body: formOf(input) })
    return this.raw(path, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    })
  }
}

/** Files are declared by name and type; their bytes follow by PUT. */
function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (name !== 'uploadFiles') form.set(name, String(value))
  }
  const files = (input.uploadFiles ?? []) as readonly { name: string; type: string }[]
  for (const file of files) form.append('uploadFiles', new Blob(['-'], { type: file.type }), file.name)
  return form
}

function decode<C extends Call>(call: C, body: Record<string, unknown>): Output<C> {
  const known = call.output.shape
  const extra = Object.keys(body).filter((key) => !(key in known) && !envelope.has(key))
  assert(extra.length === 0, `${call.path} returns only what the contract says, not ${extra.join(', ')}`)
  return call.output.parse(body) as Output<C>
}
