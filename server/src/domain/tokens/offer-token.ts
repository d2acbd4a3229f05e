import { deviceIdPattern, type PricingModel, pricingModels } from '@voltline/contract'
import { type AdId, assert, type Instant, instant, type MediumId, type MicrosNumber } from '@voltline/kernel'
import type { Secrets } from '../../platform/secrets.ts'
import { TokenSeal } from './fast/token-seal.ts'
import { openToken, type TokenContent, type TokenKeys, textAt } from './token-format.ts'

/** The terms of an offered ad. The token carries all of them, so nothing is stored until an event is reported. */
export interface OfferTerms {
  issuedAt: Instant
  adId: AdId
  mediumId: MediumId
  /** Per billable event. */
  priceMicros: MicrosNumber
  billingType: PricingModel
  deviceId: string
  /** Reports about a sample are accepted and ignored. */
  isSample: boolean
  /** The app claimed another country than that of its address. */
  isCountryMismatch?: boolean
  /** The request's country, as the auction saw it; '' if unknown. */
  country?: string
  /** A rival's rank set the price, and not MinCost. */
  isRivalPrice?: boolean
  /** A video player of another maker shows the ad and reports it. */
  isVast?: boolean
}

export interface Offer extends OfferTerms {
  /** 128 bits in hex, unique. */
  offerId: string
  /** In a click id, how long after the offer the click came; otherwise 0. */
  clickedAfterMs: number
}

/** The offer's id as the database spells a uuid. */
export const offerUuid = ({ offerId: hex }: Pick<Offer, 'offerId'>): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** A new offer: the token's number is its id. */
const newOffer = 5
/** A token of an existing offer, such as a click id: the offer's id precedes its terms. */
const existingOffer = 6
/**
 * Odd forms are new offers. The tokens of former versions still open: click ids live for 7 days. 1 and 2: version 0.1.0.
 * Below 5: terms without a country.
 */
const isNewOffer = (form: number): boolean => form % 2 === 1
const countryFrom = 5

const idBytes = 16
const prefixBytes = idBytes + 3
const countryAt = 22
const termsBytes = 24
const sampleBit = 1
const mismatchBit = 2
const rivalBit = 4
const vastBit = 8

/** Returns the end of the terms. */
function writeTerms(bytes: Buffer, at: number, terms: OfferTerms): number {
  bytes.writeUIntBE(terms.issuedAt, at, 6)
  bytes.writeUInt32BE(terms.adId, at + 6)
  bytes.writeUInt32BE(terms.mediumId, at + 10)
  bytes.writeUIntBE(terms.priceMicros, at + 14, 6)
  bytes.writeUInt8(pricingModels.indexOf(terms.billingType), at + 20)
  bytes.writeUInt8(
    (terms.isSample ? sampleBit : 0) |
      (terms.isCountryMismatch ? mismatchBit : 0) |
      (terms.isRivalPrice ? rivalBit : 0) |
      (terms.isVast ? vastBit : 0),
    at + 21,
  )
  const { country = '' } = terms
  // Two letters, or two zeros; charCodeAt is NaN past the end, which is written as 0.
  bytes.writeUInt16BE((country.charCodeAt(0) << 8) | country.charCodeAt(1), at + countryAt)
  return at + termsBytes + bytes.write(terms.deviceId, at + termsBytes, 'latin1')
}

function readTerms(text: Buffer, hasCountry: boolean): OfferTerms {
  const billingType = pricingModels[text.readUInt8(20)]
  const deviceId = text.toString('latin1', hasCountry ? termsBytes : countryAt)
  const country = hasCountry ? text.toString('latin1', countryAt, termsBytes).replaceAll('\0', '') : ''
  const bits = text.readUInt8(21)
  assert(billingType && deviceIdPattern.test(deviceId), 'an authentic token holds an offer')
  return {
    issuedAt: instant(text.readUIntBE(0, 6)),
    adId: text.readUInt32BE(6) as AdId,
    mediumId: text.readUInt32BE(10) as MediumId,
    priceMicros: text.readUIntBE(14, 6) as MicrosNumber,
    billingType,
    isSample: (bits & sampleBit) !== 0,
    deviceId,
    ...(bits & mismatchBit ? { isCountryMismatch: true } : {}),
    ...(bits & rivalBit ? { isRivalPrice: true } : {}),
    ...(bits & vastBit ? { isVast: true } : {}),
    ...(country ? { country } : {}),
  }
}

const readOffer = ({ form, number, text }: TokenContent): Offer =>
  isNewOffer(form)
    ? { offerId: number, clickedAfterMs: 0, ...readTerms(text, form >= countryFrom) }
    : {
        offerId: text.toString('hex', 0, idBytes),
        clickedAfterMs: text.readUIntBE(idBytes, prefixBytes - idBytes),
        ...readTerms(text.subarray(prefixBytes), form >= countryFrom),
      }

/** Seals and opens tokens of one kind. A token of the other kind does not open. */
export class OfferTokens {
  /** The current key's first; a token of a former key still opens. */
  readonly #keys: readonly TokenKeys[]
  readonly #seal: TokenSeal

  constructor(secrets: Secrets, kind: 'offer' | 'click') {
    const numbers = secrets.keys(`${kind}-token-number`)
    const macs = secrets.keys(`${kind}-token-mac`)
    this.#keys = secrets.keys(`${kind}-token-cipher`).map((cipher, index) => {
      const [number, mac] = [numbers[index], macs[index]]
      assert(number && mac, 'every root key has a key of each purpose')
      return { cipher, number, mac }
    })
    const [current] = this.#keys
    assert(current, 'there is a current key')
    this.#seal = new TokenSeal(current)
  }

  /** The token of a new offer. */
  issue(terms: OfferTerms): string {
    return this.#seal.seal(newOffer, writeTerms(this.#seal.bytes, textAt, terms))
  }

  /** A token of an offer that has an id already. */
  seal(offer: Offer): string {
    const { bytes } = this.#seal
    bytes.write(offer.offerId, textAt, idBytes, 'hex')
    bytes.writeUIntBE(offer.clickedAfterMs, textAt + idBytes, prefixBytes - idBytes)
    return this.#seal.seal(existingOffer, writeTerms(bytes, textAt + prefixBytes, offer))
  }

  /** Undefined for anything that was not sealed here, down to the last bit. */
  open(token: string): Offer | undefined {
    for (const keys of this.#keys) {
      const content = openToken(keys, token)
      if (content) return readOffer(content)
    }
    return undefined
  }
}
