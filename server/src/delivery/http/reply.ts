import type { IncomingMessage, ServerResponse } from 'node:http'
import { sdkLimits } from '@voltline/contract'
import { safeHeaderList, safeHeaders } from '../../platform/safe-headers.ts'
import type { AppRequest } from '../fast/app-request.ts'

/** A reply as it is sent. The text is ASCII, so its length is its size in bytes. */
export interface Reply {
  status: number
  text: string
}

/** JSON with all other characters escaped, so that the text is sent without encoding it. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const reply = (status: number, body: { error: string; [key: string]: unknown }): Reply => ({
  status,
  text: asciiJson(body),
})

export const success: Reply = reply(200, { error: 'SUCCESS' })
export const repeated: Reply = reply(200, { error: 'SUCCESS', repeated: true })
/** Nothing happened, or it is unknown whether it did. Every call is idempotent, so the caller may repeat it. */
export const tryLater: Reply = reply(503, { error: 'TRYAGAIN_LATER' })
export const forbidden: Reply = reply(401, { error: 'API_FORBIDDEN' })
export const unknownCall: Reply = reply(404, { error: 'API_NOTFOUND' })
export const internalFault: Reply = reply(500, { error: 'UNKNOWN' })
export const adNotFound: Reply = reply(200, { error: 'AD_NOTFOUND' })
export const adExpired: Reply = reply(200, { error: 'AD_EXPIRED' })
export const deviceBlocked: Reply = reply(200, { error: 'IS_BLOCKED' })
export const invalidInput = (detail: string): Reply => reply(400, { error: 'UNKNOWN', detail })

export function send(response: ServerResponse, { status, text }: Reply): void {
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(text.length),
    'Access-Control-Allow-Origin',
    '*',
    'Cache-Control',
    'no-store',
    ...safeHeaderList,
  ])
  response.end(text, 'latin1')
}

/** Any origin may call; browsers cache this for a day. */
export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    ...safeHeaders,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type, X-Voltline-Sdk',
    'Access-Control-Max-Age': '86400',
    'Content-Length': '0',
  })
  response.end()
}

/** A repeated header is joined with commas. */
export function headerOf(request: IncomingMessage, lowerCaseName: string): string | undefined {
  const value = request.headers[lowerCaseName]
  return typeof value === 'string' ? value : undefined
}

/** Calls `use` with the text of the whole body. A body that is too long is refused and the connection closed. */
export function readBody(request: AppRequest, response: ServerResponse, use: (text: string) => void): void {
  request.readBody(sdkLimits.bodyBytesMax, (body) => {
    if (body) {
      use(body.toString())
      return
    }
    response.setHeader('Connection', 'close')
    send(response, { ...invalidInput('the body is too long'), status: 413 })
    response.once('finish', () => request.destroy())
  })
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
