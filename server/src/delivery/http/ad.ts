import type { IncomingMessage } from 'node:http'
import { idMax, sdkAd, sdkLimits } from '@voltline/contract'
import { type AdId, type Instant, type MediumId, second } from '@voltline/kernel'
import type { z } from 'zod'
import { type AdRequest, type Decision, decide } from '../../domain/auction/auction.ts'
import { addressOf } from '../country.ts'
import { samplePath, samples } from '../sample/sample.ts'
import type { AdDetails } from '../snapshot/reader.ts'
import type { App, LiveAd, Medium } from '../snapshot/records.ts'
import type { Serving } from './serving.ts'
import { type Answer, answer, json, unreadable } from './wire.ts'

type AdInput = z.output<typeof sdkAd.input>

interface Asker {
  deviceId: string
  country: string
  now: Instant
}

/** Ads whose hour has turned that one request looks at; the rest is done between requests. */
const turnedPerRequestMax = 250
const expiresIn = sdkLimits.impressionLifeMs / second
type AdAnswer = (typeof sdkAd.answers)[number]
type Decided = AdAnswer | { error: AdAnswer; text: string }
const statusOf = (error: AdAnswer): number => (error === 'TRYAGAIN_LATER' ? 429 : 200)
const refusals = new Map(sdkAd.answers.map((error) => [error, answer(statusOf(error), { error })]))

/**
 * What the contract accepts. Nearly every body is plain: two or three fields of the right kind, which is seen at a
 * glance; any other is left to the schema, which takes several times as long.
 */
export function readAdInput(body: unknown): AdInput | undefined {
  if (isPlain(body)) return body
  const input = sdkAd.input.safeParse(body)
  return input.success ? input.data : undefined
}

function isPlain(body: unknown): body is AdInput {
  if (typeof body !== 'object' || body === null) return false
  const { medID, deviceID, country, test } = body as Record<string, unknown>
  return (
    typeof medID === 'number' &&
    Number.isInteger(medID) &&
    medID > 0 &&
    medID <= idMax &&
    typeof deviceID === 'string' &&
    isDeviceId(deviceID) &&
    (country === undefined || (typeof country === 'string' && country.length === 2)) &&
    test === undefined
  )
}

/** As the contract's pattern says; a loop over so few characters is quicker than the pattern. */
function isDeviceId(text: string): boolean {
  if (text.length === 0 || text.length > sdkLimits.deviceIdMax) return false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x21 || code > 0x7e) return false
  }
  return true
}

/** POST /sdk/v1/ad. Meets only memory. */
export class AdCall {
  readonly #serving: Serving
  #turn = 0
  /** Answers by code, for the metrics. */
  readonly answers = new Map(sdkAd.answers.map((error) => [error, { count: 0 }]))

  constructor(serving: Serving) {
    this.#serving = serving
  }

  answer(app: App, body: unknown, request: IncomingMessage): Answer {
    const input = readAdInput(body)
    if (!input) return unreadable('medID and deviceID are needed')
    const now = this.#serving.clock.now()
    const medium = this.#serving.snapshot.media.get(input.medID as MediumId)
    const own = medium?.app === app ? medium : undefined
    const decided = this.#decide(app, own, input, request, now)
    const error = typeof decided === 'string' ? decided : decided.error
    this.#serving.tallies.answered(error, own?.id ?? (0 as MediumId), now)
    const known = this.answers.get(error)
    if (known) known.count++
    if (typeof decided !== 'string') return { status: 200, text: decided.text }
    return refusals.get(decided) ?? answer(200, { error: decided })
  }

  #decide(
    app: App,
    medium: Medium | undefined,
    input: AdInput,
    request: IncomingMessage,
    now: Instant,
  ): Decided {
    const { snapshot, settings, visits } = this.#serving
    const { deviceID: deviceId } = input
    if (snapshot.blockedDevices.has(deviceId)) return 'IS_BLOCKED'
    const isTest = input.test === true
    const asked = visits.note({ appId: app.id, deviceId, at: now, asks: true, isTest })
    if (settings.rateLimits && asked > sdkLimits.adRequestsPerMinuteMax) return 'TRYAGAIN_LATER'
    if (!medium) return 'UNKNOWN_MEDID'
    if (!medium.active || app.owner.blocked) return 'AD_DISABLED'
    if (isTest || !app.approved) return { error: 'ADSERVER_TEST', text: this.#sample(medium, deviceId, now) }
    return this.#auction(medium, { deviceId, country: this.#countryOf(input, request), now })
  }

  /** The body's, else that of the caller's address. */
  #countryOf(input: AdInput, request: IncomingMessage): string {
    const { country: said } = input
    if (said) return isCountryCode(said) ? said : codeOf(said)
    const { countries, settings } = this.#serving
    return countries.of(addressOf(request, settings.trustedProxies))
  }

  #auction(medium: Medium, from: Asker): Decided {
    const { snapshot, caps, offers } = this.#serving
    const { app } = medium
    const { market } = app.owner
    snapshot.passTime(from.now, turnedPerRequestMax)
    const aisle = market.aisle(medium.product, app.platform)
    const shelf = aisle.shelf(from.country)
    aisle.asked++
    shelf.asked++
    if (app.allowsAdult) shelf.askedWithAdult++
    const request = {
      product: medium.product,
      platform: app.platform,
      country: from.country,
      allowsAdult: app.allowsAdult,
      capped: caps.cappedFor(from.deviceId, from.now),
    }
    const decision = decide(market, request, this.#turn++)
    for (const { ad } of decision.capped) snapshot.noServe.add('capped', ad.id, 1)
    if (!decision.winner) {
      this.#explain(medium, from, request, decision, undefined)
      return decision.refusal
    }
    const { ad } = decision.winner
    const token = offers.issue({
      issuedAt: from.now,
      adId: ad.id,
      mediumId: medium.id,
      priceMicros: decision.priceMicros,
      billingType: ad.billingType,
      deviceId: from.deviceId,
      isSample: false,
    })
    this.#explain(medium, from, request, decision, token)
    ad.answer ??= this.#answerOf(ad)
    medium.answer ??= endOf(medium)
    return {
      error: 'SUCCESS',
      text: `{"error":"SUCCESS","ad":{"token":"${token}${ad.answer}${token}${medium.answer}`,
    }
  }

  /** Of the playground only: every other request passes by with one comparison. */
  #explain(
    medium: Medium,
    from: Asker,
    request: AdRequest,
    decision: Decision<LiveAd>,
    token: string | undefined,
  ): void {
    const { explanations, snapshot } = this.#serving
    if (!explanations?.isOwn(medium)) return
    const { deviceId, now: at } = from
    explanations.note({ medium, deviceId, request, decision, at }, snapshot.ads.values(), token)
  }

  /** What stands between the two tokens. */
  #answerOf(ad: LiveAd): string {
    const { fileUrl } = this.#serving
    const { name, materials, appInfo } = JSON.parse(ad.detailsJson) as AdDetails
    const shown = {
      proID: ad.id,
      product: ad.product,
      billingType: ad.billingType,
      materials: materials.map(fileUrl),
      name,
      ...(appInfo ? { appInfo: shownAppInfo(appInfo) } : {}),
    }
    return this.#between(shown)
  }

  #between(shown: object): string {
    const { publicUrl } = this.#serving.settings
    return `",${json(shown).slice(1, -1)},"clickURL":${json(`${publicUrl}/c/`).slice(0, -1)}`
  }

  #sample(medium: Medium, deviceId: string, now: Instant): string {
    const { offers, settings } = this.#serving
    const { file, billingType } = samples[medium.product]
    const token = offers.issue({
      issuedAt: now,
      adId: 0 as AdId,
      mediumId: medium.id,
      priceMicros: 0,
      billingType,
      deviceId,
      isSample: true,
    })
    const shown = {
      proID: 0,
      product: medium.product,
      billingType,
      materials: [`${settings.publicUrl}${samplePath}${file}`],
      name: 'Voltline test ad',
    }
    return `{"error":"ADSERVER_TEST","ad":{"token":"${token}${this.#between(shown)}${token}${endOf(medium)}`
  }
}

const [firstLetter, lastLetter] = [65, 90]
const isLetter = (code: number): boolean => code >= firstLetter && code <= lastLetter
const isCountryCode = (text: string): boolean =>
  text.length === 2 && isLetter(text.charCodeAt(0)) && isLetter(text.charCodeAt(1))

/** For what is not spelled as a code is. */
function codeOf(said: string): string {
  const code = said.toUpperCase()
  return isCountryCode(code) ? code : ''
}

/** What stands after the second token. */
const endOf = (medium: Medium): string =>
  `"${medium.reward ? `,"reward":${json(medium.reward)}` : ''},"expiresIn":${expiresIn}}}`

/** Score and installs only where the advertiser chose to show them. */
function shownAppInfo(info: Record<string, unknown>): object {
  const { Title = '', Genres = [], Free = true, StoreURL = '', Score = null, Installs = '' } = info
  return { Title, Genres, Free, StoreURL, ...(info.Show === true ? { Score, Installs } : {}) }
}
