import { createCipheriv, createDecipheriv, createHash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { sdkLimits } from '@voltline/contract'

/**
 * The bytes of a token: form | number | encrypted text | tag. AES-256-CTR encrypts the text; its initial counter block
 * is a random 96-bit nonce and a 32-bit block counter, and no two tokens share a block. The number is that block,
 * encrypted on its own: it is as unique, and nobody can count our offers by it. Keyed BLAKE2b authenticates everything
 * before the tag. The form says how to read the text and the number. See docs/decisions/0020, 0039 and 0050.
 */
export const nonceBytes = 12
export const numberAt = 1
const numberBytes = 16
export const textAt = numberAt + numberBytes
/** In tokens of lower forms, issued by version 0.1.0, the number is the counter block itself. */
export const hiddenNumberFrom = 3
export const tagBytes = 16
export const macHash = 'blake2b512'
export const cipherName = 'aes-256-ctr'
export const numberCipherName = 'aes-256-ecb'
export const tokenBytesMax = Math.floor((sdkLimits.tokenMax * 6) / 8)

export interface TokenKeys {
  cipher: KeyObject
  number: KeyObject
  mac: KeyObject
}

export interface TokenContent {
  form: number
  /** Unique among all tokens; 16 bytes in hex. */
  number: string
  text: Buffer
}

/** The block from which the text's key stream starts. */
export const counterBlock = (keys: TokenKeys, form: number, number: Buffer): Buffer =>
  form < hiddenNumberFrom
    ? number
    : createDecipheriv(numberCipherName, keys.number, null).setAutoPadding(false).update(number)

/** CTR mode: encrypting twice decrypts. */
const crypt = (keys: TokenKeys, block: Buffer, text: Buffer): Buffer =>
  createCipheriv(cipherName, keys.cipher, block).update(text)

/**
 * Key first is a sound MAC with BLAKE2, unlike with SHA-2, because its output cannot be extended. The tag is truncated
 * to 128 bits.
 */
const tagOf = (keys: TokenKeys, bytes: Buffer): Buffer =>
  createHash(macHash).update(keys.mac.export()).update(bytes).digest().subarray(0, tagBytes)

/** The reference implementation of `fast/token-seal.ts`. */
export function sealToken(keys: TokenKeys, { form, number, text }: TokenContent): string {
  const visible = Buffer.from(number, 'hex')
  const block = counterBlock(keys, form, visible)
  const sealed = Buffer.concat([Buffer.of(form), visible, crypt(keys, block, text)])
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
  const form = bytes.readUInt8(0)
  const number = bytes.subarray(numberAt, textAt)
  return {
    form,
    number: number.toString('hex'),
    text: crypt(keys, counterBlock(keys, form, number), bytes.subarray(textAt, end)),
  }
}
