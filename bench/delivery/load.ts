import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type AdId, instant, type MediumId, microsNumber, won } from '@voltline/kernel'
import { OfferTokens } from '../../server/src/domain/tokens/offer-token.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { apiKey, mediumId } from './market.ts'

export const secretKey = 'a secret key that only the benchmark uses'
const devices = 50_000

const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`

let requestCount = 0
/** An ad request, each time from another device. */
export function adRequest(): string {
  requestCount = (requestCount + 1) % devices
  const deviceID = `3f1c0f5e-8d1f-4a57-9f0b-${String(requestCount).padStart(12, '0')}`
  return post('/sdk/v1/ad', JSON.stringify({ medID: mediumId, deviceID, country: 'KR' }))
}

/** Events of offers that were never requested: signed here with the same key, so that only the intake is measured. */
export function eventRequests(count: number): string[] {
  const tokens = new OfferTokens(new Secrets(secretKey), 'offer')
  return Array.from({ length: count }, (_, index) => {
    const token = tokens.issue({
      issuedAt: instant(Date.now()),
      adId: (1 + (index % 1_000)) as AdId,
      mediumId: mediumId as MediumId,
      priceMicros: microsNumber(won(1)),
      billingType: 'CPM',
      deviceId: `3f1c0f5e-8d1f-4a57-9f0b-${String(index % devices).padStart(12, '0')}`,
      isSample: false,
    })
    return post('/sdk/v1/event', JSON.stringify({ token, action: 'IMPRESSION' }))
  })
}

export interface Load {
  requests: number
  seconds: number
  latenciesMs: number[]
}

const headerEnd = Buffer.from('\r\n\r\n')

/** The first response in a buffer; undefined until it is complete. */
function responseIn(buffer: Buffer): { bodyBytes: number; isSuccess: boolean } | undefined {
  const end = buffer.indexOf(headerEnd)
  if (end < 0) return undefined
  const head = buffer.toString('latin1', 0, end)
  const bodyBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const isSuccess = head.startsWith('HTTP/1.1 200') && buffer.includes('"error":"SUCCESS"', end)
  return end + headerEnd.length + bodyBytes <= buffer.length ? { bodyBytes, isSuccess } : undefined
}

/** Keep-alive connections. Each sends its next request after the last response; every response must be a success. */
export class Callers {
  readonly #sockets: readonly Socket[]
  #received = 0
  #bodyBytes = 0

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets
  }

  static async open(port: number, connections: number): Promise<Callers> {
    const sockets = await Promise.all(
      Array.from({ length: connections }, async () => {
        const socket = connect(port, '127.0.0.1')
        socket.setNoDelay(true)
        await once(socket, 'connect')
        return socket
      }),
    )
    return new Callers(sockets)
  }

  /** The size of the last response body. */
  get responseBytes(): number {
    return this.#bodyBytes
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Sends requests for this long, or until there is no next one. */
  async call(ms: number, next: () => string | undefined): Promise<Load> {
    const latenciesMs: number[] = []
    const startedMs = performance.now()
    const untilMs = startedMs + ms
    this.#received = 0
    await Promise.all(this.#sockets.map((socket) => this.#drive(socket, { untilMs, next, latenciesMs })))
    return { requests: this.#received, seconds: (performance.now() - startedMs) / 1_000, latenciesMs }
  }

  #drive(
    socket: Socket,
    work: { untilMs: number; next: () => string | undefined; latenciesMs: number[] },
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let received: Buffer | undefined
      let sentMs = 0
      const send = () => {
        sentMs = performance.now()
        const request = sentMs < work.untilMs ? work.next() : undefined
        if (request !== undefined) {
          socket.write(request, 'latin1')
          return
        }
        socket.off('data', receive)
        socket.off('error', reject)
        resolve()
      }
      const receive = (chunk: Buffer) => {
        received = received ? Buffer.concat([received, chunk]) : chunk
        const response = responseIn(received)
        if (!response) return
        if (!response.isSuccess)
          reject(new Error(`Not a success: ${received.toString('latin1').slice(0, 500)}`))
        received = undefined
        this.#received++
        this.#bodyBytes = response.bodyBytes
        work.latenciesMs.push(performance.now() - sentMs)
        send()
      }
      socket.on('data', receive)
      socket.on('error', reject)
      send()
    })
  }
}
