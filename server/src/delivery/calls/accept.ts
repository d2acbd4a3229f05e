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
  const { intake, caps, snapshot } = services
  const isFresh = await orUnreachable(
    offerEvent(services, offer, action, now).then((event) => intake.accept(event)),
  )
  if (!isFresh) return false
  const { adId, deviceId, issuedAt, priceMicros: micros } = offer
  if (action === 'IMPRESSION') caps.count(deviceId, adId, now)
  const ad = snapshot.ads.get(adId)
  if (ad && billedOn[ad.state.billingType] === action) {
    snapshot.promised.accept(ad, { issuedAt, receivedAt: now, count: 1, micros })
  }
  return true
}
