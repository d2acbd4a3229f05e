import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import type { ReceiptClaims } from '@voltline/contract'
import { calculateJwkThumbprint, SignJWT } from 'jose'
import type { Secrets } from '../../platform/secrets.ts'

const algorithm = 'ES256'
const coordinateBytes = 32

interface PublicPoint {
  crv: 'P-256'
  kty: 'EC'
  x: string
  y: string
}

interface PublicKey extends PublicPoint {
  kid: string
  alg: typeof algorithm
  use: 'sig'
}

/** Derives the key pair from the program's secret: it is the same on every machine and after every restart. */
function deriveKey(secrets: Secrets): { point: PublicPoint; privateKey: KeyObject } {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const secret = secrets.key(`receipt-signing-${attempt}`).export()
    try {
      curve.setPrivateKey(secret)
    } catch {
      // About one number in four billion is outside the curve's order.
      continue
    }
    const bytes = curve.getPublicKey()
    const coordinate = (from: number) => bytes.subarray(from, from + coordinateBytes).toString('base64url')
    const x = coordinate(1)
    const y = coordinate(1 + coordinateBytes)
    const point: PublicPoint = { crv: 'P-256', kty: 'EC', x, y }
    const key = { ...point, d: secret.toString('base64url') }
    return { point, privateKey: createPrivateKey({ key, format: 'jwk' }) }
  }
}

/** Signs receipts that a publisher's own server can verify: proof that a reward was earned. */
export class Receipts {
  readonly #privateKey: KeyObject
  readonly #publicKey: Promise<PublicKey>

  constructor(secrets: Secrets) {
    const { point, privateKey } = deriveKey(secrets)
    this.#privateKey = privateKey
    this.#publicKey = calculateJwkThumbprint(point).then((kid) => ({
      ...point,
      kid,
      alg: algorithm,
      use: 'sig',
    }))
  }

  async keys(): Promise<readonly PublicKey[]> {
    return [await this.#publicKey]
  }

  /** A compact JWS. */
  async sign(claims: ReceiptClaims): Promise<string> {
    const { kid } = await this.#publicKey
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
      .sign(this.#privateKey)
  }
}
