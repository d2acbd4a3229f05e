import { createCipheriv, createHash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { sdkLimits } from '@voltline/contract'

/**
 * The bytes of a token: form | number | encrypted text | tag. AES-256-CTR encrypts, with the number as the initial
 * counter block; keyed BLAKE2b authenticates everything before the tag. The number is a random 96-bit nonce and a
 * 32-bit block counter, and no two tokens share a block. The form says how to read the text, and would also say which
 * keys to use if they ever change. See docs/decisions/0020 and 0039.
 */
export const nonceBytes = 12
export const numberAt = 1
export const blockAt = numberAt + nonceBytes
export const textAt = blockAt + 4
export const tagBytes = 16
export const macHash = 'blake2b512'
export const cipherName = 'aes-256-ctr'
export const tokenBytesMax = Math.floor((sdkLimits.tokenMax * 6) / 8)

export interface TokenKeys {
  cipher: KeyObject
  mac: KeyObject
}

export interface TokenContent {
  form: number
  /** Unique among all tokens; 16 bytes in hex. */
  number: string
  text: Buffer
}

/** CTR mode: encrypting twice decrypts. */
const crypt = (keys: TokenKeys, number: Buffer, text: Buffer): Buffer =>
  createCipheriv(cipherName, keys.cipher, number).update(text)

/**
 * Key first is a sound MAC with BLAKE2, unlike with SHA-2, because its output cannot be extended. The tag is truncated
 * to 128 bits.
 */
const tagOf = (keys: TokenKeys, bytes: Buffer): Buffer =>
  createHash(macHash).update(keys.mac.export()).update(bytes).digest().subarray(0, tagBytes)

/** The reference implementation of `fast/token-seal.ts`. */
export function sealToken(keys: TokenKeys, { form, number, text }: TokenContent): string {
  const numberBytes = Buffer.from(number, 'hex')
  const sealed = Buffer.concat([Buffer.of(form), numberBytes, crypt(keys, numberBytes, text)])
  return Buffer.concat([sealed, tagOf(keys, sealed)]).toString('base64url')
}

/** Undefined for anything that was not sealed with these keys, down to the last bit. */
export function openToken(keys: TokenKeys, token: string): TokenContent | undefined {
  if (token.length > sdkLimits.tokenMax) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const end = bytes.length - tagBytes
  if (end <= textAt) return undefined
  // Base64 has several spellings of the same bytes; only the canonical one is a token.
  if (bytes.toString('base64url') !== token) return undefined
  if (!timingSafeEqual(tagOf(keys, bytes.subarray(0, end)), bytes.subarray(end))) return undefined
  const number = bytes.subarray(numberAt, textAt)
  return {
    form: bytes.readUInt8(0),
    number: number.toString('hex'),
    text: crypt(keys, number, bytes.subarray(textAt, end)),
  }
}
