import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRange } from '../../platform/files/byte-range.ts'
import { safeHeaders } from '../../platform/safe-headers.ts'
import { headerOf, send, unknownCall } from '../http/reply.ts'
import { sampleFile, samplePath } from './sample.ts'

/** GET /sdk/v1/sample/{name}. In ranges too: without them some web views play no video, and none can seek. */
export function sendSample(path: string, request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const file = sampleFile(path.slice(samplePath.length))
  if (!file) {
    send(response, unknownCall)
    return
  }
  const { length } = file.bytes
  const headers = {
    ...safeHeaders,
    'Content-Type': file.type,
    'Accept-Ranges': 'bytes',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=86400',
  }
  const range = readRange(headerOf(request, 'range'), length)
  if (range === 'UNSATISFIABLE') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${length}` }).end()
    return
  }
  const bytes = range ? file.bytes.subarray(range.first, range.last + 1) : file.bytes
  const part = range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${length}` } : {}
  response.writeHead(range ? 206 : 200, { ...headers, ...part, 'Content-Length': bytes.length })
  response.end(bytes)
}
