import { deviceIdPattern, type PricingModel, pricingModels } from '@voltline/contract'
import { type AdId, assert, type Instant, instant, type MediumId } from '@voltline/kernel'
import type { Secrets } from '../platform/secrets.ts'
import { type Opened, sealedAt, TokenSeal } from './token-seal.ts'

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

/** Answers where it ends. */
function writeTerms(bytes: Buffer, start: number, terms: OfferTerms): number {
  let at = bytes.writeUIntBE(terms.issuedAt, start, 6)
  at = bytes.writeUInt32BE(terms.adId, at)
  at = bytes.writeUInt32BE(terms.mediumId, at)
  at = bytes.writeUIntBE(terms.priceMicros, at, 6)
  at = bytes.writeUInt8(pricingModels.indexOf(terms.billingType), at)
  at = bytes.writeUInt8(terms.isSample ? 1 : 0, at)
  return at + bytes.write(terms.deviceId, at, 'latin1')
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
    bytes.write(offer.offerId, sealedAt, idBytes, 'hex')
    bytes.writeUIntBE(offer.clickedAfterMs, sealedAt + idBytes, carriedBytes - idBytes)
    return this.#seal.seal(carriedOffer, writeTerms(bytes, sealedAt + carriedBytes, offer))
  }

  /** Undefined for whatever was not sealed here, down to the last bit. */
  open(token: string): Offer | undefined {
    const opened = this.#seal.open(token)
    return opened && readOffer(opened)
  }
}
