import { type ReportedAction, sdkEvent, sdkLimits } from '@voltline/contract'
import { type Instant, micros, second, utcDay } from '@voltline/kernel'
import type { OfferEvent } from '../../domain/events/event-log.ts'
import { sql } from '../../platform/database/sql.ts'
import type { InvalidReason } from '../intake/tallies.ts'
import type { Offer } from '../offer-token.ts'
import type { App, Medium } from '../snapshot/records.ts'
import { reaching, type Serving } from './serving.ts'
import { type Answer, answer, repeated, success, unreadable } from './wire.ts'

const lifeMs: Readonly<Record<ReportedAction, number>> = {
  IMPRESSION: sdkLimits.impressionLifeMs,
  WATCH: sdkLimits.watchLifeMs,
  CLICK: sdkLimits.clickLifeMs,
}
const notFound = answer(200, { error: 'AD_NOTFOUND' })
const expired = answer(200, { error: 'AD_EXPIRED' })
const blocked = answer(200, { error: 'IS_BLOCKED' })

/** A uuid in the spelling that the database gives back. */
export const uuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

export const eventOf = (offer: Offer, action: OfferEvent['action'], receivedAt: Instant): OfferEvent => ({
  issueDay: utcDay(offer.issuedAt),
  offerId: uuid(offer.offerId),
  action,
  receivedAt,
  adId: offer.adId,
  mediumId: offer.mediumId,
  deviceId: offer.deviceId,
  price: micros(BigInt(offer.priceMicros)),
})

/** Within its time, and not from a clock that is ahead of ours. */
export const isGood = (offer: Offer, action: ReportedAction, now: Instant): boolean => {
  const ageMs = now - offer.issuedAt
  return ageMs <= lifeMs[action] && ageMs >= -lifeMs.IMPRESSION
}

/** POST /sdk/v1/event. */
export async function answerEvent(serving: Serving, app: App, body: unknown): Promise<Answer> {
  const input = sdkEvent.input.safeParse(body)
  if (!input.success) return unreadable('token and action are needed')
  const { token, action, deviceID } = input.data
  const { clock, offers, snapshot, tallies, intake, caps } = serving
  const now = clock.now()
  const refuse = (reason: InvalidReason, offer: Offer | undefined, refusal: Answer): Answer => {
    tallies.invalid(reason, offer?.mediumId ?? 0, now)
    return refusal
  }
  const offer = offers.open(token)
  if (!offer) return refuse('forged_offer', undefined, notFound)
  const medium = snapshot.media.get(offer.mediumId)
  if (!medium || medium.app !== app) return refuse('wrong_app', offer, notFound)
  if (deviceID !== undefined && deviceID !== offer.deviceId) return refuse('wrong_device', offer, notFound)
  if (snapshot.blockedDevices.has(offer.deviceId)) return refuse('blocked_device', offer, blocked)
  if (!isGood(offer, action, now)) return offer.isSample ? expired : refuse('expired_offer', offer, expired)
  if (offer.isSample)
    return action === 'WATCH' && medium.reward ? rewarded({ reward: medium.reward }) : success
  const isFresh = await reaching(intake.accept(eventOf(offer, action, now)))
  if (action === 'IMPRESSION' && isFresh) caps.count(offer.deviceId, offer.adId, now)
  if (action === 'WATCH' && medium.reward) return answerReward(serving, { offer, medium, isFresh, now })
  return isFresh ? success : repeated
}

const rewarded = (extra: object): Answer => answer(200, { error: 'SUCCESS', ...extra })

async function answerReward(
  serving: Serving,
  watch: { offer: Offer; medium: Medium; isFresh: boolean; now: Instant },
): Promise<Answer> {
  const { offer, medium, isFresh } = watch
  if (!medium.reward) return success
  const watchedAt = isFresh ? watch.now : await watchedFirst(serving, offer)
  const receipt = serving.receipts.sign({
    jti: uuid(offer.offerId),
    medID: medium.id,
    deviceID: offer.deviceId,
    ...medium.reward,
    iat: Math.floor(watchedAt / second),
  })
  return rewarded({ ...(isFresh ? {} : { repeated: true }), reward: { ...medium.reward, receipt } })
}

/** A repeated report gets the receipt of the first one. */
const watchedFirst = (serving: Serving, offer: Offer): Promise<Instant> =>
  reaching(
    serving.db.read((session) =>
      session.one(
        (row) => row.received_at as Instant,
        sql`select received_at from event
             where issue_day = ${utcDay(offer.issuedAt)} and offer_id = ${uuid(offer.offerId)} and action = 'WATCH'`,
      ),
    ),
  )
