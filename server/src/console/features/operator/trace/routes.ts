import { adminTrace } from '@voltline/contract'
import { isoInZone, ok, seoul } from '@voltline/kernel'
import { OfferTokens } from '../../../../domain/tokens/offer-token.ts'
import { searchOffers } from '../../../../domain/trace/search.ts'
import { namesOf, type Step, storyOf } from '../../../../domain/trace/story.ts'
import type { FeatureServices } from '../../../feature.ts'

/** Only what is set, by the names of the wire. */
const known = <T extends object>(fields: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

type Names = Awaited<ReturnType<typeof namesOf>>

function toWire(step: Step, { ads, units }: Names) {
  const ad = step.adId === undefined ? undefined : ads.get(step.adId)
  const unit = step.mediumId === undefined ? undefined : units.get(step.mediumId)
  return {
    Time: isoInZone(step.at, seoul),
    Step: step.step,
    ...known({
      OfferID: step.offerId,
      EventID: step.eventId,
      Action: step.action,
      ProID: step.adId,
      ProName: ad?.name,
      Company: ad?.company,
      MedID: step.mediumId,
      AppName: unit?.name,
      DeviceID: step.deviceId,
      Country: step.country,
      BillingType: ad?.billing_type,
      Price: step.priceMicros,
      RunnerUp: step.runnerUp,
      Publisher: step.publisherMicros,
      Network: step.networkMicros,
      User: step.userMicros,
      TransferID: step.transferId === undefined ? undefined : Number(step.transferId),
      Status: step.status,
      Rule: step.rule,
      Mode: step.mode,
      Reason: step.reason,
      UserID: step.userId,
      Tries: step.tries,
      HTTPStatus: step.httpStatus,
      RequestID: step.requestId,
      Amount: step.amountMicros,
    }),
  }
}

/** One search box over everything that is kept about an offer. */
export function registerOperatorTrace({ handle, db, clock, secrets, settings }: FeatureServices): void {
  const offers = new OfferTokens(secrets, 'offer')
  const clicks = new OfferTokens(secrets, 'click')
  const open = (text: string) => offers.open(text) ?? clicks.open(text)

  handle(adminTrace, async ({ input }) => {
    const text = input.q.trim()
    if (text === '') return ok({ steps: [] })
    return db.snapshot(async (session) => {
      const limits = { now: clock.now(), eventDays: settings.eventDays }
      const traced = await searchOffers(session, text, { ...limits, open })
      if (traced.offers.length === 0) return ok({ steps: [] })
      const steps = await storyOf(session, traced, limits)
      const names = await namesOf(session, steps)
      return ok({ steps: steps.map((step) => toWire(step, names)) })
    })
  })
}
