import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../platform/outbound/public-address.ts'
import { fetchPage, internet, type Network } from './pinned-fetch.ts'

let hits = 0
let port = 0
const server = http.createServer((request, response) => {
  hits++
  const respond = hostile[request.url ?? '']
  if (respond) respond(request, response)
  else response.writeHead(404).end()
})

const hostile: Record<string, http.RequestListener> = {
  '/fine': (request, response) => response.end(`for ${request.headers.host}`),
  '/redirect': (_, response) => response.writeHead(302, { location: '/fine' }).end(),
  '/endless': (_, response) => {
    const chunk = Buffer.alloc(65_536, 'a')
    const more = () => {
      while (response.write(chunk));
      response.once('drain', more)
    }
    response.on('error', () => {})
    more()
  },
  '/bomb': (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(50_000_000)))
  },
  '/slow': (_, response) => {
    response.write('a')
    const timer = setInterval(() => response.write('a'), 100)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => {},
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('a')
    setTimeout(() => response.destroy(), 20)
  },
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A local server replaces the store, over plain HTTP and at an allowed address. */
const local = (change: Partial<Network> = {}): Network => ({
  resolve: async () => ['127.0.0.1'],
  mayReach: () => true,
  request: http.request as Network['request'],
  port,
  ...change,
})
const fetchLocal = (path: string, change: Partial<Network> = {}) =>
  fetchPage(local(change), { host: 'play.google.com', path })

describe('a page', () => {
  test('comes from the checked address under the store’s own name', async () => {
    expect(await fetchLocal('/fine')).toEqual({ ok: true, value: 'for play.google.com' })
  })

  test('threat 48: a redirect is not followed', async () => {
    const before = hits
    expect(await fetchLocal('/redirect')).toMatchObject({
      error: 'UNREACHABLE',
      detail: 'the store returned status 302',
    })
    expect(hits - before).toBe(1)
  })

  test('threat 49: an endless body is cut at its limit', async () => {
    expect(await fetchLocal('/endless')).toMatchObject({ detail: 'the store’s page is too long' })
  })

  test('threat 49: a compressed body is not opened', async () => {
    expect(await fetchLocal('/bomb')).toMatchObject({ detail: 'the store’s page is encoded as gzip' })
  })

  test('threat 49: slow and silent servers, and names that do not resolve, time out', async () => {
    const all = await Promise.all([
      fetchLocal('/slow'),
      fetchLocal('/silent'),
      fetchLocal('/fine', { resolve: () => new Promise(() => {}) }),
    ])
    expect(all.every((result) => !result.ok)).toBe(true)
  })

  test('a truncated body and a missing page are refused', async () => {
    expect((await fetchLocal('/cut')).ok).toBe(false)
    expect((await fetchLocal('/missing')).ok).toBe(false)
  })
})

describe('threat 48: addresses of our own network', () => {
  const inside = [
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1'],
    ...[
      '172.31.255.255',
      '192.168.0.1',
      '192.0.0.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', 'fe80::1', 'fc00::1', 'fd12::1'],
    ...['ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'fe80::1%eth0'],
    ...['::7f00:1', '4000::1'],
    ...['localhost', '', '127.1', '0x7f000001', '2130706433'],
  ]

  test('are never public', () => {
    expect(inside.filter(isPublicAddress)).toEqual([])
  })

  test('public addresses are', () => {
    const outside = ['8.8.8.8', '142.250.206.206', '172.32.0.1', '17.253.144.10', '2404:6800:4004::200e']
    expect(outside.filter(isPublicAddress)).toEqual(outside)
  })

  test('are not reached, whatever the name resolves to, not even as one of several', async () => {
    const before = hits
    const guarded = { mayReach: internet.mayReach }
    for (const address of inside) {
      expect((await fetchLocal('/fine', { ...guarded, resolve: async () => [address] })).ok).toBe(false)
      expect((await fetchLocal('/fine', { ...guarded, resolve: async () => ['8.8.8.8', address] })).ok).toBe(
        false,
      )
    }
    expect(hits).toBe(before)
  })

  test('a name that resolves differently after the check gains nothing', async () => {
    let resolved = 0
    const rebinding = async () => (resolved++ === 0 ? ['127.0.0.1'] : ['10.0.0.1'])
    const reached: string[] = []
    const request = ((options: http.RequestOptions, then: (response: http.IncomingMessage) => void) => {
      reached.push(String(options.host))
      return http.request(options, then)
    }) as Network['request']
    expect((await fetchLocal('/fine', { resolve: rebinding, request })).ok).toBe(true)
    expect([resolved, reached]).toEqual([1, ['127.0.0.1']])
  })
})
