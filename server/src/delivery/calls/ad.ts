import type { IncomingMessage } from 'node:http'
import { type InsightReason, sdkAd, sdkLimits } from '@voltline/contract'
import type { AdId, Instant, MediumId, MicrosNumber } from '@voltline/kernel'
import { type AdRequest, type Decision, decide } from '../../domain/auction/auction.ts'
import { readDetails } from '../../domain/auction/live/ad-state.ts'
import type { Market } from '../../domain/auction/market.ts'
import { isRivalPrice } from '../../domain/auction/ranked-ad.ts'
import { addressOf } from '../country.ts'
import { type AdInput, parseAdInput, readAdInput } from '../fast/ad-input.ts'
import { adPiece, mediumPiece, type ShownAd, spliceReply } from '../fast/ad-reply.ts'
import { invalidInput, type Reply, reply } from '../http/reply.ts'
import type { CallServices } from '../http/services.ts'
import { sampleName, samplePath, samples } from '../sample/sample.ts'
import type { App, Medium, SnapshotAd } from '../snapshot/records.ts'
import { shownAppInfo } from './app-info.ts'
import { clickPath } from './click.ts'
import { countryCode } from './country-code.ts'
import { traceRequest } from './trace.ts'

interface Caller {
  deviceId: string
  country: string
  /** The app claimed another country. */
  isCountryMismatch: boolean
  isVast: boolean
  now: Instant
}

/** An ad for a video player; undefined: a sample. */
export interface VastOffer {
  token: string
  ad: SnapshotAd | undefined
}

/** Ads placed by one request when the hour changes; the rest are placed between requests. */
const stalePerRequestMax = 250
/** Decisions for one request. Each one takes at least one ad out of the lists, or lowers its bid. */
const triesMax = 20
type AdError = (typeof sdkAd.codes)[number]
/** A refusal, or an ad and the text of a reply with it. */
type Outcome = AdError | (VastOffer & { error: AdError; text: string })
const refusedBecause: Partial<Record<AdError, InsightReason>> = {
  AD_DISABLED: 'unit_closed',
  TRYAGAIN_LATER: 'device_limit',
  IS_BLOCKED: 'device_limit',
}
const statusOf = (error: AdError): number => (error === 'TRYAGAIN_LATER' ? 429 : 200)
const refusals = new Map(sdkAd.codes.map((error) => [error, reply(statusOf(error), { error })]))

/** POST /sdk/v1/ad. Never touches the database. */
export class AdCall {
  readonly #services: CallServices
  readonly #clickUrl: string
  readonly #recordsOutcomes: boolean
  #turn = 0
  /** Replies by error code, for the metrics. */
  readonly replies = new Map(sdkAd.codes.map((error) => [error, { count: 0 }]))

  constructor(services: CallServices) {
    this.#services = services
    this.#clickUrl = `${services.settings.publicUrl}${clickPath}`
    this.#recordsOutcomes = services.settings.recordsOutcomes ?? true
  }

  reply(app: App, body: unknown, request: IncomingMessage): Reply {
    const input = readAdInput(body)
    if (!input) return invalidInput('medID and deviceID are needed')
    const outcome = this.#offer(app, input, request, false)
    if (typeof outcome !== 'string') return { status: 200, text: outcome.text }
    return refusals.get(outcome) ?? reply(200, { error: outcome })
  }

  /** The same for a video player; undefined if there is no video for it. */
  vast(app: App, query: unknown, request: IncomingMessage): VastOffer | undefined {
    const input = parseAdInput(query)
    const product = input && this.#services.snapshot.media.get(input.medID as MediumId)?.product
    if (!input || product !== 'VIDEO') return undefined
    const outcome = this.#offer(app, input, request, true)
    return typeof outcome === 'string' ? undefined : outcome
  }

  #offer(app: App, input: AdInput, request: IncomingMessage, isVast: boolean): Outcome {
    const { clock, snapshot, traffic } = this.#services
    const now = clock.now()
    const found = snapshot.media.get(input.medID as MediumId)
    const medium = found?.app === app ? found : undefined
    const outcome = this.#decide(app, medium, input, request, { now, isVast })
    const error = typeof outcome === 'string' ? outcome : outcome.error
    traffic.countRequest(error, medium?.id ?? 0, now)
    const counter = this.replies.get(error)
    if (counter) counter.count++
    const reason = refusedBecause[error]
    if (reason && medium) this.#countRefused(medium, input, request, { reason, now })
    return outcome
  }

  #decide(
    app: App,
    medium: Medium | undefined,
    input: AdInput,
    request: IncomingMessage,
    { now, isVast }: Pick<Caller, 'now' | 'isVast'>,
  ): Outcome {
    const { snapshot, settings, visits, places } = this.#services
    const { deviceID: deviceId } = input
    if (snapshot.blockedDevices.has(deviceId)) return 'IS_BLOCKED'
    const isTest = input.test === true
    const requests = visits.recordRequest({ appId: app.id, deviceId, at: now }, { isTest })
    const address = addressOf(request, settings.trustedProxies)
    if (!isTest) places.visit({ appId: app.id, deviceId, address, now })
    if (settings.rateLimits && requests > sdkLimits.adRequestsPerMinuteMax) return 'TRYAGAIN_LATER'
    if (!medium) return 'UNKNOWN_MEDID'
    if (!medium.active || app.owner.blocked) return 'AD_DISABLED'
    if (isTest || !app.approved) return this.#sample(medium, { deviceId, now, isVast })
    return this.#auction(medium, { deviceId, now, isVast, ...this.#countryOf(input, medium, address, now) })
  }

  /** A request with a key that was revoked: it is refused, and its unit's publisher is told. */
  countRevoked(app: App, body: unknown, request: IncomingMessage): void {
    const input = readAdInput(body)
    const { clock, snapshot } = this.#services
    const medium = input && snapshot.media.get(input.medID as MediumId)
    if (!input || medium?.app !== app) return
    this.#countRefused(medium, input, request, { reason: 'key_revoked', now: clock.now() })
  }

  /** A request that never reached the auction. Test requests never count, nor do those of an app under review. */
  #countRefused(
    medium: Medium,
    input: AdInput,
    request: IncomingMessage,
    { reason, now }: { reason: InsightReason; now: Instant },
  ): void {
    if (!this.#recordsOutcomes || input.test === true || !medium.app.approved) return
    const { snapshot, outcomes, countries, settings } = this.#services
    snapshot.passTime(now, 0)
    const country = countries.of(addressOf(request, settings.trustedProxies))
    outcomes.countUnfilled(medium, country || countryCode(input.country ?? ''), reason)
  }

  /** The country of the caller's address; if it is unknown, as for private addresses, that in the body. */
  #countryOf(
    input: AdInput,
    medium: Medium,
    address: string,
    now: Instant,
  ): Pick<Caller, 'country' | 'isCountryMismatch'> {
    const country = this.#services.countries.of(address)
    const claimed = input.country ? countryCode(input.country) : ''
    if (country === '') return { country: claimed, isCountryMismatch: false }
    const isCountryMismatch = claimed !== '' && claimed !== country
    if (isCountryMismatch) this.#services.traffic.countSignal('country_mismatch', medium.id, now)
    return { country, isCountryMismatch }
  }

  #auction(medium: Medium, caller: Caller): Outcome {
    const { snapshot, tracer } = this.#services
    const sinceMs = tracer ? performance.now() : 0
    const { market } = medium.app.owner
    snapshot.passTime(caller.now, stalePerRequestMax)
    const request = this.#adRequest(medium, caller)
    const decision = this.#decideAffordable(market, request, caller.now)
    if (this.#recordsOutcomes) this.#services.outcomes.countAuction(medium, request, decision)
    if (!decision.winner) {
      this.#explain(medium, caller, request, decision, undefined)
      return decision.refusal
    }
    const { ad } = decision.winner
    const token = this.#services.offers.issue({
      issuedAt: caller.now,
      adId: ad.id,
      mediumId: medium.id,
      priceMicros: decision.priceMicros,
      billingType: ad.state.billingType,
      deviceId: caller.deviceId,
      isSample: false,
      isCountryMismatch: caller.isCountryMismatch,
      country: caller.country,
      isRivalPrice: isRivalPrice(decision.winner, decision),
      isVast: caller.isVast,
    })
    this.#services.sharing.issue(ad, decision.priceMicros, caller.now)
    if (tracer?.tracesToken(token))
      traceRequest(this.#services, token, { adId: ad.id, mediumId: medium.id, sinceMs })
    this.#explain(medium, caller, request, decision, token)
    ad.replyText ??= adPiece(this.#shown(ad), this.#clickUrl)
    medium.replyText ??= mediumPiece(medium.reward)
    return {
      error: 'SUCCESS',
      token,
      ad,
      text: spliceReply('SUCCESS', token, { ad: ad.replyText, medium: medium.replyText }),
    }
  }

  /** Decides again if the winner's money is promised already: its bid was then computed before the latest offers. */
  #decideAffordable(market: Market<SnapshotAd>, request: AdRequest, now: Instant): Decision<SnapshotAd> {
    const { snapshot } = this.#services
    for (let tries = 1; ; tries++) {
      const decision = decide(market, request, this.#turn++)
      if (!decision.winner || snapshot.canPromise(decision.winner.ad, decision.priceMicros)) return decision
      if (tries === triesMax) return { ...decision, winner: undefined, refusal: 'AD_NOTFOUND' }
      snapshot.passTime(now, stalePerRequestMax)
    }
  }

  #adRequest(medium: Medium, caller: Caller): AdRequest {
    const { app, product } = medium
    return {
      product,
      platform: app.platform,
      country: caller.country,
      allowsAdult: app.allowsAdult,
      capped: this.#services.caps.cappedFor(caller.deviceId, caller.now),
    }
  }

  /** Only requests of the playground are explained. */
  #explain(
    medium: Medium,
    caller: Caller,
    request: AdRequest,
    decision: Decision<SnapshotAd>,
    token: string | undefined,
  ): void {
    const { explanations, snapshot, sharing } = this.#services
    if (!explanations?.isOwn(medium)) return
    const { deviceId, now: at } = caller
    const decided = { medium, deviceId, request, decision, at }
    sharing.explain(explanations.add(decided, snapshot.ads.values(), token))
  }

  #shown(ad: SnapshotAd): ShownAd {
    const { name, materials, appInfo, videoMs } = readDetails(ad.state.details)
    return {
      proID: ad.id,
      product: ad.state.product,
      billingType: ad.state.billingType,
      materials: materials.map(this.#services.fileUrl),
      name,
      ...(appInfo ? { appInfo: shownAppInfo(appInfo) } : {}),
      minVisibleMs: sdkLimits.minVisibleMs,
      ...(videoMs > 0 ? { videoMs } : {}),
    }
  }

  #sample(medium: Medium, { deviceId, now, isVast }: Pick<Caller, 'deviceId' | 'now' | 'isVast'>): Outcome {
    const { offers, settings } = this.#services
    const { file, billingType } = samples[medium.product]
    const token = offers.issue({
      issuedAt: now,
      adId: 0 as AdId,
      mediumId: medium.id,
      priceMicros: 0 as MicrosNumber,
      billingType,
      deviceId,
      isSample: true,
      isVast,
    })
    const shown: ShownAd = {
      proID: 0,
      product: medium.product,
      billingType,
      materials: [`${settings.publicUrl}${samplePath}${file}`],
      name: sampleName,
      minVisibleMs: sdkLimits.minVisibleMs,
    }
    const pieces = { ad: adPiece(shown, this.#clickUrl), medium: mediumPiece(medium.reward) }
    const error = 'ADSERVER_TEST'
    return { error, token, ad: undefined, text: spliceReply(error, token, pieces) }
  }
}
