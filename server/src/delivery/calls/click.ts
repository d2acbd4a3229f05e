import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Platform } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import { type AdDetails, readDetails } from '../../domain/auction/live/ad-state.ts'
import { readAd } from '../../domain/auction/live/ads.ts'
import { isWithinLife } from '../../domain/events/offer-life.ts'
import { type CallServices, orUnreachable, warnUnreachable } from '../http/services.ts'
import type { Offer } from '../tokens/offer-token.ts'
import { offerEvent } from './offer-event.ts'

export const clickPath = '/c/'

/** Fills in the macros. The click id is appended if the URL has no macro for it. */
export function targetUrl(template: string, values: Readonly<Record<string, string>>): string {
  const macro = /\{(click_id|pro_id|med_id|device_id)\}|%7B(click_id|pro_id|med_id|device_id)%7D/gi
  let hasClickId = false
  const filled = template.replace(macro, (_, plain?: string, encoded?: string) => {
    const name = (plain ?? encoded ?? '').toLowerCase()
    if (name === 'click_id') hasClickId = true
    return encodeURIComponent(values[name] ?? '')
  })
  // Parsed and serialized, so that no character of it can break the Location header.
  const url = new URL(filled)
  if (!hasClickId) {
    const pair = `click_id=${encodeURIComponent(values.click_id ?? '')}`
    url.search = url.search.length > 1 ? `${url.search}&${pair}` : pair
  }
  return url.href
}

const urlFor = (details: AdDetails, platform: Platform): string =>
  platform === 'IOS' ? details.urlIos || details.urlAos : details.urlAos || details.urlIos

async function detailsOf(services: CallServices, offer: Offer): Promise<AdDetails | undefined> {
  const ad =
    services.snapshot.ads.get(offer.adId)?.state ??
    (await orUnreachable(services.db.read((session) => readAd(session, offer.adId))))
  return ad && readDetails(ad.details)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' })
  response.end()
}

/** A page that makes the browser retry by itself. */
function sendRetryPage(response: ServerResponse): void {
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>…</title>`
  response.writeHead(503, {
    'Content-Type': 'text/html; charset=utf-8',
    'Retry-After': '2',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(page),
  })
  response.end(page)
}

/** Records the click and returns its id; '' if it does not count. */
async function countClick(services: CallServices, offer: Offer, now: Instant): Promise<string> {
  const { traffic, snapshot, intake, clicks } = services
  if (snapshot.blockedDevices.has(offer.deviceId)) {
    traffic.countInvalid('blocked_device', offer.mediumId, now)
    return ''
  }
  if (!isWithinLife(offer, 'CLICK', now)) {
    traffic.countInvalid('expired_offer', offer.mediumId, now)
    return ''
  }
  await orUnreachable(intake.accept(offerEvent(offer, 'CLICK', now)))
  return clicks.seal({ ...offer, clickedAfterMs: Math.max(0, now - offer.issuedAt) })
}

async function follow(
  services: CallServices,
  offer: Offer,
  isPreview: boolean,
  response: ServerResponse,
): Promise<void> {
  const now = services.clock.now()
  const details = await detailsOf(services, offer)
  const medium = services.snapshot.media.get(offer.mediumId)
  if (!details || !medium) return redirect(response, services.settings.publicUrl)
  const clickId = isPreview ? '' : await countClick(services, offer, now)
  const values = {
    click_id: clickId,
    pro_id: String(offer.adId),
    med_id: String(offer.mediumId),
    device_id: offer.deviceId,
  }
  redirect(response, targetUrl(urlFor(details, medium.app.platform), values))
}

/**
 * GET /c/{token}. Returns false for an invalid token, so that the site shows its 404 page. HEAD is a preview of the link,
 * not a click.
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
  follow(services, offer, isPreview, response).catch((fault: unknown) => {
    warnUnreachable(services.log, fault)
    sendRetryPage(response)
  })
  return true
}
