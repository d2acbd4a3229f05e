import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Delivery } from '../../../server/src/delivery/delivery.ts'
import { AppRequest } from '../../../server/src/delivery/fast/app-request.ts'

export interface PhoneRequest {
  method: 'GET' | 'POST'
  url: string
  /** The caller's IP address. */
  address: string
  headers?: Record<string, string>
  body?: unknown
}

export interface PhoneReply {
  status: number
  /** The error code of a JSON reply; '' for a redirect. */
  error: string
  body: Record<string, unknown>
  location: string | undefined
}

/** Keeps what is sent instead of writing it to a socket. */
class KeptResponse extends ServerResponse {
  readonly #onEnd: (reply: PhoneReply) => void
  #location: string | undefined

  constructor(request: AppRequest, onEnd: (reply: PhoneReply) => void) {
    super(request)
    this.#onEnd = onEnd
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status
    const headers = rest.at(-1)
    if (typeof headers === 'object' && headers !== null && !Array.isArray(headers)) {
      for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() === 'location') this.#location = String(value)
      }
    }
    return this
  }

  override end(content?: unknown): this {
    const text = typeof content === 'string' ? content : ''
    const body: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {}
    const error = typeof body.error === 'string' ? body.error : ''
    this.#onEnd({ status: this.statusCode, error, body, location: this.#location })
    return this
  }
}

/** Sends a request to delivery's real handlers, without a socket. */
export function send(delivery: Pick<Delivery, 'handle'>, sent: PhoneRequest): Promise<PhoneReply> {
  return new Promise((resolve) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: sent.address })
    const request = new AppRequest(socket)
    request.method = sent.method
    request.url = sent.url
    request.headers = { 'user-agent': 'okhttp/4.12.0', ...sent.headers }
    const isKnown = delivery.handle(request, new KeptResponse(request, resolve))
    if (!isKnown) resolve({ status: 404, error: '', body: {}, location: undefined })
    if (sent.body !== undefined) request.push(Buffer.from(JSON.stringify(sent.body)))
    request.push(null)
  })
}
