import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import type { ReceiptClaims } from '@voltline/contract'
import { assert } from '@voltline/kernel'
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
function deriveKey(secrets: Secrets, root: number): { point: PublicPoint; privateKey: KeyObject } {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const secret = secrets.keys(`receipt-signing-${attempt}`)[root]?.export()
    assert(secret, 'there is such a root key')
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

async function publicKeyOf(point: PublicPoint): Promise<PublicKey> {
  return { ...point, kid: await calculateJwkThumbprint(point), alg: algorithm, use: 'sig' }
}

/** Signs receipts that a publisher's own server can verify: proof that a reward was earned. */
export class Receipts {
  readonly #privateKey: KeyObject
  readonly #publicKey: Promise<PublicKey>
  readonly #formerKeys: Promise<PublicKey[]>

  constructor(secrets: Secrets) {
    const { point, privateKey } = deriveKey(secrets, 0)
    this.#privateKey = privateKey
    this.#publicKey = publicKeyOf(point)
    const former = secrets.keys('receipt-signing-0').slice(1)
    this.#formerKeys = Promise.all(former.map((_, index) => publicKeyOf(deriveKey(secrets, index + 1).point)))
  }

  /** The current key and the former ones, so that receipts signed before a change of keys can still be verified. */
  async keys(): Promise<readonly PublicKey[]> {
    return [await this.#publicKey, ...(await this.#formerKeys)]
  }

  /** A compact JWS. */
  sign(claims: ReceiptClaims): Promise<string> {
    return this.#sign({ ...claims })
  }

  /** A compact JWS over something else than a receipt: no receipt has these claims. */
  signProof(claims: { month: string } & Record<string, unknown>): Promise<string> {
    return this.#sign(claims)
  }

  async #sign(claims: Record<string, unknown>): Promise<string> {
    const { kid } = await this.#publicKey
    return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT', kid }).sign(this.#privateKey)
  }
}
