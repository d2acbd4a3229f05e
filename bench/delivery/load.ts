import { connect, type Socket } from 'node:net'
import { type AdId, instant, type MediumId } from '@voltline/kernel'
import { OfferTokens } from '../../server/src/delivery/offer-token.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { apiKey, mediumId } from './market.ts'

export const secretKey = 'a secret key that only the benchmark uses'
const devices = 50_000

const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`

let asked = 0
/** Asks for an ad, each time from another device. */
export function adRequest(): string {
  asked = (asked + 1) % devices
  const deviceID = `3f1c0f5e-8d1f-4a57-9f0b-${String(asked).padStart(12, '0')}`
  return post('/sdk/v1/ad', JSON.stringify({ medID: mediumId, deviceID, country: 'KR' }))
}

/** Reports of offers that were never asked for: made here with the same secret, so that only the intake is measured. */
export function eventRequests(count: number): string[] {
  const tokens = new OfferTokens(new Secrets(secretKey), 'offer')
  return Array.from({ length: count }, (_, index) => {
    const token = tokens.issue({
      issuedAt: instant(Date.now()),
      adId: (1 + (index % 1_000)) as AdId,
      mediumId: mediumId as MediumId,
      priceMicros: 1_000_000,
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
  p50Ms: number
  p99Ms: number
  answerBytes: number
}

const headerEnd = Buffer.from('\r\n\r\n')

/** How many bytes the first answer in a buffer takes; 0 while it is not all there. */
function answerLength(buffer: Buffer): { bytes: number; body: number; isFine: boolean } | undefined {
  const end = buffer.indexOf(headerEnd)
  if (end < 0) return undefined
  const head = buffer.toString('latin1', 0, end)
  const body = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const bytes = end + headerEnd.length + body
  const isFine = head.startsWith('HTTP/1.1 200') && buffer.includes('"error":"SUCCESS"', end)
  return bytes <= buffer.length ? { bytes, body, isFine } : undefined
}

/** Each connection sends its next request when it has the answer to the last. Every answer must be a success. */
export async function load(options: {
  port: number
  connections: number
  ms: number
  next: () => string | undefined
}): Promise<Load> {
  const latencies: number[] = []
  let answerBytes = 0
  const startedMs = performance.now()
  const untilMs = startedMs + options.ms
  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      let sentMs = 0
      const send = () => {
        const request = performance.now() < untilMs ? options.next() : undefined
        if (request === undefined) {
          socket.destroy()
          resolve()
          return
        }
        sentMs = performance.now()
        socket.write(request, 'latin1')
      }
      socket.on('data', (chunk: Buffer) => {
        received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk
        const answer = answerLength(received)
        if (!answer) return
        if (!answer.isFine) reject(new Error(`Not a success: ${received.toString('latin1').slice(0, 500)}`))
        answerBytes = answer.body
        received = Buffer.alloc(0)
        latencies.push(performance.now() - sentMs)
        send()
      })
      socket.on('error', reject)
      socket.on('connect', send)
    })
  await Promise.all(
    Array.from({ length: options.connections }, () => {
      const socket = connect(options.port, '127.0.0.1')
      socket.setNoDelay(true)
      return drive(socket)
    }),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    requests: latencies.length,
    seconds: (performance.now() - startedMs) / 1_000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answerBytes,
  }
}
