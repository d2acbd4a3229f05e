import { type Instant, micros, utcDay } from '@voltline/kernel'
import type { EventKey, OfferEvent } from '../../domain/events/event-log.ts'
import type { CallServices } from '../http/services.ts'
import type { Offer } from '../tokens/offer-token.ts'

/** The offer's id as the database spells a uuid. */
export const offerUuid = ({ offerId: hex }: Pick<Offer, 'offerId'>): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

export const eventKey = (offer: Offer, action: OfferEvent['action']): EventKey => ({
  issueDay: utcDay(offer.issuedAt),
  offerId: offerUuid(offer),
  action,
})

export const offerEvent = async (
  { adOwners }: Pick<CallServices, 'adOwners'>,
  offer: Offer,
  action: OfferEvent['action'],
  receivedAt: Instant,
): Promise<OfferEvent> => ({
  ...eventKey(offer, action),
  receivedAt,
  adId: offer.adId,
  advertiserId: await adOwners.of(offer.adId),
  mediumId: offer.mediumId,
  deviceId: offer.deviceId,
  priceMicros: micros(BigInt(offer.priceMicros)),
})
