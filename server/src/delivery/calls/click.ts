import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Platform } from '@voltline/contract'
import { micros, wonText } from '@voltline/kernel'
import { type AdDetails, type AdState, readDetails } from '../../domain/auction/live/ad-state.ts'
import { readAd } from '../../domain/auction/live/ads.ts'
import { isWithinLife } from '../../domain/events/offer-life.ts'
import type { Offer } from '../../domain/tokens/offer-token.ts'
import { safeHeaders } from '../../platform/safe-headers.ts'
import { collectEvidence } from '../evidence/collect.ts'
import { type CallServices, warnUnreachable } from '../http/services.ts'
import { acceptEvent } from './accept.ts'

export const clickPath = '/c/'

const macroNames = 'click_id|pro_id|med_id|device_id|app_id|country|cost|campaign_id|creative_id'
const macro = new RegExp(`\\{(${macroNames})\\}|%7B(${macroNames})%7D`, 'gi')

/**
 * Fills in the macros of path, query and fragment, and appends the click id if none of them is its macro. The host is
 * the advertiser's own: no value can change it, and user info is left out. Undefined if the template is not a URL.
 */
export function targetUrl(template: string, values: Readonly<Record<string, string>>): string | undefined {
  const url = URL.parse(template)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  let hasClickId = false
  const fill = (text: string) =>
    text.replace(macro, (_, plain?: string, encoded?: string) => {
      const name = (plain ?? encoded ?? '').toLowerCase()
      if (name === 'click_id') hasClickId = true
      return encodeURIComponent(values[name] ?? '')
    })
  const [path, query, fragment] = [fill(url.pathname), fill(url.search), fill(url.hash)]
  // Parsed and serialized, so that no character of it can break the Location header.
  const filled = new URL(`${url.protocol}//${url.host}${path}${query}${fragment}`)
  if (!hasClickId) {
    const pair = `click_id=${encodeURIComponent(values.click_id ?? '')}`
    filled.search = filled.search.length > 1 ? `${filled.search}&${pair}` : pair
  }
  return filled.href
}

const urlFor = (details: AdDetails, platform: Platform): string =>
  platform === 'IOS' ? details.urlIos || details.urlAos : details.urlAos || details.urlIos

const adOf = async (services: CallServices, offer: Offer): Promise<AdState | undefined> =>
  services.snapshot.ads.get(offer.adId)?.state ??
  (await services.db.read((session) => readAd(session, offer.adId)))

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, {
    ...safeHeaders,
    Location: location,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  })
  response.end()
}

/** Records the click and returns its id; '' if it does not count, or if it could not be recorded. */
async function countClick(services: CallServices, offer: Offer, request: IncomingMessage): Promise<string> {
  const now = services.clock.now()
  const { traffic, snapshot, clicks } = services
  if (snapshot.blockedDevices.has(offer.deviceId)) {
    traffic.countInvalid('blocked_device', offer.mediumId, now)
    return ''
  }
  if (!isWithinLife(offer, 'CLICK', now)) {
    traffic.countInvalid('expired_offer', offer.mediumId, now)
    return ''
  }
  try {
    const arrival = { request, now, isRedirect: true }
    const evidence = await collectEvidence(services, offer, 'CLICK', arrival)
    await acceptEvent(services, offer, { action: 'CLICK', now, evidence })
  } catch (fault) {
    warnUnreachable(services.log, fault)
    return ''
  }
  return clicks.seal({ ...offer, clickedAfterMs: Math.max(0, now - offer.issuedAt) })
}

/** Where the click leads; our own site if the ad's target is not known. */
async function locationOf(services: CallServices, offer: Offer, request: IncomingMessage): Promise<string> {
  const isPreview = request.method === 'HEAD'
  const ad = await adOf(services, offer)
  const medium = services.snapshot.media.get(offer.mediumId)
  if (!ad || !medium) return services.settings.publicUrl
  const values = {
    click_id: isPreview ? '' : await countClick(services, offer, request),
    pro_id: String(offer.adId),
    med_id: String(offer.mediumId),
    device_id: offer.deviceId,
    app_id: String(medium.app.id),
    country: offer.country ?? '',
    cost: wonText(micros(BigInt(offer.priceMicros))),
    campaign_id: String(ad.campaignId),
    creative_id: String(offer.adId),
  }
  return (
    targetUrl(urlFor(readDetails(ad.details), medium.app.platform), values) ?? services.settings.publicUrl
  )
}

/**
 * GET /c/{token}. The click of a valid token is always a redirect: the person who tapped is not to wait for our faults.
 * Returns false for an invalid token, so that the site shows its 404 page. HEAD is a preview of the link, not a click.
 */
export function handleClick(
  services: CallServices,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const isPreview = request.method === 'HEAD'
  if (request.method !== 'GET' && !isPreview) return false
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const offer = services.offers.open(path.slice(clickPath.length))
  if (!offer) {
    services.traffic.countInvalid('forged_offer', 0, services.clock.now())
    return false
  }
  request.resume()
  if (offer.isSample) {
    redirect(response, services.settings.publicUrl)
    return true
  }
  locationOf(services, offer, request).then(
    (location) => redirect(response, location),
    (fault: unknown) => {
      warnUnreachable(services.log, fault)
      redirect(response, services.settings.publicUrl)
    },
  )
  return true
}
