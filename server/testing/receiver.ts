import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert } from '@voltline/kernel'
import { afterAll, beforeAll } from 'vitest'

/** A publisher's server: it keeps what it was sent and answers as the test says. */
export class Receiver {
  /** What arrived, in order. */
  readonly received: URL[] = []
  /** Requests that wait for an answer now, and the most at any time. */
  open = 0
  openMax = 0
  answer: (url: URL, response: ServerResponse) => void = (_, response) => response.end('thanks')
  #server: Server | undefined

  async start(host = '127.0.0.1'): Promise<void> {
    const server = createServer((request, response) => this.#receive(request, response))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  get url(): string {
    assert(this.#server, 'the receiver is up')
    const { address, port } = this.#server.address() as AddressInfo
    return `http://${address}:${port}`
  }

  /** What arrived about a user. */
  about(userId: string): URL[] {
    return this.received.filter((url) => url.searchParams.get('u') === userId)
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url)
    this.received.push(url)
    this.open += 1
    this.openMax = Math.max(this.openMax, this.open)
    response.on('close', () => {
      this.open -= 1
    })
    this.answer(url, response)
  }
}

/** A receiver for the tests of one file; each loopback address is a host of its own. */
export function useReceiver(host = '127.0.0.1'): Receiver {
  const receiver = new Receiver()
  beforeAll(() => receiver.start(host))
  afterAll(() => receiver.stop())
  return receiver
}
