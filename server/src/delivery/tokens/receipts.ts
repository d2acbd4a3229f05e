import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { ReceiptClaims } from '@voltline/contract'
import type { Secrets } from '../../platform/secrets.ts'

interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

/** A point on P-256 from the program's secret: the same on every machine and after every restart. */
function deriveKey(secrets: Secrets): { d: string; x: string; y: string } {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const secret = secrets.key(`receipt-signing-${attempt}`).export()
    try {
      curve.setPrivateKey(secret)
    } catch {
      // One number in four billion is not on the curve; the next one will be.
      continue
    }
    const point = curve.getPublicKey()
    const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
    return { d: secret.toString('base64url'), x: part(1), y: part(33) }
  }
}

/** Signs what a publisher's own server can check: that a reward was earned. */
export class Receipts {
  readonly #key: KeyObject
  readonly #header: string
  readonly keys: readonly PublicKey[]

  constructor(secrets: Secrets) {
    const { d, x, y } = deriveKey(secrets)
    const named = { crv: 'P-256', kty: 'EC', x, y } as const
    const kid = createHash('sha256').update(JSON.stringify(named)).digest('base64url')
    this.#key = createPrivateKey({ key: { ...named, d }, format: 'jwk' })
    this.#header = encode({ alg: 'ES256', typ: 'JWT', kid })
    this.keys = [{ ...named, kid, alg: 'ES256', use: 'sig' }]
  }

  /** A compact JWS. */
  sign(claims: ReceiptClaims): string {
    const text = `${this.#header}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
