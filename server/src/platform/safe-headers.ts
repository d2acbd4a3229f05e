import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * On every answer that is not a page: a browser neither guesses its type nor runs or loads anything from it. Pages have a
 * policy of their own.
 */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** The same, as names and values in turn: the fastest form for node:http. */
export const safeHeaderList: readonly string[] = Object.entries(safeHeaders).flat()

const statusOfCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** HTTP/1.1 requires a Host. Refused here, because node:http would answer without our headers. */
export function refuseWithoutHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false
  response.writeHead(400, { ...safeHeaders, Connection: 'close' }).end()
  return true
}

/** A request that node:http cannot parse never reaches a handler, so it is answered on its socket. */
export function answerMalformed(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...safeHeaders, Connection: 'close' }).end()
  })
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Duplex) => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = statusOfCode[fault.code ?? ''] ?? 400
    const headers = { ...safeHeaders, 'Content-Length': '0', Connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  })
}
