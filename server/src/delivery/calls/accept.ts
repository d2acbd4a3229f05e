import { type ActionType, billedOn } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import { type Evidence, encodeEvidence } from '../../domain/quality/evidence/evidence.ts'
import type { Offer } from '../../domain/tokens/offer-token.ts'
import { type CallServices, orUnreachable } from '../http/services.ts'
import { offerEvent } from './offer-event.ts'
import { traceEvent } from './trace.ts'

export interface AcceptedEvent {
  action: ActionType
  now: Instant
  evidence: Evidence
  /** Of a rewarded watch, encoded. */
  passthrough?: string | undefined
}

/** Resolves once the event is on disk: true if it is new. What it changes for later decisions is counted. */
export async function acceptEvent(
  services: CallServices,
  offer: Offer,
  { action, now, evidence, passthrough }: AcceptedEvent,
): Promise<boolean> {
  const { intake, sharing, snapshot, deviceCounts, tracer } = services
  const appId = snapshot.media.get(offer.mediumId)?.app.id
  const sinceMs = performance.now()
  let isFresh = false
  try {
    const event = await orUnreachable(offerEvent(services, offer, action, now))
    isFresh = await orUnreachable(
      intake.accept({ ...event, evidence: encodeEvidence(evidence), passthrough }),
    )
  } finally {
    if (!isFresh && appId) deviceCounts.giveBack(appId, offer.deviceId, action, now)
  }
  if (tracer) traceEvent(services, offer, { action, isFresh, sinceMs })
  if (!isFresh) return false
  const { adId, deviceId, issuedAt, priceMicros: micros } = offer
  if (action === 'IMPRESSION') sharing.show(adId, deviceId, now)
  const ad = snapshot.ads.get(adId)
  if (ad && billedOn[ad.state.billingType] === action) {
    sharing.accept(ad, { issuedAt, receivedAt: now, micros })
  }
  return true
}
