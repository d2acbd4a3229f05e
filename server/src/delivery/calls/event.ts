import type { IncomingMessage } from 'node:http'
import { sdkEvent } from '@voltline/contract'
import { encodePassthrough } from '../../domain/callback/passthrough.ts'
import { isWithinLife } from '../../domain/events/offer-life.ts'
import type { InvalidReason } from '../../domain/quality/invalid-traffic.ts'
import type { Offer } from '../../domain/tokens/offer-token.ts'
import { collectEvidence } from '../evidence/collect.ts'
import {
  adExpired,
  adNotFound,
  deviceBlocked,
  invalidInput,
  type Reply,
  repeated,
  reply,
  success,
} from '../http/reply.ts'
import { type CallServices, orUnreachable } from '../http/services.ts'
import type { App } from '../snapshot/records.ts'
import { acceptEvent } from './accept.ts'
import { rewardReply } from './reward.ts'

/** POST /sdk/v1/event. */
export async function reportEvent(
  services: CallServices,
  app: App,
  body: unknown,
  request: IncomingMessage,
): Promise<Reply> {
  const input = sdkEvent.input.safeParse(body)
  if (!input.success) return invalidInput('token and action are needed')
  const { token, action, deviceID, userID = '', custom = '', ...measures } = input.data
  const { clock, offers, snapshot, traffic } = services
  const now = clock.now()
  const refuse = (reason: InvalidReason, offer: Offer | undefined, refusal: Reply): Reply => {
    traffic.countInvalid(reason, offer?.mediumId ?? 0, now)
    return refusal
  }
  const offer = offers.open(token)
  if (!offer) return refuse('forged_offer', undefined, adNotFound)
  const medium = snapshot.media.get(offer.mediumId)
  if (!medium || medium.app !== app) return refuse('wrong_app', offer, adNotFound)
  if (deviceID !== undefined && deviceID !== offer.deviceId) return refuse('wrong_device', offer, adNotFound)
  if (snapshot.blockedDevices.has(offer.deviceId)) return refuse('blocked_device', offer, deviceBlocked)
  if (!isWithinLife(offer, action, now)) {
    return offer.isSample ? adExpired : refuse('expired_offer', offer, adExpired)
  }
  const reward = action === 'WATCH' ? medium.reward : undefined
  if (offer.isSample) return reward ? reply(200, { error: 'SUCCESS', reward }) : success
  const evidence = await orUnreachable(collectEvidence(services, offer, action, { request, now, measures }))
  const passthrough = reward ? encodePassthrough({ userId: userID, custom }) : undefined
  const isFresh = await acceptEvent(services, offer, { action, now, evidence, passthrough })
  if (reward) return rewardReply(services, { offer, medium, reward, evidence, isFresh, now })
  return isFresh ? success : repeated
}
