import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { second } from '@voltline/kernel'
import { answerMalformed, refuseWithoutHost } from './safe-headers.ts'

/** After the last request, so that a load balancer that has not noticed yet is still served. */
const quietMs = 1 * second
const drainMsMax = 5 * second
const drainPollMs = 50
const closeMsMax = 2 * second
/** A client that has not sent its headers by then is told 408 and closed. Bodies may be uploads, and have minutes. */
const headersMsMax = 15 * second
const checkMs = 5 * second
/**
 * Idle connections stay open longer than in the usual clients and load balancers (60 s). Otherwise they would send a
 * request on a connection that is just being closed, and fail.
 */
const idleMsMax = 75 * second
/** Health checks go on during a drain and do not prolong it. */
const healthUrls = new Set(['/healthz', '/readyz', '/metrics'])

export interface HttpServer {
  listen(port: number, host: string): Promise<number>
  /**
   * Closes each connection after its next response. Requests are served as before, on open connections and on new ones,
   * until none has come for a second or the drain has lasted too long.
   */
  drain(): Promise<void>
  /** Accepts nothing more and lets running requests finish; connections still open after the limit are closed. */
  close(): Promise<void>
}

type RequestClass<R extends IncomingMessage> = new (
  ...args: ConstructorParameters<typeof IncomingMessage>
) => R

export function makeHttpServer<R extends IncomingMessage>(
  requestClass: RequestClass<R>,
  handle: (request: R, response: ServerResponse) => void,
): HttpServer {
  let isDraining = false
  let lastRequestMs = 0
  /** `Connection: close` on every response from the drain on, also to requests that arrived before it. */
  class Response extends ServerResponse<R> {
    override writeHead(...head: unknown[]): this {
      if (isDraining) this.shouldKeepAlive = false
      return super.writeHead(...(head as [number]))
    }
  }
  const listener = (request: R, response: ServerResponse) => {
    if (isDraining && !healthUrls.has(request.url ?? '')) lastRequestMs = performance.now()
    if (!refuseWithoutHost(request, response)) handle(request, response)
  }
  const options = {
    IncomingMessage: requestClass,
    ServerResponse: Response,
    requireHostHeader: false,
    headersTimeout: headersMsMax,
    keepAliveTimeout: idleMsMax,
    connectionsCheckingInterval: checkMs,
  }
  const server = createServer(options as never, listener as never)
  answerMalformed(server)
  return {
    listen: (port, host) => listen(server, port, host),
    async drain() {
      isDraining = true
      const sinceMs = performance.now()
      lastRequestMs = sinceMs
      while (performance.now() - lastRequestMs < quietMs && performance.now() - sinceMs < drainMsMax) {
        await wait(drainPollMs)
      }
    },
    close() {
      isDraining = true
      return close(server)
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const taken = fault.code === 'EADDRINUSE'
      reject(taken ? new Error(`Port ${port} is taken. Set PORT to another.`) : fault)
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeMsMax)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
