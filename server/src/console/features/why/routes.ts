import { type Language, reportAd } from '@voltline/contract'
import { addDays, type Clock, type Day, type Instant, minute, utcDay } from '@voltline/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { saveUserReport } from '../../../domain/ad/review/user-reports.ts'
import { chargesOfOffer, findParties } from '../../../domain/charge/offer-story.ts'
import { type Offer, OfferTokens, offerUuid } from '../../../domain/tokens/offer-token.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Rate, RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { pickLanguage } from '../../http/request/language.ts'
import { networkOf } from '../../http/request/network.ts'
import { sendReply } from '../../http/send-reply.ts'
import { singleValues } from '../../http/site/mail-link.ts'
import { notePage, type SeenAd, whyPage } from './page.ts'
import { whyPolicy } from './style.ts'
import { whyTexts } from './texts.ts'

export interface WhyServices {
  db: Database
  clock: Clock
  secrets: Secrets
  settings: { eventDays: number; rateLimits: boolean }
}

type WhyRequest = FastifyRequest<{ Params: { token: string } }>

const pageRate: Rate = { count: 120, windowMs: minute }
const reportRate: Rate = { count: 10, windowMs: minute }

const languageOf = (request: FastifyRequest): Language =>
  pickLanguage({
    query: singleValues(request.query).lang,
    cookieHeader: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
  })

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({
      'content-security-policy': whyPolicy,
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie',
    })
    .type('text/html; charset=utf-8')
    .send(html)

/** Whether the raw events of an offer issued on that day are still kept. */
const isKept = (issueDay: Day, now: Instant, eventDays: number): boolean =>
  issueDay >= addDays(utcDay(now), -eventDays)

const busy = (reply: FastifyReply) => sendReply(reply, { httpStatus: 429, error: 'TRYAGAIN_LATER' })

/** What both routes need: the offer of a token, and what is known about it. */
class ShownAds {
  readonly #services: WhyServices
  readonly #tokens: OfferTokens
  readonly #limiter = new RateLimiter()

  constructor(services: WhyServices) {
    this.#services = services
    this.#tokens = new OfferTokens(services.secrets, 'offer')
  }

  mayCall(request: FastifyRequest, name: string, rate: Rate): boolean {
    const { settings, clock } = this.#services
    return !settings.rateLimits || this.#limiter.take(`${name} ${networkOf(request.ip)}`, rate, clock.now())
  }

  /** The offer, or why there is none. */
  open(token: string): Offer | 'unknown' | 'gone' {
    const { clock, settings } = this.#services
    const offer = this.#tokens.open(token)
    if (!offer) return 'unknown'
    return isKept(utcDay(offer.issuedAt), clock.now(), settings.eventDays) ? offer : 'gone'
  }

  find(offer: Offer, token: string): Promise<SeenAd | undefined> {
    return this.#services.db.snapshot(async (session) => {
      const parties = await findParties(session, offer)
      const key = { issueDay: utcDay(offer.issuedAt), offerId: offerUuid(offer) }
      const charges = await chargesOfOffer(session, key)
      return parties && { token, country: offer.country ?? '', parties, charges }
    })
  }

  /** False if the offer was reported before. */
  report(offer: Offer, reason: string): Promise<boolean> {
    const { db, clock } = this.#services
    return db.transaction((tx) =>
      saveUserReport(tx, {
        offer_id: offerUuid(offer),
        issue_day: utcDay(offer.issuedAt),
        ad_id: offer.adId,
        medium_id: offer.mediumId,
        reason,
        reported_at: clock.now(),
      }),
    )
  }
}

function registerReport(app: FastifyInstance, ads: ShownAds): void {
  app.post('/why/:token/report', async (request: WhyRequest, reply) => {
    if (!ads.mayCall(request, 'report', reportRate)) return busy(reply)
    const language = languageOf(request)
    const isForm = request.body instanceof URLSearchParams
    const refuse = (status: number, error: 'AD_NOTFOUND' | 'AD_EXPIRED', note: 'unknown' | 'gone') =>
      isForm
        ? sendPage(reply, status, notePage(language, note))
        : sendReply(reply, { httpStatus: status, error })
    const { token } = request.params
    const offer = ads.open(token)
    if (offer === 'gone') return refuse(410, 'AD_EXPIRED', 'gone')
    const ad = offer === 'unknown' || offer.isSample ? undefined : await ads.find(offer, token)
    if (offer === 'unknown' || !ad) return refuse(404, 'AD_NOTFOUND', 'unknown')
    const input = reportAd.input.safeParse(inputOf(request.body))
    if (!input.success) {
      const problem = whyTexts[language].badReason
      return isForm
        ? sendPage(reply, 400, whyPage(language, ad, { problem }))
        : sendReply(reply, { httpStatus: 400, error: 'UNKNOWN', detail: 'reason: 1 to 500 characters' })
    }
    const isNew = await ads.report(offer, input.data.reason)
    if (isForm) return sendPage(reply, 200, notePage(language, isNew ? 'sent' : 'sentBefore'))
    return sendReply(reply, { httpStatus: 200, error: isNew ? 'SUCCESS' : 'DUPLICATE_REQUEST' })
  })
}

/** The public page about one shown ad, and reports of it by the people who saw it. */
export async function registerWhy(app: FastifyInstance, services: WhyServices): Promise<void> {
  // Without a script the browser sends a form. Only these routes accept one.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  const ads = new ShownAds(services)
  registerReport(app, ads)

  app.get('/why/:token', async (request: WhyRequest, reply) => {
    if (!ads.mayCall(request, 'why', pageRate)) return busy(reply)
    const language = languageOf(request)
    const { token } = request.params
    const offer = ads.open(token)
    if (offer === 'gone') return sendPage(reply, 410, notePage(language, 'gone'))
    if (offer !== 'unknown' && offer.isSample) return sendPage(reply, 200, notePage(language, 'test'))
    const ad = offer === 'unknown' ? undefined : await ads.find(offer, token)
    if (!ad) return sendPage(reply, 404, notePage(language, 'unknown'))
    return sendPage(reply, 200, whyPage(language, ad))
  })
}

/** A form has a choice, a text or both. */
function inputOf(body: unknown): unknown {
  if (!(body instanceof URLSearchParams)) return body
  const said = [body.get('reason'), body.get('text')].map((text) => text?.trim() ?? '')
  return {
    reason: said
      .filter((text) => text !== '')
      .join(': ')
      .replace(/\s+/g, ' '),
  }
}
