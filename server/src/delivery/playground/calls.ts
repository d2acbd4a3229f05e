import { type DemoBid, type DemoDecision, type DemoEvent, demoInstall, demoVisit } from '@voltline/contract'
import { type AdId, assert, instant, isoInZone, type MediumId, type Zone } from '@voltline/kernel'
import { type PlaygroundAd, readPlaygroundAds } from '../../domain/auction/playground-store.ts'
import { type EventOutcome, readEventOutcomes } from '../../domain/events/event-outcome.ts'
import { eventKey } from '../calls/offer-event.ts'
import { acceptPostback, installText, postbackSecret, signPostback } from '../calls/postback/postback.ts'
import { adNotFound, forbidden, invalidInput, type Reply, reply } from '../http/reply.ts'
import { type CallServices, orUnreachable } from '../http/services.ts'
import type { App, Medium } from '../snapshot/records.ts'
import type { ExplainedBid, Explanation } from './explanation.ts'
import type { Explanations } from './explanations.ts'

const decisionsMax = 30
const utc = 'UTC' as Zone

const toDemoEvent = ({ action, receivedAt, state, charge }: EventOutcome): DemoEvent => ({
  action,
  at: isoInZone(receivedAt, utc),
  state,
  ...(charge && {
    charge: {
      priceMicros: Number(charge.priceMicros),
      publisherMicros: Number(charge.publisherMicros),
      networkMicros: Number(charge.networkMicros),
      userMicros: Number(charge.userMicros),
    },
  }),
})

function toDemoBid(bid: ExplainedBid, ads: ReadonlyMap<AdId, PlaygroundAd>): DemoBid[] {
  const ad = ads.get(bid.adId as AdId)
  if (!ad) return []
  return [
    {
      proID: bid.adId,
      name: ad.name,
      advertiser: ad.advertiser,
      billingType: bid.billingType,
      outcome: bid.outcome,
      ...(bid.terms && { terms: bid.terms }),
    },
  ]
}

/** Ads that are not in progress are not in memory, so the decision did not consider them. */
function stoppedBids(
  explanation: Explanation,
  { product, app }: Medium,
  ads: Iterable<PlaygroundAd>,
): DemoBid[] {
  const considered = new Set<number>(explanation.bids.map((bid) => bid.adId))
  return [...ads]
    .filter((ad) => ad.product === product && (ad.platform === app.platform || ad.platform === 'BOTH'))
    .filter((ad) => !considered.has(ad.id) && ad.status !== 'INPROGRESS')
    .map(({ id, name, advertiser, billingType, status }) => ({
      proID: id,
      name,
      advertiser,
      billingType,
      outcome: status === 'COMPLETE' ? 'complete' : 'stopped',
    }))
}

function toDemoDecision(
  explanation: Explanation,
  medium: Medium,
  ads: ReadonlyMap<AdId, PlaygroundAd>,
  events: readonly EventOutcome[],
): DemoDecision {
  const { offer } = explanation
  return {
    number: explanation.number,
    process: explanation.process,
    at: isoInZone(instant(explanation.at), utc),
    medID: medium.id,
    product: medium.product,
    platform: medium.app.platform,
    country: explanation.country,
    answer: explanation.errorCode,
    ...(offer && { offer }),
    bids: [
      ...explanation.bids.flatMap((bid) => toDemoBid(bid, ads)),
      ...stoppedBids(explanation, medium, ads.values()),
    ],
    events: events.map(toDemoEvent),
  }
}

/** GET /sdk/v1/demo/visit: the latest requests of a device, how each was decided, and what became of its events. */
export async function explainVisit(
  services: CallServices,
  explanations: Explanations,
  app: App,
  query: unknown,
): Promise<Reply> {
  const { playground } = explanations
  if (app.id !== playground.appId) return forbidden
  const input = demoVisit.input.safeParse(query)
  if (!input.success) return invalidInput('deviceID is needed')
  const explained = explanations.of(input.data.deviceID, decisionsMax).flatMap((explanation) => {
    const medium = services.snapshot.media.get(explanation.mediumId as MediumId)
    const offer = explanation.offer && services.offers.open(explanation.offer.token)
    const offerKey = offer && { ...eventKey(offer, 'IMPRESSION'), adId: offer.adId }
    return medium ? [{ explanation, medium, offerKey }] : []
  })
  const offers = explained.flatMap(({ offerKey }) => offerKey ?? [])
  const adOf = new Map(offers.map(({ offerId, adId }) => [offerId, adId]))
  const found = await orUnreachable(services.eventLog.findEvents(offers))
  const reported = found.flatMap((event) => {
    const adId = adOf.get(event.offerId)
    return adId === undefined ? [] : { ...event, adId }
  })
  const [ads, events] = await orUnreachable(
    services.db.read(async (session) => [
      await readPlaygroundAds(session, playground.customers),
      await readEventOutcomes(session, reported),
    ]),
  )
  const adsById = new Map(ads.map((ad) => [ad.id, ad]))
  const eventsByOffer = Map.groupBy(events, (event) => event.offerId)
  const decisions = explained.map(({ explanation, medium, offerKey }) =>
    toDemoDecision(explanation, medium, adsById, (offerKey && eventsByOffer.get(offerKey.offerId)) ?? []),
  )
  return reply(200, { error: 'SUCCESS', decisions })
}

/** POST /sdk/v1/demo/install: the postback that the advertiser's server would send after the first start of the app. */
export async function simulateInstall(
  services: CallServices,
  explanations: Explanations,
  app: App,
  body: unknown,
): Promise<Reply> {
  if (app.id !== explanations.playground.appId) return forbidden
  const input = demoInstall.input.safeParse(body)
  if (!input.success) return invalidInput('token is needed')
  const offer = services.offers.open(input.data.token)
  if (!offer || services.snapshot.media.get(offer.mediumId)?.app !== app) return adNotFound
  const clickedAt = await orUnreachable(services.eventLog.findReceivedAt(eventKey(offer, 'CLICK')))
  if (clickedAt === undefined) return adNotFound
  const clickId = services.clicks.seal({ ...offer, clickedAfterMs: Math.max(0, clickedAt - offer.issuedAt) })
  const secret = await postbackSecret(services, offer.adId)
  assert(secret !== undefined, 'a clicked ad has an advertiser')
  const sig = signPostback(secret, installText(clickId))
  return acceptPostback(services, 'INSTALL', { click_id: clickId, sig })
}
