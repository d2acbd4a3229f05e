import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendGet } from './send-get.ts'
import { allTargets, publicTargets, type Targets } from './targets.ts'

let port = 0
const hits: string[] = []
const receiver = http.createServer((request, response) => {
  const path = request.url ?? ''
  hits.push(path)
  const respond = responses[path.split('?')[0] ?? '']
  if (respond) respond(request, response)
  else response.writeHead(404).end('not here')
})

const to = (location: string) => (_: unknown, response: http.ServerResponse) =>
  response.writeHead(302, { location }).end()

const responses: Record<string, http.RequestListener> = {
  '/fine': (request, response) => response.end(`for ${request.headers.host}`),
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/broken': (_, response) => response.writeHead(503).end('down'),
  '/silent': () => {},
  '/half': (_, response) => {
    response.writeHead(200)
    response.write('half')
  },
  '/endless': (_, response) => {
    const more = () => {
      while (response.write('가'.repeat(10_000)));
      response.once('drain', more)
    }
    response.on('error', () => {})
    more()
  },
  '/nul': (_, response) => response.end('a\0b'),
  '/not-http': (request) => request.socket.end('220 mail.example ESMTP\r\n'),
  '/to-self': (_, response) => to(`http://127.0.0.1:${port}/fine`)(_, response),
  '/to-file': to('file:///etc/passwd'),
  '/to-metadata': to('http://169.254.169.254/latest/meta-data'),
  '/to-public': (_, response) => to(`http://public.test:${port}/hop1`)(_, response),
  '/hop1': to('/hop2'),
  '/hop2': to('/fine'),
  '/too-far': (_, response) => to(`http://public.test:${port}/to-hop1`)(_, response),
  '/to-hop1': to('/hop1'),
}

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const msMax = 1_000
const send = (path: string, targets: Targets = allTargets) =>
  sendGet(new URL(`http://127.0.0.1:${port}${path}`), targets, msMax)

describe('a GET to a customer’s server', () => {
  test('returns status, time and the beginning of the body', async () => {
    const { status, ms, body } = await send('/fine')
    expect([status, body]).toEqual([200, `for 127.0.0.1:${port}`])
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(await send('/nothing')).toMatchObject({ status: 204, body: '' })
    expect(await send('/broken')).toMatchObject({ status: 503, body: 'down' })
    expect(await send('/nul')).toMatchObject({ status: 200, body: 'ab' })
  })

  test('returns status 0 and the reason if nothing answers in time', async () => {
    expect(await send('/silent')).toMatchObject({ status: 0, body: 'no answer within 1 s' })
    expect(await send('/not-http')).toMatchObject({ status: 0 })
    const closed = await sendGet(new URL('http://127.0.0.1:1/'), allTargets, msMax)
    expect(closed.status).toBe(0)
    expect(closed.body).toContain('ECONNREFUSED')
  })

  test('takes the status of an answer whose body is endless or never ends', async () => {
    expect(await send('/half')).toMatchObject({ status: 200, body: 'half' })
    expect(await send('/endless')).toMatchObject({ status: 200, body: '가'.repeat(500) })
  })
})

describe('an address that is not public', () => {
  const refused = { status: 0, body: 'the host is not at a public address' }

  test('is never connected to', async () => {
    const before = hits.length
    const hosts = [
      '127.0.0.1',
      'localhost',
      'localhost.',
      'a.localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
    ]
    for (const host of hosts) {
      expect([host, await sendGet(new URL(`http://${host}:${port}/fine`), publicTargets, msMax)]).toEqual([
        host,
        { ...refused, ms: expect.any(Number) },
      ])
    }
    expect(hits).toHaveLength(before)
  })

  test('is refused if a name has it besides public ones, and looked up only once', async () => {
    let lookups = 0
    const rebinding: Targets = {
      ...publicTargets,
      resolve: async () => (++lookups === 1 ? ['93.184.216.34', '10.0.0.1'] : ['127.0.0.1']),
    }
    const before = hits.length
    expect(await sendGet(new URL(`http://game.test:${port}/fine`), rebinding, msMax)).toMatchObject(refused)
    expect([lookups, hits.length]).toEqual([1, before])
  })

  test('is not reached by a name that changes after the check: the connection goes to the checked address', async () => {
    const lookups: string[] = []
    const targets: Targets = {
      ...allTargets,
      resolve: async (host) => {
        lookups.push(host)
        return ['127.0.0.1']
      },
    }
    const answer = await sendGet(new URL(`http://game.test:${port}/fine`), targets, msMax)
    expect(answer).toMatchObject({ status: 200, body: `for game.test:${port}` })
    expect(lookups).toEqual(['game.test'])
  })

  test('is not reached by a redirect, even where private targets are admitted', async () => {
    const before = hits.length
    expect(await send('/to-self')).toMatchObject(refused)
    expect(await send('/to-metadata')).toMatchObject(refused)
    expect(await send('/to-file')).toMatchObject({ status: 0, body: 'the redirect leads to no web address' })
    expect(hits.slice(before)).toEqual(['/to-self', '/to-metadata', '/to-file'])
  })
})

test('a redirect to a name is looked up and checked again', async () => {
  const lookups: string[] = []
  const targets: Targets = {
    ...allTargets,
    resolve: async (host) => {
      lookups.push(host)
      return ['192.168.0.1']
    },
  }
  expect(await send('/to-public', targets)).toMatchObject({
    status: 0,
    body: 'the host is not at a public address',
  })
  expect(lookups).toEqual(['public.test'])
})

test('at most three redirects are followed', async () => {
  const local: Targets = { resolve: async () => ['127.0.0.1'], mayReach: () => true, mayFollow: () => true }
  expect(await send('/to-public', local)).toMatchObject({ status: 200, body: `for public.test:${port}` })
  expect(await send('/too-far', local)).toMatchObject({ status: 0, body: 'more than 3 redirects' })
})
