import { type Instant, micros, utcDay } from '@voltline/kernel'
import type { EventKey, OfferEvent } from '../../domain/events/event-log.ts'
import { type Offer, offerUuid } from '../../domain/tokens/offer-token.ts'
import type { CallServices } from '../http/services.ts'

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
