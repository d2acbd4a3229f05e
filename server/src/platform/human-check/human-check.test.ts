import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, instant, minute, ok, refuse } from '@voltline/kernel'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { ProgramClock } from '../clock.ts'
import { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { makeLog } from '../log.ts'
import { Secrets } from '../secrets.ts'
import type { HumanProvider } from '../settings.ts'
import { HumanCheck } from './human-check.ts'
import { deleteExpiredHumanChecks, type GuardedCall, grantPass, usePass } from './pass.ts'

const own = useFreshDatabase()
const start = instant(Date.parse('2031-05-01T00:00:00Z'))
const address = '203.0.113.9'
let db: Database
let clock: ProgramClock

beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 10, statementMsMax: 5_000, onLost: () => {} })
})
beforeEach(() => {
  clock = new ProgramClock(start)
})
afterAll(() => db.close())

function humanCheck(
  provider: HumanProvider,
  options: { verifyUrl?: string; secretKey?: string; formerKeys?: string[] } = {},
) {
  const { verifyUrl, secretKey = 'a secret key that is only for tests', formerKeys = [] } = options
  return new HumanCheck({
    ...{ db, clock, log: makeLog('silent'), secrets: new Secrets(secretKey, formerKeys) },
    settings: { provider, siteKey: 'the-site-key', secret: 'the-secret' },
    ...(verifyUrl ? { verifyUrl } : {}),
  })
}

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
async function solve(challenge: Challenge) {
  // As it arrives in the browser.
  const seen = JSON.parse(JSON.stringify(challenge)) as Challenge
  return { challenge: seen, solution: await solveChallenge({ challenge: seen, deriveKey }) }
}
const challengeOf = async (check: HumanCheck) => (await check.challenge()).challenge as unknown as Challenge

test('a solved challenge passes, once, and only at the server that issued it', async () => {
  const check = humanCheck('altcha')
  const payload = await solve(await challengeOf(check))
  const other = humanCheck('altcha', { secretKey: 'another secret key, of another server' })
  expect(await other.verify(encode(payload), address)).toBe(false)
  expect(await check.verify(encode(payload), address)).toBe(true)
  expect(await check.verify(encode(payload), address)).toBe(false)
  // The same proof in another token is still the same proof.
  expect(await check.verify(encode({ ...payload, extra: 1 }), address)).toBe(false)
})

test('a challenge that a former key signed passes while that key is listed', async () => {
  const secretKey = 'the key that replaced the first one'
  const before = await solve(await challengeOf(humanCheck('altcha')))
  expect(await humanCheck('altcha', { secretKey }).verify(encode(before), address)).toBe(false)
  const formerKeys = ['a secret key that is only for tests']
  expect(await humanCheck('altcha', { secretKey, formerKeys }).verify(encode(before), address)).toBe(true)
})

test('threat 44: of many parallel uses of one solution exactly one passes', async () => {
  const check = humanCheck('altcha')
  const token = encode(await solve(await challengeOf(check)))
  const passed = await Promise.all(Array.from({ length: 20 }, () => check.verify(token, address)))
  expect(passed.filter(Boolean)).toHaveLength(1)
})

test('a challenge expires by the program’s clock, not the machine’s', async () => {
  const check = humanCheck('altcha')
  const early = await solve(await challengeOf(check))
  const late = await solve(await challengeOf(check))
  clock.set(after(start, 9 * minute))
  expect(await check.verify(encode(early), address)).toBe(true)
  clock.set(after(start, 11 * minute))
  expect(await check.verify(encode(late), address)).toBe(false)
})

test('threat 44: a token that was guessed, altered or left unsolved is refused', async () => {
  const check = humanCheck('altcha')
  const { challenge, solution } = await solve(await challengeOf(check))
  const with_ = (parameters: object) => encode({ challenge: { ...challenge, parameters }, solution })
  const invalid = [
    '',
    'test',
    'null',
    '%%%',
    encode(null),
    encode([]),
    encode({}),
    encode({ challenge: null, solution: null }),
    encode({ challenge: {}, solution: {} }),
    encode({ challenge, solution: null }),
    encode({ challenge, solution: {} }),
    encode({ challenge, solution: { ...solution, derivedKey: 'ff'.repeat(32) } }),
    encode({ challenge, solution: { ...solution, derivedKey: challenge.parameters.keyPrefix } }),
    encode({ challenge: { ...challenge, signature: undefined }, solution }),
    encode({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
    with_({ ...challenge.parameters, data: { goodUntil: start * 2 } }),
    with_({ ...challenge.parameters, data: undefined }),
    with_({ ...challenge.parameters, cost: 1 }),
    with_({ ...challenge.parameters, keySignature: undefined }),
    'A'.repeat(8_192),
  ]
  for (const token of invalid) expect(await check.verify(token, address), token.slice(0, 80)).toBe(false)
  expect(await check.verify(encode({ challenge, solution }), address)).toBe(true)
})

test('the test provider accepts the token test and no other', async () => {
  const check = humanCheck('test')
  expect(await check.challenge()).toMatchObject({ provider: 'test' })
  expect(await check.verify('test', address)).toBe(true)
  expect(await check.verify('test', address)).toBe(true)
  expect(await check.verify('Test', address)).toBe(false)
})

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** A provider's verifier on this machine. */
async function verifier(respond: RequestListener): Promise<string> {
  const made = createServer(respond)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/siteverify`
}

const says =
  (body: string, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

test.each(['recaptcha', 'hcaptcha', 'turnstile'] as const)(
  '%s receives the secret, the token and the visitor’s address, and a token works once',
  async (provider) => {
    const bodies: string[] = []
    const verifyUrl = await verifier((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        bodies.push(body)
        response.end('{"success":true}')
      })
    })
    const check = humanCheck(provider, { verifyUrl })
    expect(await check.challenge()).toEqual({ provider, siteKey: 'the-site-key' })
    expect(await check.verify(`token-${provider}`, address)).toBe(true)
    expect(await check.verify(`token-${provider}`, address)).toBe(false)
    expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
      secret: 'the-secret',
      response: `token-${provider}`,
      remoteip: address,
    })
  },
)

test.each([
  ['refuses', says('{"success":false,"error-codes":["timeout-or-duplicate"]}')],
  ['confirms with a string', says('{"success":"true"}')],
  ['returns an error', says('{"success":true}', 500)],
  ['returns invalid JSON', says('<html>')],
  ['returns an empty body', says('')],
  ['redirects', ((_q, r) => r.writeHead(302, { location: '/yes' }).end()) as RequestListener],
  ['disconnects', ((q) => q.socket.destroy()) as RequestListener],
])('threat 44, fault 28: a provider that %s fails the check', async (_name, respond) => {
  const check = humanCheck('turnstile', { verifyUrl: await verifier(respond) })
  expect(await check.verify('a-token', address)).toBe(false)
})

test('fault 28: a provider that never responds fails the check after a short time', async () => {
  const check = humanCheck('hcaptcha', { verifyUrl: await verifier(() => {}) })
  expect(await check.verify('a-token', address)).toBe(false)
})

const guarded: GuardedCall[] = ['auth-mail', 'contact', 'send-vcode', 'confirm-vcode']
const grant = () => db.transaction((tx) => grantPass(tx, clock.now()))
const tryCall = (cookie: string | undefined, call: GuardedCall, yes = true) =>
  db.transaction((tx) =>
    usePass(tx, { cookie, call }, clock.now(), async () => (yes ? ok({}) : refuse('INVALID_VCODE'))),
  )

test('a pass covers each of the four calls once', async () => {
  const cookie = await grant()
  for (const call of guarded) expect((await tryCall(cookie, call)).ok).toBe(true)
  for (const call of guarded) expect(await tryCall(cookie, call)).toEqual(refuse('API_FORBIDDEN'))
})

test('a refused call does not use the pass', async () => {
  const cookie = await grant()
  expect(await tryCall(cookie, 'confirm-vcode', false)).toEqual(refuse('INVALID_VCODE'))
  expect(await tryCall(cookie, 'confirm-vcode', false)).toEqual(refuse('INVALID_VCODE'))
  expect((await tryCall(cookie, 'confirm-vcode')).ok).toBe(true)
  expect(await tryCall(cookie, 'confirm-vcode')).toEqual(refuse('API_FORBIDDEN'))
})

test('a call that throws does not use the pass', async () => {
  const cookie = await grant()
  await expect(
    db.transaction((tx) =>
      usePass(tx, { cookie, call: 'contact' }, clock.now(), async () => {
        throw new Error('the database went away')
      }),
    ),
  ).rejects.toThrow('went away')
  expect((await tryCall(cookie, 'contact')).ok).toBe(true)
})

test('threat 44: without a pass, with a guessed pass or after 5 minutes the call does nothing', async () => {
  let worked = 0
  const attempt = (cookie: string | undefined) =>
    db.transaction((tx) =>
      usePass(tx, { cookie, call: 'auth-mail' }, clock.now(), async () => {
        worked++
        return ok({})
      }),
    )
  const cookie = await grant()
  expect(await attempt(undefined)).toEqual(refuse('API_FORBIDDEN'))
  expect(await attempt('')).toEqual(refuse('API_FORBIDDEN'))
  expect(await attempt('guessed')).toEqual(refuse('API_FORBIDDEN'))
  clock.set(after(clock.now(), 5 * minute))
  expect(await attempt(cookie)).toEqual(refuse('API_FORBIDDEN'))
  expect(worked).toBe(0)
})

test('threat 44: of many parallel calls with one pass exactly one succeeds', async () => {
  const cookie = await grant()
  const slowly = () =>
    db.transaction((tx) =>
      usePass(tx, { cookie, call: 'contact' }, clock.now(), async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return ok({})
      }),
    )
  const results = await Promise.all(Array.from({ length: 20 }, slowly))
  expect(results.filter((result) => result.ok)).toHaveLength(1)
})

test('passes are stored as hashes and deleted when they expire', async () => {
  const cookie = await grant()
  const kept = await db.read((session) =>
    session.rows(sql<{ text: string }>`select encode(pass_hash, 'escape') as text from human_pass`),
  )
  expect(kept.some((row) => row.text.includes(cookie))).toBe(false)
  expect(await db.transaction((tx) => deleteExpiredHumanChecks(tx, clock.now()))).toBeGreaterThanOrEqual(0)
  expect((await tryCall(cookie, 'contact')).ok).toBe(true)
  await db.transaction((tx) => deleteExpiredHumanChecks(tx, after(clock.now(), 10 * minute)))
  expect(await db.read((session) => session.rows(sql`select 1 from human_pass`))).toHaveLength(0)
})
