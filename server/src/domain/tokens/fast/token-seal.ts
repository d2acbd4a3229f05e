import { type Cipheriv, createCipheriv, hash, type KeyObject, randomBytes } from 'node:crypto'
import { assert } from '@voltline/kernel'
import {
  cipherName,
  macHash,
  nonceBytes,
  numberAt,
  numberCipherName,
  type TokenKeys,
  tagBytes,
  textAt,
  tokenBytesMax,
} from '../token-format.ts'

const blockBytes = 16
/** Taken from the cipher at a time; small enough to stay in the processor's cache. */
const chunkBlocks = 256
const zeros = Buffer.alloc(chunkBlocks * blockBytes)
const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
/** The block counter has 32 bits. */
const blocksPerNonce = 2 ** 32

/** Hashes key and text in one buffer, with one call of node:crypto instead of four. */
class KeyedHash {
  readonly text: Buffer
  /** Key and text, for every length of the text. */
  readonly #inputs: readonly Buffer[]

  constructor(key: KeyObject, textBytesMax: number) {
    const secret = key.export()
    const bytes = Buffer.alloc(secret.length + textBytesMax)
    secret.copy(bytes)
    this.text = bytes.subarray(secret.length)
    this.#inputs = Array.from({ length: textBytesMax + 1 }, (_, length) =>
      bytes.subarray(0, secret.length + length),
    )
  }

  /** Of the first `length` bytes of the text; each character is a byte. */
  of(length: number): string {
    const input = this.#inputs[length]
    assert(input, 'the text fits')
    return hash(macHash, input, 'binary')
  }
}

/**
 * Seals tokens exactly as `sealToken` does. One cipher makes the key stream of all tokens of a process, and each token
 * takes blocks of its own: a cipher object per token would cost half as much as the rest of a decision. A test keeps
 * both equal. The key stream saves 49 % of a decision.
 */
export class TokenSeal {
  /** The text to seal is written here, from `textAt` on. */
  readonly bytes: Buffer
  readonly #view: DataView
  readonly #cipherKey: KeyObject
  readonly #numberCipher: Cipheriv
  readonly #mac: KeyedHash
  #cipher: Cipheriv | undefined
  #stream = viewOf(zeros)
  /** The counter blocks of the chunk; the last four bytes of each count up. */
  readonly #blocks = Buffer.alloc(chunkBlocks * blockBytes)
  /** The same blocks encrypted: the numbers that tokens show. */
  #numbers = viewOf(zeros)
  /** The number of the stream's first block, and the index in the stream of the first unused block. */
  #firstBlock = 0
  #nextBlock = chunkBlocks
  readonly #blocksPerNonce: number

  constructor(keys: TokenKeys, limits = { blocksPerNonce }) {
    this.#cipherKey = keys.cipher
    this.#numberCipher = createCipheriv(numberCipherName, keys.number, null).setAutoPadding(false)
    this.#mac = new KeyedHash(keys.mac, tokenBytesMax)
    this.bytes = this.#mac.text
    this.#view = viewOf(this.bytes)
    this.#blocksPerNonce = limits.blocksPerNonce
  }

  /** The token of the text in `bytes` up to `end`. */
  seal(form: number, end: number): string {
    const blocks = Math.ceil((end - textAt) / blockBytes)
    if (this.#nextBlock + blocks > chunkBlocks) this.#nextChunk()
    const bytes = this.#view
    const stream = this.#stream
    const numbers = this.#numbers
    let from = this.#nextBlock * blockBytes
    bytes.setUint8(0, form)
    for (let at = 0; at < blockBytes; at += 4) bytes.setUint32(numberAt + at, numbers.getUint32(from + at))
    this.#nextBlock += blocks
    // Four bytes at a time, so up to three bytes behind the end, which the tag then overwrites.
    for (let at = textAt; at < end; at += 4, from += 4) {
      bytes.setUint32(at, bytes.getUint32(at) ^ stream.getUint32(from))
    }
    this.bytes.write(this.#mac.of(end), end, tagBytes, 'latin1')
    return this.bytes.toString('base64url', 0, end + tagBytes)
  }

  /** Takes the next chunk of the key stream, under a new nonce when the counter is exhausted. */
  #nextChunk(): void {
    this.#firstBlock += chunkBlocks
    if (!this.#cipher || this.#firstBlock >= this.#blocksPerNonce) {
      this.#firstBlock = 0
      const counter = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(blockBytes - nonceBytes)])
      this.#cipher = createCipheriv(cipherName, this.#cipherKey, counter)
      this.#blocks.fill(counter)
    }
    for (let block = 0; block < chunkBlocks; block++) {
      this.#blocks.writeUInt32BE(this.#firstBlock + block, block * blockBytes + nonceBytes)
    }
    // From a Buffer: once optimised, Node 24 refuses a DataView here.
    this.#numbers = viewOf(this.#numberCipher.update(this.#blocks))
    this.#stream = viewOf(this.#cipher.update(zeros))
    this.#nextBlock = 0
  }
}
