import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Platform } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { Offer } from '../offer-token.ts'
import type { AdDetails } from '../snapshot/reader.ts'
import { readAd } from '../snapshot/reader.ts'
import { eventOf, isGood } from './event.ts'
import { complain, reaching, type Serving } from './serving.ts'

export const clickPath = '/c/'

/** Fills in the macros; a URL that has no place for the click id gets one. */
export function targetUrl(template: string, values: Readonly<Record<string, string>>): string {
  const macro = /\{(click_id|pro_id|med_id|device_id)\}|%7B(click_id|pro_id|med_id|device_id)%7D/gi
  let hasClickId = false
  const filled = template.replace(macro, (_, plain?: string, encoded?: string) => {
    const name = (plain ?? encoded ?? '').toLowerCase()
    if (name === 'click_id') hasClickId = true
    return encodeURIComponent(values[name] ?? '')
  })
  // Read and written again, so that nothing in it can end the header that it stands in.
  const url = new URL(filled)
  if (!hasClickId) {
    const pair = `click_id=${encodeURIComponent(values.click_id ?? '')}`
    url.search = url.search.length > 1 ? `${url.search}&${pair}` : pair
  }
  return url.href
}

const urlFor = (details: AdDetails, platform: Platform): string =>
  platform === 'IOS' ? details.urlIos || details.urlAos : details.urlAos || details.urlIos

async function detailsOf(serving: Serving, offer: Offer): Promise<AdDetails | undefined> {
  const ad =
    serving.snapshot.ads.get(offer.adId) ??
    (await reaching(serving.db.read((session) => readAd(session, offer.adId))))
  return ad && (JSON.parse(ad.detailsJson) as AdDetails)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' })
  response.end()
}

/** Somebody is waiting in a browser: it tries again by itself. */
function askForPatience(response: ServerResponse): void {
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>…</title>`
  response.writeHead(503, {
    'Content-Type': 'text/html; charset=utf-8',
    'Retry-After': '2',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(page),
  })
  response.end(page)
}

/** Records the click and answers its id; '' when it does not count. */
async function countClick(serving: Serving, offer: Offer, now: Instant): Promise<string> {
  const { tallies, snapshot, intake, clicks } = serving
  if (snapshot.blockedDevices.has(offer.deviceId)) {
    tallies.invalid('blocked_device', offer.mediumId, now)
    return ''
  }
  if (!isGood(offer, 'CLICK', now)) {
    tallies.invalid('expired_offer', offer.mediumId, now)
    return ''
  }
  await reaching(intake.accept(eventOf(offer, 'CLICK', now)))
  return clicks.seal({ ...offer, clickedAfterMs: Math.max(0, now - offer.issuedAt) })
}

async function follow(
  serving: Serving,
  offer: Offer,
  isLook: boolean,
  response: ServerResponse,
): Promise<void> {
  const now = serving.clock.now()
  const details = await detailsOf(serving, offer)
  const medium = serving.snapshot.media.get(offer.mediumId)
  if (!details || !medium) return redirect(response, serving.settings.publicUrl)
  const clickId = isLook ? '' : await countClick(serving, offer, now)
  const values = {
    click_id: clickId,
    pro_id: String(offer.adId),
    med_id: String(offer.mediumId),
    device_id: offer.deviceId,
  }
  redirect(response, targetUrl(urlFor(details, medium.app.platform), values))
}

/**
 * GET /c/{token}. False for a token that is none: the site shows its 404 page. HEAD is a preview's look at where the
 * link leads, not a click.
 */
export function handleClick(serving: Serving, request: IncomingMessage, response: ServerResponse): boolean {
  const isLook = request.method === 'HEAD'
  if (request.method !== 'GET' && !isLook) return false
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const offer = serving.offers.open(path.slice(clickPath.length))
  if (!offer) {
    serving.tallies.invalid('forged_offer', 0, serving.clock.now())
    return false
  }
  request.resume()
  if (offer.isSample) {
    redirect(response, serving.settings.publicUrl)
    return true
  }
  follow(serving, offer, isLook, response).catch((fault: unknown) => {
    complain(serving.log, fault)
    askForPatience(response)
  })
  return true
}
