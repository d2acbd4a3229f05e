import type { IncomingMessage, ServerResponse } from 'node:http'
import { sdkLimits } from '@voltline/contract'
import { assert, second } from '@voltline/kernel'
import { readDetails } from '../../domain/auction/live/ad-state.ts'
import { offerUuid } from '../../domain/tokens/offer-token.ts'
import { safeHeaders } from '../../platform/safe-headers.ts'
import type { AdCall, VastOffer } from '../calls/ad.ts'
import { clickPath } from '../calls/click.ts'
import { type CallServices, warnUnreachable } from '../http/services.ts'
import { sampleFile, sampleName, samplePath, samples, sampleVideo } from '../sample/sample.ts'
import { emptyVast, vastDocument } from './document.ts'
import { type MediaFile, MediaFiles } from './media-files.ts'
import { trackEvent, trackPath } from './track.ts'

const vastPath = '/sdk/v1/vast'

const queryOf = (url: string) => Object.fromEntries(new URLSearchParams(url.split('?', 2)[1] ?? ''))

/** GET /sdk/v1/vast: an ad for any video player, and what the player reports about it. */
export class VastCall {
  readonly #services: CallServices
  readonly #ads: AdCall
  readonly #media: MediaFiles

  constructor(services: CallServices, ads: AdCall) {
    this.#services = services
    this.#ads = ads
    this.#media = new MediaFiles(services.db)
  }

  /** Returns whether the path is one of its own; if so, a reply has been or will be sent. */
  handle(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !path.startsWith(vastPath)) return false
    if (path.startsWith(trackPath)) {
      request.resume()
      const [event = '', token = ''] = path.slice(trackPath.length).split('/', 2)
      void trackEvent(this.#services, { event, token }, request).finally(() => sendTracked(response))
      return true
    }
    if (path !== vastPath) return false
    request.resume()
    const { key = '', medID, test, ...query } = queryOf(request.url ?? '')
    const app = this.#services.snapshot.appByKey(key)
    if (!app) {
      sendXml(response, 401, emptyVast)
      return true
    }
    const input = {
      ...query,
      medID: Number(medID),
      ...(test ? { test: test === '1' || test === 'true' } : {}),
    }
    this.#answer(this.#ads.vast(app, input, request)).then(
      (text) => sendXml(response, 200, text),
      (fault: unknown) => {
        warnUnreachable(this.#services.log, fault)
        sendXml(response, 200, emptyVast)
      },
    )
    return true
  }

  async #answer(served: VastOffer | undefined): Promise<string> {
    if (!served) return emptyVast
    const { settings, offers, snapshot } = this.#services
    const { token, ad } = served
    const offer = offers.open(token)
    assert(offer, 'a token that was just issued opens')
    const { name, media } = ad ? await this.#mediaOf(ad) : this.#sample()
    return vastDocument({
      adId: offer.adId,
      servingId: offerUuid(offer),
      name,
      clickUrl: `${settings.publicUrl}${clickPath}${token}`,
      trackUrl: (event) => `${settings.publicUrl}${trackPath}${event}/${token}`,
      media,
      isSkippable: snapshot.media.get(offer.mediumId)?.reward === undefined,
      expiresIn: sdkLimits.impressionLifeMs / second,
    })
  }

  async #mediaOf({ state }: NonNullable<VastOffer['ad']>): Promise<{ name: string; media: MediaFile }> {
    const { name, materials, videoMs } = readDetails(state.details)
    const [file = ''] = materials
    const video = await this.#media.of(file)
    const durationMs = videoMs > 0 ? videoMs : video.durationMs
    return { name, media: { ...video, durationMs, url: this.#services.fileUrl(file) } }
  }

  #sample(): { name: string; media: MediaFile } {
    const { file } = samples.VIDEO
    const url = `${this.#services.settings.publicUrl}${samplePath}${file}`
    const { bytes, type = '' } = sampleFile(file) ?? {}
    return { name: sampleName, media: { url, type, bytes: bytes?.length ?? 0, ...sampleVideo } }
  }
}

/** Players run on pages of any origin. */
const headers = { ...safeHeaders, 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }

function sendXml(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text)
  const type = { 'Content-Type': 'application/xml; charset=utf-8', 'Content-Length': bytes.length }
  response.writeHead(status, { ...headers, ...type })
  response.end(bytes)
}

const sendTracked = (response: ServerResponse): void => {
  response.writeHead(204, headers).end()
}
