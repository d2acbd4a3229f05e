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

const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16

/** A random value for links, keys and cookies. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** How tokens are stored: they are random, so a plain hash reveals nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Everything secret derives from one key of the settings, a key for each purpose. */
class KeyRing {
  /** Names the key in what it has sealed; reveals nothing about it. */
  readonly id: Buffer
  readonly #root: string
  readonly #keys = new Map<string, KeyObject>()

  constructor(root: string) {
    assert(root.length >= 32, 'the secret key has at least 32 characters')
    this.#root = root
    this.id = this.key('key-id').export().subarray(0, keyIdBytes)
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
    return Buffer.concat([this.id, iv, cipher.getAuthTag(), body])
  }

  /** Undefined if another key or purpose sealed it, or if it was changed. */
  open(purpose: string, sealed: Buffer): string | undefined {
    const isNamed = sealed.subarray(0, keyIdBytes).equals(this.id)
    return (
      (isNamed ? this.#decrypt(purpose, sealed.subarray(keyIdBytes)) : undefined) ??
      // Sealed by a version without key ids.
      this.#decrypt(purpose, sealed)
    )
  }

  #decrypt(purpose: string, sealed: Buffer): string | undefined {
    if (sealed.length < ivBytes + tagBytes) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.key(purpose), sealed.subarray(0, ivBytes))
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    try {
      const body = decipher.update(sealed.subarray(ivBytes + tagBytes))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
}

/** The program's secrets: the current key makes everything new, former keys only decrypt and verify. */
export class Secrets {
  readonly #current: KeyRing
  readonly #all: readonly KeyRing[]

  constructor(root: string, formerRoots: readonly string[] = []) {
    this.#current = new KeyRing(root)
    this.#all = [this.#current, ...formerRoots.map((former) => new KeyRing(former))]
  }

  /** Of the current key. */
  key(purpose: string): KeyObject {
    return this.#current.key(purpose)
  }

  /** One per root key, the current one first: for what verifies with a key object. */
  keys(purpose: string): readonly KeyObject[] {
    return this.#all.map((ring) => ring.key(purpose))
  }

  mac(purpose: string, text: string): Buffer {
    return this.#current.mac(purpose, text)
  }

  /** One per root key, the current one first. */
  macs(purpose: string, text: string): readonly Buffer[] {
    return this.#all.map((ring) => ring.mac(purpose, text))
  }

  isMac(purpose: string, text: string, mac: Buffer): boolean {
    return this.macs(purpose, text).some((own) => sameBytes(own, mac))
  }

  /** The id of the current key, with which everything that it seals begins. */
  get keyId(): Buffer {
    return this.#current.id
  }

  seal(purpose: string, text: string): Buffer {
    return this.#current.seal(purpose, text)
  }

  open(purpose: string, sealed: Buffer): string {
    for (const ring of this.#all) {
      const text = ring.open(purpose, sealed)
      if (text !== undefined) return text
    }
    throw new Error(`No key of SECRET_KEY and SECRET_KEY_OLD opens what was sealed as ${purpose}.`)
  }
}

/** Compares in constant time. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
