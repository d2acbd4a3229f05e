import type { IncomingMessage } from 'node:http'
import { isWithinLife } from '../../domain/events/offer-life.ts'
import { acceptEvent } from '../calls/accept.ts'
import { collectEvidence } from '../evidence/collect.ts'
import { type CallServices, warnUnreachable } from '../http/services.ts'

export const trackPath = '/sdk/v1/vast/'

/** The other tracking events count nothing. */
const countedAs = new Map<string, 'IMPRESSION' | 'WATCH'>([
  ['impression', 'IMPRESSION'],
  ['complete', 'WATCH'],
])

/**
 * GET /sdk/v1/vast/{event}/{token}, which a player calls without a key. Judged like any event. Never rejects: a player
 * can do nothing about a fault.
 */
export async function trackEvent(
  services: CallServices,
  { event, token }: { event: string; token: string },
  request: IncomingMessage,
): Promise<void> {
  const action = countedAs.get(event)
  if (!action) return
  const { clock, offers, snapshot, traffic } = services
  const now = clock.now()
  const offer = offers.open(token)
  // Tokens of apps are reported by apps, with their key.
  if (!offer?.isVast) {
    traffic.countInvalid('forged_offer', offer?.mediumId ?? 0, now)
    return
  }
  if (offer.isSample) return
  if (snapshot.blockedDevices.has(offer.deviceId)) {
    traffic.countInvalid('blocked_device', offer.mediumId, now)
    return
  }
  if (!isWithinLife(offer, action, now)) {
    traffic.countInvalid('expired_offer', offer.mediumId, now)
    return
  }
  try {
    const evidence = await collectEvidence(services, offer, action, { request, now })
    await acceptEvent(services, offer, { action, now, evidence, passthrough: undefined })
  } catch (fault) {
    warnUnreachable(services.log, fault)
  }
}
