import {
  type Cipheriv,
  createCipheriv,
  createHash,
  hash,
  type KeyObject,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto'
import { sdkLimits } from '@voltline/contract'
import { assert } from '@voltline/kernel'

/**
 * A token's bytes: form | nonce | block | sealed | tag. Encrypted with AES-256-CTR, then authenticated with BLAKE2b under
 * a key, both from node:crypto. One cipher makes the key stream of all tokens of a process, each of which takes
 * blocks of its own: starting a cipher for every token would cost more than the rest of the decision. Nonce and block
 * together are a number that no other token has. The form says how the sealed text is to be read; should the keys ever
 * change, it will say with which.
 */
const nonceBytes = 12
const nonceAt = 1
const blockAt = nonceAt + nonceBytes
export const sealedAt = blockAt + 4
const tagBytes = 16
const macHash = 'blake2b512'
const bytesMax = Math.floor((sdkLimits.tokenMax * 6) / 8)

const blockBytes = 16
/** Taken from the cipher at once: small enough to stay in the processor's cache. */
const pieceBlocks = 256
const noBytes = Buffer.alloc(pieceBlocks * blockBytes)
const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
/** The counter behind the nonce has 32 bits. */
const blocksPerNonce = 2 ** 32

/**
 * A tag of a short text: BLAKE2b over key and text, one behind the other, which is a sound MAC with BLAKE2 (it cannot be
 * lengthened, unlike SHA-2, so it needs no second round as in HMAC). The text is written into `text`, behind the key,
 * so that it is hashed where it stands.
 */
class ShortMac {
  readonly text: Buffer
  /** Key and text together, with a text of each length. */
  readonly #keyed: readonly Buffer[]

  constructor(key: KeyObject, textBytesMax: number) {
    const secret = key.export()
    const keyed = Buffer.alloc(secret.length + textBytesMax)
    secret.copy(keyed)
    this.text = keyed.subarray(secret.length)
    this.#keyed = Array.from({ length: textBytesMax + 1 }, (_, length) =>
      keyed.subarray(0, secret.length + length),
    )
  }

  /** Of the first `length` bytes of the text; each character is a byte. */
  of(length: number): string {
    const keyed = this.#keyed[length]
    assert(keyed, 'the text fits')
    return hash(macHash, keyed, 'binary')
  }
}

/** The first characters of a text, each a byte. In a loop: so few are there sooner than the call that would copy them. */
export function writeLatin1(bytes: DataView, at: number, text: string, length: number): void {
  for (let index = 0; index < length; index++) bytes.setUint8(at + index, text.charCodeAt(index))
}

function counterBlock(nonce: Buffer, block: number): Buffer {
  const counter = Buffer.alloc(blockBytes)
  nonce.copy(counter)
  counter.writeUInt32BE(block, nonceBytes)
  return counter
}

export interface Opened {
  /** How the sealed text is to be read. */
  form: number
  /** Nonce and block in hex. */
  number: string
  text: Buffer
}

/** Seals short texts under one pair of keys. */
export class TokenSeal {
  /** What is to be sealed is written here, from `sealedAt` on. */
  readonly bytes: DataView
  readonly #cipherKey: KeyObject
  readonly #macKey: KeyObject
  readonly #mac: ShortMac
  #cipher: Cipheriv | undefined
  #piece = viewOf(noBytes)
  /** The piece's first block, and the first of it that no token has taken. */
  #pieceFrom = 0
  #next = pieceBlocks
  readonly #blocksPerNonce: number

  constructor(keys: { cipher: KeyObject; mac: KeyObject }, limits = { blocksPerNonce }) {
    this.#cipherKey = keys.cipher
    this.#macKey = keys.mac
    this.#mac = new ShortMac(keys.mac, bytesMax)
    this.bytes = viewOf(this.#mac.text)
    this.#blocksPerNonce = limits.blocksPerNonce
  }

  /** The token of what stands in `bytes` up to `end`. */
  seal(form: number, end: number): string {
    const blocks = Math.ceil((end - sealedAt) / blockBytes)
    if (this.#next + blocks > pieceBlocks) this.#takePiece()
    const { bytes } = this
    const stream = this.#piece
    let from = this.#next * blockBytes
    bytes.setUint8(0, form)
    bytes.setUint32(blockAt, this.#pieceFrom + this.#next)
    this.#next += blocks
    // In fours, so up to three bytes behind the end, where the tag goes next.
    for (let at = sealedAt; at < end; at += 4, from += 4) {
      bytes.setUint32(at, bytes.getUint32(at) ^ stream.getUint32(from))
    }
    writeLatin1(bytes, end, this.#mac.of(end), tagBytes)
    return this.#mac.text.toString('base64url', 0, end + tagBytes)
  }

  /** Undefined for whatever was not sealed under these keys, down to the last bit. */
  open(token: string): Opened | undefined {
    if (token.length > sdkLimits.tokenMax) return undefined
    const bytes = Buffer.from(token, 'base64url')
    const end = bytes.length - tagBytes
    if (end <= sealedAt) return undefined
    // Base64 has several spellings for the same bytes; only the one that was sealed is a token.
    if (bytes.toString('base64url') !== token) return undefined
    const tag = createHash(macHash).update(this.#macKey.export()).update(bytes.subarray(0, end)).digest()
    if (!timingSafeEqual(tag.subarray(0, tagBytes), bytes.subarray(end))) return undefined
    const counter = counterBlock(bytes.subarray(nonceAt, blockAt), bytes.readUInt32BE(blockAt))
    return {
      form: bytes.readUInt8(0),
      number: bytes.toString('hex', nonceAt, sealedAt),
      text: createCipheriv('aes-256-ctr', this.#cipherKey, counter).update(bytes.subarray(sealedAt, end)),
    }
  }

  /** The next piece of the key stream; when the counter is at its end, the first one behind a new nonce. */
  #takePiece(): void {
    this.#pieceFrom += pieceBlocks
    if (!this.#cipher || this.#pieceFrom >= this.#blocksPerNonce) {
      const nonce = this.#mac.text.subarray(nonceAt, blockAt)
      randomFillSync(nonce)
      this.#cipher = createCipheriv('aes-256-ctr', this.#cipherKey, counterBlock(nonce, 0))
      this.#pieceFrom = 0
    }
    this.#piece = viewOf(this.#cipher.update(noBytes))
    this.#next = 0
  }
}
