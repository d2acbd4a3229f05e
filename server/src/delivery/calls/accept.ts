import { type ActionType, billedOn } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import { type CallServices, orUnreachable } from '../http/services.ts'
import type { Offer } from '../tokens/offer-token.ts'
import { offerEvent } from './offer-event.ts'

/** Resolves once the event is on disk: true if it is new. What it changes for later decisions is counted. */
export async function acceptEvent(
  services: CallServices,
  offer: Offer,
  action: ActionType,
  now: Instant,
): Promise<boolean> {
  const { intake, sharing, snapshot } = services
  const isFresh = await orUnreachable(
    offerEvent(services, offer, action, now).then((event) => intake.accept(event)),
  )
  if (!isFresh) return false
  const { adId, deviceId, issuedAt, priceMicros: micros } = offer
  if (action === 'IMPRESSION') sharing.show(adId, deviceId, now)
  const ad = snapshot.ads.get(adId)
  if (ad && billedOn[ad.state.billingType] === action) {
    sharing.accept(ad, { issuedAt, receivedAt: now, micros })
  }
  return true
}
