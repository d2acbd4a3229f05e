import {
  createCipheriv,
  hash,
  type KeyObject,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto'
import { deviceIdPattern, type PricingModel, pricingModels, sdkLimits } from '@voltline/contract'
import { type AdId, assert, type Instant, instant, type MediumId } from '@voltline/kernel'
import type { Secrets } from '../platform/secrets.ts'

/** What the decision promises. Its token carries all of it, so nothing is stored until something happens. */
export interface Offer {
  issuedAt: Instant
  /** 128 random bits in hex. */
  offerId: string
  adId: AdId
  mediumId: MediumId
  /** Per billable event. */
  priceMicros: number
  billingType: PricingModel
  deviceId: string
  /** A sample: whatever is reported about it is answered and forgotten. */
  isSample: boolean
  /** In a click id, how long after the offer the click came; else 0. */
  clickedAfterMs: number
}

/**
 * The token's bytes: key id | nonce | block | sealed | tag. Encrypted with AES-256-CTR, then authenticated with
 * HMAC-SHA256, both from node:crypto. One run of the cipher makes the key stream for many tokens, each of which takes
 * blocks of its own: starting a cipher for every token would cost more than the rest of the decision.
 */
const keyId = 1
const nonceBytes = 12
const nonceAt = 1
const blockAt = nonceAt + nonceBytes
const sealedAt = blockAt + 2
const tagBytes = 16
const idAt = 0
const idBytes = 16
const fixedBytes = 41
const bytesMax = sealedAt + fixedBytes + sdkLimits.deviceIdMax + tagBytes

const streamBytesPerToken = 112
const tokensPerStream = 512
const cipherBlockBytes = 16
const hashBlockBytes = 64
const hashBytes = 32
const noBytes = Buffer.alloc(tokensPerStream * streamBytesPerToken)

/**
 * HMAC-SHA256 by its definition, in two one-shot hashes: node's own object costs twice as much for so short a text. The
 * text is written into `text`, behind the key, so that it is hashed where it stands.
 */
class ShortMac {
  readonly text: Buffer
  readonly #inner: Buffer
  readonly #outer: Buffer
  /** The inner block with a text of each length. */
  readonly #inners: Buffer[]

  constructor(key: KeyObject, textBytesMax: number) {
    const secret = key.export()
    assert(secret.length <= hashBlockBytes, 'a key is not longer than one block of its hash')
    this.#inner = Buffer.alloc(hashBlockBytes + textBytesMax, 0x36)
    this.#outer = Buffer.alloc(hashBlockBytes + hashBytes, 0x5c)
    for (const [index, byte] of secret.entries()) {
      this.#inner[index] = 0x36 ^ byte
      this.#outer[index] = 0x5c ^ byte
    }
    this.text = this.#inner.subarray(hashBlockBytes)
    this.#inners = Array.from({ length: textBytesMax + 1 }, (_, length) =>
      this.#inner.subarray(0, hashBlockBytes + length),
    )
  }

  /** Of the first `length` bytes of the text; each character is a byte. */
  of(length: number): string {
    this.#outer.write(hash('sha256', this.#inners[length] ?? this.#inner, 'binary'), hashBlockBytes, 'latin1')
    return hash('sha256', this.#outer, 'binary')
  }
}

/** Random ids, many at a time. */
class RandomIds {
  readonly #pool = Buffer.alloc(idBytes * 256)
  #next = this.#pool.length

  writeTo(bytes: Buffer, at: number): void {
    if (this.#next === this.#pool.length) {
      randomFillSync(this.#pool)
      this.#next = 0
    }
    this.#pool.copy(bytes, at, this.#next, this.#next + idBytes)
    this.#next += idBytes
  }
}

/** Makes and reads tokens of one kind; a token of another kind is as good as forged. */
export class OfferTokens {
  readonly #cipherKey: KeyObject
  readonly #mac: ShortMac
  readonly #ids = new RandomIds()
  #nonce = Buffer.alloc(nonceBytes)
  #stream = noBytes
  #used = tokensPerStream

  constructor(secrets: Secrets, kind: 'offer' | 'click') {
    this.#cipherKey = secrets.key(`${kind}-token-cipher`)
    this.#mac = new ShortMac(secrets.key(`${kind}-token-mac`), bytesMax)
  }

  /** The token of a new offer, which gets an id that no other has. */
  issue(terms: Omit<Offer, 'offerId'>): string {
    this.#ids.writeTo(this.#mac.text, sealedAt + idAt)
    return this.#seal(terms)
  }

  seal(offer: Offer): string {
    this.#mac.text.write(offer.offerId, sealedAt + idAt, idBytes, 'hex')
    return this.#seal(offer)
  }

  /** The id is already where it belongs. */
  #seal(offer: Omit<Offer, 'offerId'>): string {
    if (this.#used === tokensPerStream) this.#refill()
    const bytes = this.#mac.text
    bytes[0] = keyId
    this.#nonce.copy(bytes, nonceAt)
    bytes.writeUInt16BE(this.#used, blockAt)
    const end = writeOffer(bytes, offer)
    let from = this.#used * streamBytesPerToken
    for (let at = sealedAt; at < end; at++) bytes[at] = Number(bytes[at]) ^ Number(this.#stream[from++])
    this.#used++
    bytes.write(this.#mac.of(end), end, tagBytes, 'latin1')
    return bytes.toString('base64url', 0, end + tagBytes)
  }

  /** Undefined for whatever was not sealed here, down to the last bit. */
  open(token: string): Offer | undefined {
    if (token.length > sdkLimits.tokenMax) return undefined
    const bytes = Buffer.from(token, 'base64url')
    const end = bytes.length - tagBytes
    if (end < sealedAt + fixedBytes + 1 || bytes.length > bytesMax || bytes[0] !== keyId) return undefined
    // Base64 has several spellings for the same bytes; only the one that was sealed is a token.
    if (bytes.toString('base64url') !== token) return undefined
    bytes.copy(this.#mac.text, 0, 0, end)
    const tag = Buffer.from(this.#mac.of(end).slice(0, tagBytes), 'latin1')
    if (!timingSafeEqual(tag, bytes.subarray(end))) return undefined
    return readOffer(this.#decrypt(bytes, end))
  }

  #refill(): void {
    this.#nonce = randomBytes(nonceBytes)
    this.#stream = createCipheriv('aes-256-ctr', this.#cipherKey, counterBlock(this.#nonce, 0)).update(
      noBytes,
    )
    this.#used = 0
  }

  #decrypt(bytes: Buffer, end: number): Buffer {
    const block = (bytes.readUInt16BE(blockAt) * streamBytesPerToken) / cipherBlockBytes
    const counter = counterBlock(bytes.subarray(nonceAt, blockAt), block)
    return createCipheriv('aes-256-ctr', this.#cipherKey, counter).update(bytes.subarray(sealedAt, end))
  }
}

function counterBlock(nonce: Buffer, block: number): Buffer {
  const counter = Buffer.alloc(cipherBlockBytes)
  nonce.copy(counter)
  counter.writeUInt32BE(block, nonceBytes)
  return counter
}

/** All but the id. Answers where it ends. */
function writeOffer(bytes: Buffer, offer: Omit<Offer, 'offerId'>): number {
  let at = sealedAt + idAt + idBytes
  at = bytes.writeUIntBE(offer.issuedAt, at, 6)
  at = bytes.writeUInt32BE(offer.adId, at)
  at = bytes.writeUInt32BE(offer.mediumId, at)
  at = bytes.writeUIntBE(offer.priceMicros, at, 6)
  at = bytes.writeUInt8(pricingModels.indexOf(offer.billingType), at)
  at = bytes.writeUInt8(offer.isSample ? 1 : 0, at)
  at = bytes.writeUIntBE(offer.clickedAfterMs, at, 3)
  return at + bytes.write(offer.deviceId, at, 'latin1')
}

function readOffer(bytes: Buffer): Offer {
  const billingType = pricingModels[bytes.readUInt8(36)]
  const deviceId = bytes.toString('latin1', fixedBytes)
  assert(billingType && deviceIdPattern.test(deviceId), 'what was sealed here is an offer')
  return {
    offerId: bytes.toString('hex', idAt, idAt + idBytes),
    issuedAt: instant(bytes.readUIntBE(16, 6)),
    adId: bytes.readUInt32BE(22) as AdId,
    mediumId: bytes.readUInt32BE(26) as MediumId,
    priceMicros: bytes.readUIntBE(30, 6),
    billingType,
    isSample: bytes.readUInt8(37) === 1,
    clickedAfterMs: bytes.readUIntBE(38, 3),
    deviceId,
  }
}
