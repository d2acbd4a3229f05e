import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { assert } from '@voltline/kernel'

const ivBytes = 12
const tagBytes = 16

/** A random value for links, keys and cookies. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** How tokens are stored: they are random, so a plain hash reveals nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Everything secret derives from the one key of the settings, a key for each purpose. */
export class Secrets {
  readonly #root: string
  readonly #keys = new Map<string, KeyObject>()

  constructor(root: string) {
    assert(root.length >= 32, 'the secret key has at least 32 characters')
    this.#root = root
  }

  /** A KeyObject, because node:crypto imports a raw key again at every use. */
  key(purpose: string): KeyObject {
    const known = this.#keys.get(purpose)
    if (known) return known
    const made = createSecretKey(Buffer.from(hkdfSync('sha256', this.#root, 'voltline', purpose, 32)))
    this.#keys.set(purpose, made)
    return made
  }

  mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.key(purpose)).update(text).digest()
  }

  seal(purpose: string, text: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.key(purpose), iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }

  open(purpose: string, sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key(purpose), sealed.subarray(0, ivBytes))
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    )
  }
}

/** Compares in constant time. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
