import { type Instant, instant, second } from '@voltline/kernel'
import type { Evidence } from '../../domain/quality/evidence/evidence.ts'
import { judge } from '../../domain/quality/rules/rules.ts'
import { type Offer, offerUuid } from '../../domain/tokens/offer-token.ts'
import { type Reply, repeated, reply, success } from '../http/reply.ts'
import { type CallServices, orUnreachable } from '../http/services.ts'
import type { Medium } from '../snapshot/records.ts'
import { eventKey } from './offer-event.ts'

export interface Watch {
  offer: Offer
  medium: Medium
  reward: NonNullable<Medium['reward']>
  /** Of this report, which may repeat the first. */
  evidence: Evidence
  isFresh: boolean
  now: Instant
}

const rewardedInterstitialMs = 3 * second

const firstReportedAt = (
  services: CallServices,
  offer: Offer,
  action: 'IMPRESSION' | 'WATCH',
): Promise<Instant | undefined> => orUnreachable(services.eventLog.findReceivedAt(eventKey(offer, action)))

/**
 * Whether a watch deserves its receipt, by what can be told at once: its impression was accepted, enough time has passed
 * since the offer, and it breaks no enforced rule. Billing judges it again.
 */
async function isEarned(services: CallServices, watch: Watch, watchedAt: Instant): Promise<boolean> {
  if (services.settings.trafficRules === false) return true
  const { offer, evidence } = watch
  const impressionAt = await firstReportedAt(services, offer, 'IMPRESSION')
  if (impressionAt === undefined) return false
  const settings = services.rules.at(watchedAt)
  const offerMs = watchedAt - offer.issuedAt
  const { threshold: missingMsMax, mode } = settings('watch_too_short')
  const offerMsMin = evidence.isRewardedInterstitial
    ? rewardedInterstitialMs
    : evidence.videoMs > 0
      ? (settings('too_soon').threshold ?? 0) + evidence.videoMs - (missingMsMax ?? 0)
      : 0
  if (mode === 'ENFORCE' && offerMs < offerMsMin) return false
  const event = {
    ...{ action: 'WATCH' as const, receivedAt: watchedAt, requiredAt: impressionAt, ownSigninAt: undefined },
    evidence: { ...evidence, offerMs },
  }
  return judge(event, settings)?.mode !== 'ENFORCE'
}

/** A repeated report gets a receipt with the time of the first. */
export async function rewardReply(services: CallServices, watch: Watch): Promise<Reply> {
  const { offer, medium, reward, isFresh, now } = watch
  const watchedAt = isFresh ? now : ((await firstReportedAt(services, offer, 'WATCH')) ?? now)
  if (!(await isEarned(services, watch, instant(watchedAt)))) return isFresh ? success : repeated
  const receipt = await services.receipts.sign({
    jti: offerUuid(offer),
    medID: medium.id,
    deviceID: offer.deviceId,
    ...reward,
    iat: Math.floor(watchedAt / second),
  })
  return reply(200, {
    error: 'SUCCESS',
    ...(isFresh ? {} : { repeated: true }),
    reward: { ...reward, receipt },
  })
}
