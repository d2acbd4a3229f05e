import type { IncomingMessage } from 'node:http'
import type { ActionType } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import { readDetails } from '../../domain/auction/live/ad-state.ts'
import { readAd } from '../../domain/auction/live/ads.ts'
import type { AgentClass, Evidence, Measures } from '../../domain/quality/evidence/evidence.ts'
import type { Offer } from '../../domain/tokens/offer-token.ts'
import { addressOf } from '../country.ts'
import { headerOf } from '../http/reply.ts'
import type { CallServices } from '../http/services.ts'
import { agentOf } from './agent.ts'

/** Which SDK sent a request, such as "javascript/1.0.0". */
const sdkHeader = 'x-voltline-sdk'

export interface Arrival {
  request: IncomingMessage
  now: Instant
  measures?: Measures
  /** A click link is opened by a browser, which always names itself. */
  isRedirect?: boolean
}

function agentOfRequest(request: IncomingMessage, isRedirect: boolean): AgentClass {
  const userAgent = headerOf(request, 'user-agent') ?? ''
  if (userAgent !== '') return agentOf(userAgent)
  return isRedirect ? 'MISSING' : 'APP'
}

/** The length of the offer's video; 0 without one. */
async function videoMsOf({ snapshot, db }: CallServices, { adId }: Offer): Promise<number> {
  const ad = snapshot.ads.get(adId)?.state ?? (await db.read((session) => readAd(session, adId)))
  return ad ? readDetails(ad.details).videoMs : 0
}

const noMeasures: Measures = {}

/** What is the same for every event of an offer. */
const ofOffer = ({ snapshot }: CallServices, offer: Offer, now: Instant) => ({
  isVast: offer.isVast === true,
  isCountryMismatch: offer.isCountryMismatch === true,
  offerCountry: offer.country ?? '',
  isRivalPrice: offer.isRivalPrice === true,
  isRewardedInterstitial: snapshot.media.get(offer.mediumId)?.product === 'INTERSTITIAL',
  offerMs: now - offer.issuedAt,
})

/** How an event of an app or of a click link came. */
export async function collectEvidence(
  services: CallServices,
  offer: Offer,
  action: ActionType,
  { request, now, measures = noMeasures, isRedirect = false }: Arrival,
): Promise<Evidence> {
  const { settings, countries, hasher, places, dataCenters, deviceCounts, snapshot } = services
  const address = addressOf(request, settings.trustedProxies)
  const appId = snapshot.media.get(offer.mediumId)?.app.id
  const { deviceId } = offer
  return {
    ...ofOffer(services, offer, now),
    ...(await hasher.of(address, now)),
    country: countries.of(address),
    agent: agentOfRequest(request, isRedirect),
    sdk: headerOf(request, sdkHeader) ?? '',
    isDataCenter: dataCenters.has(address),
    hasNoPlace: appId ? await places.isWithoutPlace({ appId, deviceId, address, now }) : false,
    videoMs: action === 'WATCH' ? await videoMsOf(services, offer) : 0,
    ...(appId ? deviceCounts.take(appId, deviceId, action, now) : { deviceClicks: 0, deviceImpressions: 0 }),
    measures,
  }
}

/** Of a postback: it comes from a server, so only its time says anything. */
export const postbackEvidence = (services: CallServices, offer: Offer, now: Instant): Evidence => ({
  ...ofOffer(services, offer, now),
  ...{ ipHash: '', networkHash: '', formerHashes: [], country: '', agent: 'SERVER', sdk: '' },
  ...{ isDataCenter: false, hasNoPlace: false, videoMs: 0, deviceClicks: 0, deviceImpressions: 0 },
  measures: noMeasures,
})
