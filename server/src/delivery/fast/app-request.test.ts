import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppRequest, readStream } from './app-request.ts'

const bytesMax = 64
type Body = Buffer | undefined

const describeBody = (body: Body): string =>
  body === undefined ? 'too long' : `body ${body.toString('hex')}`

/** Sends back what each way of reading the body returned. */
const server = createServer({ IncomingMessage: AppRequest }, (request, response) => {
  const use = (body: Body) => {
    response.setHeader('Connection', 'close')
    response.end(describeBody(body))
  }
  if (request.url === '/fast') request.readBody(bytesMax, use)
  else readStream(request, bytesMax, use)
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function send(path: string, chunks: readonly Uint8Array[], isChunked: boolean): Promise<string> {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on a port.')
  const socket = connect(address.port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`)
  for (const chunk of chunks) {
    if (isChunked) socket.write(`${chunk.length.toString(16)}\r\n`)
    socket.write(chunk)
    if (isChunked) socket.write('\r\n')
    await nextLoopTurn()
  }
  if (isChunked) socket.write('0\r\n\r\n')
  let reply = ''
  for await (const part of socket) reply += String(part)
  return reply.slice(reply.indexOf('\r\n\r\n') + 4)
}

test('a body read without a stream equals the body read as a stream, in any chunks and of any length', async () => {
  const anyChunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyChunks, fc.boolean(), async (chunks, isChunked) => {
      const expected = await send('/stream', chunks, isChunked)
      expect(await send('/fast', chunks, isChunked)).toBe(expected)
      const body = Buffer.concat(chunks)
      const isTooLong = body.length > bytesMax
      expect(expected).toContain(isTooLong ? 'too long' : body.toString('hex'))
    }),
    { seed: 2, numRuns: 150 },
  )
})
