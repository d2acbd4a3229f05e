import type { IncomingMessage, ServerResponse } from 'node:http'
import { sdkLimits } from '@voltline/contract'
import type { AppRequest } from './app-request.ts'

/** An answer as it goes out. The text is ASCII, so its length is its size. */
export interface Answer {
  status: number
  text: string
}

/** JSON in ASCII: other characters escaped, so that an answer is sent without being encoded again. */
export const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const answer = (status: number, value: { error: string; [key: string]: unknown }): Answer => ({
  status,
  text: json(value),
})

export const success: Answer = answer(200, { error: 'SUCCESS' })
export const repeated: Answer = answer(200, { error: 'SUCCESS', repeated: true })
/** Nothing happened, or nobody knows whether it did: sending it again does no harm. */
export const tryLater: Answer = answer(503, { error: 'TRYAGAIN_LATER' })
export const forbidden: Answer = answer(401, { error: 'API_FORBIDDEN' })
export const unknownCall: Answer = answer(404, { error: 'API_NOTFOUND' })
export const fault: Answer = answer(500, { error: 'UNKNOWN' })
export const unreadable = (detail: string): Answer => answer(400, { error: 'UNKNOWN', detail })

export function send(response: ServerResponse, { status, text }: Answer): void {
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(text.length),
    'Access-Control-Allow-Origin',
    '*',
    'Cache-Control',
    'no-store',
  ])
  response.end(text, 'latin1')
}

/** Any origin may call; a browser asks once a day. */
export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type',
    'Access-Control-Max-Age': '86400',
    'Content-Length': '0',
  })
  response.end()
}

/** A header that came several times is one with commas. */
export function headerOf(request: IncomingMessage, lowerCaseName: string): string | undefined {
  const value = request.headers[lowerCaseName]
  return typeof value === 'string' ? value : undefined
}

/** Hands over the body's text once it is all there. A body that is too long is answered here and cut off. */
export function readBody(request: AppRequest, response: ServerResponse, use: (text: string) => void): void {
  request.readBody(sdkLimits.bodyBytesMax, (body) => {
    if (body) {
      use(body.toString())
      return
    }
    response.setHeader('Connection', 'close')
    send(response, { ...unreadable('the body is too long'), status: 413 })
    response.once('finish', () => request.destroy())
  })
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
