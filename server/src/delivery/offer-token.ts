import { deviceIdPattern, type PricingModel, pricingModels } from '@voltline/contract'
import { type AdId, assert, type Instant, instant, type MediumId } from '@voltline/kernel'
import type { Secrets } from '../platform/secrets.ts'
import { type Opened, sealedAt, TokenSeal, writeLatin1 } from './token-seal.ts'

/** What the decision promises. Its token carries all of it, so nothing is stored until something happens. */
export interface OfferTerms {
  issuedAt: Instant
  adId: AdId
  mediumId: MediumId
  /** Per billable event. */
  priceMicros: number
  billingType: PricingModel
  deviceId: string
  /** A sample: whatever is reported about it is answered and forgotten. */
  isSample: boolean
}

export interface Offer extends OfferTerms {
  /** 128 bits in hex that no other offer has. */
  offerId: string
  /** In a click id, how long after the offer the click came; else 0. */
  clickedAfterMs: number
}

/** A new offer: the token's own number is its id. */
const newOffer = 1
/** An offer that is carried on: its id stands before its terms. */
const carriedOffer = 2

const idBytes = 16
const carriedBytes = idBytes + 3
const termsBytes = 22

function setUint48(bytes: DataView, at: number, value: number): void {
  bytes.setUint16(at, Math.floor(value / 2 ** 32))
  bytes.setUint32(at + 2, value)
}

/** Answers where it ends. */
function writeTerms(bytes: DataView, at: number, terms: OfferTerms): number {
  const { deviceId } = terms
  setUint48(bytes, at, terms.issuedAt)
  bytes.setUint32(at + 6, terms.adId)
  bytes.setUint32(at + 10, terms.mediumId)
  setUint48(bytes, at + 14, terms.priceMicros)
  bytes.setUint8(at + 20, pricingModels.indexOf(terms.billingType))
  bytes.setUint8(at + 21, terms.isSample ? 1 : 0)
  writeLatin1(bytes, at + termsBytes, deviceId, deviceId.length)
  return at + termsBytes + deviceId.length
}

function readTerms(text: Buffer): OfferTerms {
  const billingType = pricingModels[text.readUInt8(20)]
  const deviceId = text.toString('latin1', termsBytes)
  assert(billingType && deviceIdPattern.test(deviceId), 'what was sealed here is an offer')
  return {
    issuedAt: instant(text.readUIntBE(0, 6)),
    adId: text.readUInt32BE(6) as AdId,
    mediumId: text.readUInt32BE(10) as MediumId,
    priceMicros: text.readUIntBE(14, 6),
    billingType,
    isSample: text.readUInt8(21) === 1,
    deviceId,
  }
}

const readOffer = ({ form, number, text }: Opened): Offer =>
  form === newOffer
    ? { offerId: number, clickedAfterMs: 0, ...readTerms(text) }
    : {
        offerId: text.toString('hex', 0, idBytes),
        clickedAfterMs: text.readUIntBE(idBytes, carriedBytes - idBytes),
        ...readTerms(text.subarray(carriedBytes)),
      }

/** Makes and reads tokens of one kind; a token of another kind is as good as forged. */
export class OfferTokens {
  readonly #seal: TokenSeal

  constructor(secrets: Secrets, kind: 'offer' | 'click') {
    this.#seal = new TokenSeal({
      cipher: secrets.key(`${kind}-token-cipher`),
      mac: secrets.key(`${kind}-token-mac`),
    })
  }

  /** The token of a new offer. */
  issue(terms: OfferTerms): string {
    return this.#seal.seal(newOffer, writeTerms(this.#seal.bytes, sealedAt, terms))
  }

  /** A token of an offer that has its id already. */
  seal(offer: Offer): string {
    const { bytes } = this.#seal
    writeLatin1(bytes, sealedAt, Buffer.from(offer.offerId, 'hex').toString('latin1'), idBytes)
    bytes.setUint8(sealedAt + idBytes, offer.clickedAfterMs >>> 16)
    bytes.setUint16(sealedAt + idBytes + 1, offer.clickedAfterMs)
    return this.#seal.seal(carriedOffer, writeTerms(bytes, sealedAt + carriedBytes, offer))
  }

  /** Undefined for whatever was not sealed here, down to the last bit. */
  open(token: string): Offer | undefined {
    const opened = this.#seal.open(token)
    return opened && readOffer(opened)
  }
}
