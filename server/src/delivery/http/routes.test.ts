import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'

const world = useDeliveryWorld({ trustedProxies: 1 })
let app: TestApp
let medID: number

beforeAll(async () => {
  app = await world().app()
  medID = await world().medium(app)
  await world().known(app, medID)
})

describe('any origin may call', () => {
  test('a preflight succeeds and may be cached for a day', async () => {
    const reply = await world().send('/sdk/v1/ad', {
      method: 'OPTIONS',
      headers: { origin: 'https://game.example', 'access-control-request-headers': 'x-api-key,content-type' },
    })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-allow-headers')).toBe('X-Api-Key, Content-Type, X-Voltline-Sdk')
    expect(reply.headers.get('access-control-max-age')).toBe('86400')
  })

  test('every reply may be read, including refusals', async () => {
    for (const reply of [
      await world().request(app, medID, { test: true }),
      await world().post('/sdk/v1/ad', {}),
      await world().post('/sdk/v1/ad', 'not json', app.key),
      await world().send('/sdk/v1/keys'),
    ]) {
      expect(reply.headers.get('access-control-allow-origin')).toBe('*')
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('no input breaks the server', () => {
  const values = [
    null,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '',
    'x',
    '\u0000',
    '\ud800',
    'x'.repeat(10_000),
    [],
    [1],
    {},
    { __proto__: { a: 1 } },
    true,
  ]
  const shapes: Record<string, string[]> = {
    '/sdk/v1/session': ['deviceID', 'platform', 'country'],
    '/sdk/v1/ad': ['medID', 'deviceID', 'country', 'test'],
    '/sdk/v1/event': ['token', 'action', 'deviceID'],
    '/sdk/v1/app-reward': ['deviceID', 'rewardKey'],
    '/postback/v1/install': ['click_id', 'sig'],
    '/postback/v1/action': ['click_id', 'event', 'sig'],
  }
  const good: Record<string, unknown> = {
    deviceID: 'd',
    platform: 'AOS',
    medID: 1,
    token: 't',
    action: 'CLICK',
    rewardKey: 'k',
    click_id: 'c',
    sig: 's',
  }

  test.each(Object.entries(shapes))('%s with every field invalid in every way', async (path, fields) => {
    for (const field of fields) {
      const right = Object.fromEntries(fields.map((name) => [name, good[name]]))
      for (const value of values) {
        const reply = await world().post(path, { ...right, [field]: value }, app.key)
        expect(reply.status, `${field} ${JSON.stringify(value)?.slice(0, 40)}`).toBeLessThan(500)
      }
    }
  })

  test.each(['', '{', 'null', '[]', '"x"', '123', '{"a":', '\u0000', '{"medID":1,"medID":2}'])(
    'a body of %j is refused with 400',
    async (body) => {
      expect(await world().post('/sdk/v1/ad', body, app.key)).toMatchObject({ status: 400, error: 'UNKNOWN' })
    },
  )

  test('a body that is too long is refused before it has arrived', async () => {
    const long = JSON.stringify({ medID, deviceID: 'x', pad: 'y'.repeat(1_000_000) })
    const reply = await world()
      .post('/sdk/v1/ad', long, app.key)
      .catch(() => undefined)
    // The connection may be cut while the rest is still being sent.
    if (reply) expect(reply).toMatchObject({ status: 413, error: 'UNKNOWN' })
    expect((await world().request(app, medID, { test: true })).status).toBe(200)
  })

  test('a caller that disconnects halfway affects no other', async () => {
    const { hostname, port } = new URL(world().url)
    for (let index = 0; index < 20; index++) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `POST /sdk/v1/ad HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${app.key}\r\nContent-Length: 500\r\n\r\n{"med`,
      )
      await wait(5)
      socket.destroy()
    }
    expect((await world().request(app, medID, { test: true })).status).toBe(200)
  })
})

/** For requests that fetch cannot send. */
async function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(world().url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  return reply
}

describe('a body is read however it arrives', () => {
  const bodyFor = (deviceID: string) => JSON.stringify({ medID, deviceID, test: true })
  const head = (...lines: string[]) =>
    ['POST /sdk/v1/ad HTTP/1.1', 'Host: x', `X-Api-Key: ${app.key}`, ...lines, '', ''].join('\r\n')
  const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`
  const served = /"error":"ADSERVER_TEST"/g

  async function sendPieces(pieces: readonly (string | Buffer)[]): Promise<string> {
    const { hostname, port } = new URL(world().url)
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    for (const piece of pieces) {
      socket.write(piece)
      await wait(20)
    }
    socket.end()
    let reply = ''
    for await (const chunk of socket) reply += String(chunk)
    return reply
  }

  test('in pieces, even if a character is split', async () => {
    const body = Buffer.from(JSON.stringify({ medID, deviceID: 'd', test: true, country: '한국' }))
    const cut = body.indexOf('한') + 1
    const reply = await sendPieces([
      head('Connection: close', `Content-Length: ${body.length}`),
      body.subarray(0, 3),
      body.subarray(3, cut),
      body.subarray(cut),
    ])
    expect(reply.match(served)).toHaveLength(1)
  })

  test('in chunks of unknown number', async () => {
    const body = bodyFor('d')
    const chunks = [body.slice(0, 5), body.slice(5)].map(
      (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
    )
    const reply = await sendRaw(
      `${head('Connection: close', 'Transfer-Encoding: chunked')}${chunks.join('')}0\r\n\r\n`,
    )
    expect(reply.match(served)).toHaveLength(1)
  })

  test('after 100 Continue', async () => {
    const body = bodyFor('d')
    const reply = await sendPieces([head('Connection: close', 'Expect: 100-continue', lengthOf(body)), body])
    expect(reply).toMatch(/^HTTP\/1\.1 100 Continue\r\n/)
    expect(reply.match(served)).toHaveLength(1)
  })

  test('in pipelined requests on one connection', async () => {
    const [first, last] = [bodyFor('first'), bodyFor('last')]
    const many = Array.from({ length: 20 }, () => `${head(lengthOf(first))}${first}`)
    const reply = await sendRaw(`${many.join('')}${head('Connection: close', lengthOf(last))}${last}`)
    expect(reply.match(served)).toHaveLength(21)
  })

  test('or skipped if the call needs none, and the next request succeeds', async () => {
    const body = bodyFor('d')
    const withoutCall = `POST /sdk/v1/nothing HTTP/1.1\r\nHost: x\r\n${lengthOf(body)}\r\n\r\n${body}`
    const reply = await sendRaw(`${withoutCall}${head('Connection: close', lengthOf(body))}${body}`)
    expect(reply).toContain('API_NOTFOUND')
    expect(reply.match(served)).toHaveLength(1)
  })
})

describe('the country of a request', () => {
  const winnerFrom = async (address: string | undefined, country?: string) => {
    const body = JSON.stringify({ medID, deviceID: 'd', ...(country === undefined ? {} : { country }) })
    const headers = { 'x-api-key': app.key, ...(address ? { 'x-forwarded-for': address } : {}) }
    const reply = await world().send('/sdk/v1/ad', { method: 'POST', headers, body })
    return (reply.body.ad as { proID: number } | undefined)?.proID
  }

  test('is that of the address, else that of the body, else unknown', async () => {
    const global = await world().ad({ maxCost: 1_000, countries: ['Global'] })
    const korean = await world().ad({ maxCost: 2_000, countries: ['KR'] })
    const american = await world().ad({ maxCost: 3_000, countries: ['US', 'CA'] })
    await eventually(async () => (await winnerFrom(undefined, 'US')) === american)
    expect(await winnerFrom(undefined, 'KR')).toBe(korean)
    expect(await winnerFrom(undefined, 'kr')).toBe(korean)
    expect(await winnerFrom('1.208.0.1')).toBe(korean)
    expect(await winnerFrom('8.8.8.8')).toBe(american)
    expect(await winnerFrom('::ffff:8.8.8.8')).toBe(american)
    expect(await winnerFrom('8.8.8.8', 'KR')).toBe(american)
    expect(await winnerFrom('8.8.8.8', 'Global')).toBe(american)
    expect(await winnerFrom('10.0.0.1', 'KR')).toBe(korean)
    expect(await winnerFrom('10.0.0.1', 'JP')).toBe(global)
    expect(await winnerFrom('10.0.0.1')).toBe(global)
    expect(await winnerFrom('nonsense')).toBe(global)
    expect(await winnerFrom(undefined)).toBe(global)
  })

  test('threat 64: is not taken from addresses to the left of the trusted proxy’s', async () => {
    const fromKorea = await winnerFrom('1.208.0.1')
    expect(await winnerFrom('8.8.8.8, 1.208.0.1')).toBe(fromKorea)
    expect(await winnerFrom('1.1.1.1, 8.8.8.8,1.208.0.1')).toBe(fromKorea)
    // A proxy may add a header line of its own instead of appending to the caller's.
    const body = JSON.stringify({ medID, deviceID: 'd' })
    const lines = ['8.8.8.8', '1.208.0.1'].map((address) => `X-Forwarded-For: ${address}`)
    const reply = await sendRaw(
      [
        ...['POST /sdk/v1/ad HTTP/1.1', 'Host: x', `X-Api-Key: ${app.key}`, ...lines, 'Connection: close'],
        ...[`Content-Length: ${body.length}`, '', body],
      ].join('\r\n'),
    )
    expect(reply).toContain(`"proID":${fromKorea},`)
  })
})
