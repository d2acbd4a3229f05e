import { createHash, randomBytes } from 'node:crypto'
import { type AdId, instant, type MediumId, type MicrosNumber } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import { type Offer, OfferTokens } from './offer-token.ts'
import { textAt } from './token-format.ts'

const secrets = new Secrets('a secret key for tests, long enough')
const tokens = new OfferTokens(secrets, 'offer')

const anOffer = (change: Partial<Offer> = {}): Offer => ({
  issuedAt: instant(1_794_709_000_123),
  offerId: randomBytes(16).toString('hex'),
  adId: 2_147_483_647 as AdId,
  mediumId: 41 as MediumId,
  priceMicros: 100_000_000_000 as MicrosNumber,
  billingType: 'nCPI',
  deviceId: '3f1c0f5e-8d1f-4a57-9f0b-2f1f1a2b3c4d',
  isSample: false,
  clickedAfterMs: 3_600_000,
  country: 'KR',
  isRivalPrice: true,
  ...change,
})

/** A seeded generator, so that a failing mutation can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('a token', () => {
  test('carries its offer unchanged, for device ids of every length', () => {
    for (let length = 1; length <= 64; length++) {
      const offer = anOffer({ deviceId: '!~aZ'.repeat(16).slice(0, length), isSample: length % 2 === 0 })
      expect(tokens.open(tokens.seal(offer))).toEqual(offer)
    }
  })

  test('carries every country, and none', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for (const first of letters) {
      for (const second of letters) {
        const offer = anOffer({ country: first + second, isCountryMismatch: true, isSample: first > second })
        expect(tokens.open(tokens.seal(offer))).toEqual(offer)
      }
    }
    expect(tokens.open(tokens.seal(anOffer({ country: '' })))?.country).toBeUndefined()
  })

  test('of a new offer has a unique id', () => {
    const { offerId: _, clickedAfterMs: __, ...terms } = anOffer()
    const opened = Array.from({ length: 1_000 }, () => tokens.open(tokens.issue(terms)))
    expect(new Set(opened.map((offer) => offer?.offerId)).size).toBe(1_000)
    expect(opened.every((offer) => offer && /^[0-9a-f]{32}$/.test(offer.offerId))).toBe(true)
    expect(opened[0]).toMatchObject({ ...terms, clickedAfterMs: 0 })
  })

  test('shows nothing that counts up, in offers and click ids', () => {
    const { offerId: _, clickedAfterMs: __, ...terms } = anOffer()
    const spelled = Array.from({ length: 2_000 }, () => tokens.issue(terms))
    for (const sealed of [spelled, spelled.map(() => tokens.seal(anOffer()))]) {
      const bytes = sealed.map((token) => Buffer.from(token, 'base64url'))
      for (let at = 1; at < Number(bytes[0]?.length); at++) {
        const values = bytes.map((token) => token[at] ?? 0)
        const rising = values.filter((value, index) => index > 0 && value > (values[index - 1] ?? 0)).length
        const same = values.filter((value, index) => index > 0 && value === values[index - 1]).length
        // Of random bytes half rise and hardly any repeat; a counter's low byte rises and its high bytes repeat.
        expect([at, rising > 800 && rising < 1_200, same < 100]).toEqual([at, true, true])
      }
    }
  })

  test('that a former key sealed opens while that key is listed', () => {
    const replaced = new Secrets('another secret key, long enough for it', [
      'a secret key for tests, long enough',
    ])
    const without = new Secrets('another secret key, long enough for it')
    for (const kind of ['offer', 'click'] as const) {
      const offer = anOffer()
      const token = new OfferTokens(secrets, kind).seal(offer)
      expect(new OfferTokens(replaced, kind).open(token)).toEqual(offer)
      expect(new OfferTokens(without, kind).open(token)).toBeUndefined()
      expect(new OfferTokens(without, kind).open(new OfferTokens(replaced, kind).seal(offer))).toEqual(offer)
    }
  })

  test('of version 0.1.0 still opens, whether an offer or a click id', () => {
    const issued = 'AYitnQ6pMnoTyD1XRgAAAABXhXlPpq4xVQIYcQuk-Rluk2DypfJEvXcXKJJ_BToHp4gD4WbGms07qM6BxTka'
    const clicked =
      'AsMRWazbf18O-qkLoQAAAACagdkRZQFN9n-tBN9-Qru0WrFdJ8m2RcR5RL_srCiCjbqaMjz2AtMRWdQ-vpusbBVsrsaePBxtkgGqiB_-YYUVCA'
    const offer = anOffer({
      ...{ offerId: '88ad9d0ea9327a13c83d574600000000', adId: 7 as AdId, deviceId: 'device-1' },
      ...{ priceMicros: 1_000_000 as MicrosNumber, billingType: 'CPC', clickedAfterMs: 0 },
    })
    delete offer.country
    delete offer.isRivalPrice
    expect(tokens.open(issued)).toEqual(offer)
    expect(new OfferTokens(secrets, 'click').open(clicked)).toEqual({ ...offer, clickedAfterMs: 5_000 })
  })

  test('has at most 200 characters, all safe in a URL', () => {
    const token = tokens.seal(anOffer({ deviceId: 'x'.repeat(64) }))
    expect(token.length).toBeLessThanOrEqual(200)
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  test('opens in another process with the same secret, and in none with another secret', () => {
    const offer = anOffer()
    const token = tokens.seal(offer)
    const same = new OfferTokens(new Secrets('a secret key for tests, long enough'), 'offer')
    const other = new OfferTokens(new Secrets('a secret key for tests, long enougj'), 'offer')
    expect(same.open(token)).toEqual(offer)
    expect(other.open(token)).toBeUndefined()
  })

  test('of an offer does not open as a click id, nor a click id as an offer', () => {
    const clicks = new OfferTokens(secrets, 'click')
    expect(clicks.open(tokens.seal(anOffer()))).toBeUndefined()
    expect(tokens.open(clicks.seal(anOffer()))).toBeUndefined()
  })

  test('hides its price: tokens of the same offer at other prices share no encrypted bytes', () => {
    const offer = anOffer()
    const sealed = new Set<string>()
    for (let index = 0; index < 3_000; index++) {
      const bytes = Buffer.from(tokens.issue({ ...offer, priceMicros: index as MicrosNumber }), 'base64url')
      expect(bytes.includes(Buffer.from('0000174876e800', 'hex'))).toBe(false)
      sealed.add(bytes.subarray(textAt, -16).toString('hex'))
    }
    expect(sealed.size).toBe(3_000)
    // The lowest bit of the encrypted price is set in half of the tokens.
    const ones = [...sealed].map((hex) => (Buffer.from(hex, 'hex')[19] ?? 0) & 1)
    expect(Math.abs(ones.reduce((sum, bit) => sum + bit, 0) / 3_000 - 0.5)).toBeLessThan(0.05)
  })

  test('is authenticated by BLAKE2b over key and token', () => {
    const key = secrets.key('offer-token-mac')
    for (let length = 1; length <= 64; length++) {
      const offer = anOffer({ deviceId: 'x'.repeat(length) })
      for (const spelled of [tokens.issue(offer), tokens.seal(offer)]) {
        const token = Buffer.from(spelled, 'base64url')
        const tag = createHash('blake2b512')
          .update(key.export())
          .update(token.subarray(0, -16))
          .digest()
          .subarray(0, 16)
        expect(token.subarray(-16)).toEqual(tag)
      }
    }
  })
})

describe('threat 20: nothing but the token itself is accepted', () => {
  test('100,000 altered tokens: flipped bits, swapped sections, truncated, extended, re-encoded', () => {
    const random = numbers(1)
    const base = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? tokens.issue(anOffer()) : tokens.seal(anOffer()),
    )
    const pick = () => base[random(base.length)] ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const mutations: ((token: string) => string)[] = [
      (token) => {
        const bytes = Buffer.from(token, 'base64url')
        const at = random(bytes.length)
        bytes[at] = Number(bytes[at]) ^ (1 << random(8))
        return bytes.toString('base64url')
      },
      (token) => {
        const at = random(token.length)
        return token.slice(0, at) + alphabet[random(64)] + token.slice(at + 1)
      },
      (token) => token.slice(0, random(token.length)),
      (token) => token + alphabet[random(64)],
      (token) => {
        const at = random(token.length)
        return token.slice(0, at) + pick().slice(at)
      },
      (token) => Buffer.from(token, 'base64url').toString('base64'),
      (token) => {
        const [head, tail] = [Buffer.from(token, 'base64url'), Buffer.from(pick(), 'base64url')]
        return Buffer.concat([head.subarray(0, textAt), tail.subarray(textAt)]).toString('base64url')
      },
      () => randomBytes(105).toString('base64url'),
    ]
    let tried = 0
    const accepted: string[] = []
    while (tried < 100_000) {
      const mutated = mutations[tried % mutations.length]?.(pick()) ?? ''
      if (base.includes(mutated)) continue
      tried++
      if (tokens.open(mutated)) accepted.push(mutated)
    }
    expect(accepted).toEqual([])
    expect(base.every((token) => tokens.open(token))).toBe(true)
  })

  test.each(['', '.', '=', 'null', 'é'.repeat(90), '\0'.repeat(100), 'A'.repeat(1_000_000)])(
    'not %j',
    (text) => {
      expect(tokens.open(text)).toBeUndefined()
    },
  )
})
