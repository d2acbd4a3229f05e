import { randomInt } from 'node:crypto'
import { after, type Instant, instant, minute } from '@voltline/kernel'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Secrets } from '../secrets.ts'

const challengeLifeMs = 10 * minute
const tokenCharsMax = 8_192
/** About a second on a phone, well below a millisecond here, where only the key's signature is checked. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, triesMin: 1_000, triesMax: 3_000 }

/** One pair per root key, the current one first. */
function signatureSecrets(secrets: Secrets) {
  const solutions = secrets.macs('human-check', 'solution')
  return secrets.macs('human-check', 'challenge').map((challenge, index) => ({
    hmacSignatureSecret: challenge.toString('hex'),
    hmacKeySignatureSecret: solutions[index]?.toString('hex') ?? '',
  }))
}

/**
 * A challenge that costs the browser some work. Its expiry is in the signed data and not in the library's own
 * field, which is compared with the machine's time instead of the program's.
 */
export const makeChallenge = (secrets: Secrets, now: Instant): Promise<Challenge> =>
  createChallenge({
    algorithm: work.algorithm,
    cost: work.cost,
    counter: randomInt(work.triesMin, work.triesMax),
    data: { goodUntil: after(now, challengeLifeMs) },
    deriveKey,
    ...signatureSecrets(secrets)[0],
  })

export interface Proof {
  /** Identifies the challenge, however the token around it is rewritten. */
  id: string
  expiresAt: Instant
}

function readPayload(token: string): Payload | undefined {
  if (token.length > tokenCharsMax) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
    const isPayload =
      typeof read === 'object' && read !== null && isObject(read, 'challenge') && isObject(read, 'solution')
    return isPayload && isObject(read.challenge, 'parameters') ? (read as unknown as Payload) : undefined
  } catch {
    return undefined
  }
}

const isObject = <K extends string>(value: object, key: K): value is Record<K, object> => {
  const inner: unknown = Reflect.get(value, key)
  return typeof inner === 'object' && inner !== null
}

async function isSolved(secrets: Secrets, payload: Payload): Promise<boolean> {
  try {
    for (const pair of signatureSecrets(secrets)) {
      const { verified } = await verifySolution({ ...payload, deriveKey, ...pair })
      if (verified) return true
    }
  } catch {
    // The library throws on some malformed tokens; such a token is no proof.
  }
  return false
}

/** The widget's token is base64 JSON of the challenge as we signed it and its solution. */
export async function readProof(secrets: Secrets, token: string, now: Instant): Promise<Proof | undefined> {
  const payload = readPayload(token)
  if (!payload) return undefined
  if (!(await isSolved(secrets, payload))) return undefined
  const goodUntil = payload.challenge.parameters.data?.goodUntil
  if (typeof goodUntil !== 'number' || goodUntil <= now) return undefined
  return { id: payload.challenge.parameters.nonce, expiresAt: instant(goodUntil) }
}
