import type { ActionType } from '@voltline/contract'
import type { AdId, MediumId } from '@voltline/kernel'
import { type Offer, offerUuid } from '../../domain/tokens/offer-token.ts'
import { adRequestStep, eventStep } from '../../platform/telemetry/tracer.ts'
import type { CallServices } from '../http/services.ts'

/** Records the ad request that issued the token; call it only if the token's offer is traced. */
export function traceRequest(
  { tracer, offers }: Pick<CallServices, 'tracer' | 'offers'>,
  token: string,
  request: { adId: AdId; mediumId: MediumId; sinceMs: number },
): void {
  const offer = offers.open(token)
  if (!offer) return
  tracer?.record({
    offerId: offerUuid(offer),
    step: adRequestStep,
    sinceMs: request.sinceMs,
    untilMs: performance.now(),
    attributes: { 'voltline.ad_id': request.adId, 'voltline.unit_id': request.mediumId },
  })
}

/** Records an event as a step of its offer, if the offer is traced: from its arrival until it is durable. */
export function traceEvent(
  { tracer }: Pick<CallServices, 'tracer'>,
  offer: Offer,
  event: { action: ActionType; isFresh: boolean; sinceMs: number },
): void {
  const offerId = offerUuid(offer)
  if (!tracer?.tracesOffer(offerId)) return
  tracer.record({
    offerId,
    step: eventStep(event.action),
    parentStep: adRequestStep,
    sinceMs: event.sinceMs,
    untilMs: performance.now(),
    attributes: { 'voltline.action': event.action, 'voltline.repeated': !event.isFresh },
  })
}
