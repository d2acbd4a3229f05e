import { createHmac } from 'node:crypto'
import { postbackAction, postbackInstall } from '@voltline/contract'
import { type AdId, type Instant, minute, utcDay } from '@voltline/kernel'
import { findSecretOfAd } from '../../../domain/ad/postback-secret.ts'
import { isClickIdValid } from '../../../domain/events/offer-life.ts'
import { logPostback, type PostbackReason } from '../../../domain/postback/log-store.ts'
import { findPostbackCampaign, type PostbackCampaign } from '../../../domain/postback/token-store.ts'
import { offerUuid } from '../../../domain/tokens/offer-token.ts'
import { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import { sameBytes } from '../../../platform/secrets.ts'
import { postbackEvidence } from '../../evidence/collect.ts'
import {
  adExpired,
  adNotFound,
  invalidInput,
  type Reply,
  repeated,
  reply,
  success,
} from '../../http/reply.ts'
import { type CallServices, orUnreachable, warnUnreachable } from '../../http/services.ts'
import { acceptEvent } from '../accept.ts'

const badSignature = reply(200, { error: 'API_FORBIDDEN' })

/** Of one campaign: refused postbacks beyond it are not logged, so that nobody fills the log with them. */
const refusedRate = { count: 60, windowMs: minute }
const refusedLimiter = new RateLimiter()

/** Read for every postback, so that a renewed secret applies at once; postbacks are few. */
export const postbackSecret = (services: CallServices, adId: AdId): Promise<string | undefined> =>
  orUnreachable(services.db.read((session) => findSecretOfAd(session, adId, services.secrets)))

/** The signature in lower-case hex. */
export const signPostback = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

export const installText = (clickId: string): string => `install:${clickId}`

interface Postback {
  kind: 'INSTALL' | 'ACTION'
  clickId: string
  event: string
  sig: string | undefined
  /** In place of the signature. */
  token: string | undefined
  /** The text that the advertiser signed. */
  text: string
}

function parsePostback(kind: Postback['kind'], body: unknown): Postback | undefined {
  // An install is an action without an event.
  const input = (kind === 'INSTALL' ? postbackInstall : postbackAction).input.safeParse(body)
  const action = postbackAction.input.safeParse(input.data)
  if (!action.success) return undefined
  const { click_id: clickId, sig, token, event = '' } = action.data
  if (sig === undefined && token === undefined) return undefined
  const text = kind === 'INSTALL' ? installText(clickId) : `action:${clickId}:${event}`
  return { kind, clickId, event, sig, token, text }
}

type Click = NonNullable<ReturnType<CallServices['clicks']['open']>>

/** A signature is checked if there is one, else the token. */
async function isAuthentic(
  services: CallServices,
  { sig, token, text }: Postback,
  { click, campaign }: { click: Click; campaign: PostbackCampaign },
): Promise<boolean> {
  if (sig === undefined) return campaign.accepts(token ?? '')
  const secret = await postbackSecret(services, click.adId)
  return secret !== undefined && sameBytes(Buffer.from(signPostback(secret, text)), Buffer.from(sig))
}

/** Logs a postback. The event is on disk by then, so a log that fails does not refuse it. */
async function keep(
  { db, log }: CallServices,
  postback: Postback,
  { click, campaign, now }: { click: Click; campaign: PostbackCampaign; now: Instant },
  reason: PostbackReason,
): Promise<boolean> {
  const isRefused = reason === 'bad_token' || reason === 'expired_click'
  if (isRefused && !refusedLimiter.take(String(campaign.campaignId), refusedRate, now)) return true
  const { kind, clickId, event } = postback
  const row = {
    ...{ campaignId: campaign.campaignId, kind, clickId, event: event.replaceAll('\0', ''), receivedAt: now },
    ...{ issueDay: utcDay(click.issuedAt), offerId: offerUuid(click) },
  }
  try {
    return await db.transaction((tx) => logPostback(tx, row, reason))
  } catch (fault) {
    warnUnreachable(log, fault)
    return true
  }
}

/** GET or POST /postback/v1/install and /postback/v1/action. */
export async function acceptPostback(
  services: CallServices,
  kind: Postback['kind'],
  body: unknown,
): Promise<Reply> {
  const postback = parsePostback(kind, body)
  if (!postback) return invalidInput('click_id and sig or token are needed')
  const { clock, clicks, traffic, db, secrets } = services
  const now = clock.now()
  const click = clicks.open(postback.clickId)
  const campaign =
    click &&
    (await orUnreachable(db.read((session) => findPostbackCampaign(session, click.adId, { secrets, now }))))
  if (!click || !campaign) {
    traffic.countInvalid('forged_click', 0, now)
    return adNotFound
  }
  const found = { click, campaign, now }
  if (!(await isAuthentic(services, postback, found))) {
    traffic.countInvalid('bad_signature', click.mediumId, now)
    await keep(services, postback, found, 'bad_token')
    return badSignature
  }
  if (!isClickIdValid(click, now)) {
    traffic.countInvalid('expired_click', click.mediumId, now)
    await keep(services, postback, found, 'expired_click')
    return adExpired
  }
  return countPostback(services, postback, found)
}

/** An event that does not bill never reaches the event log, so it cannot use up the click's one action. */
async function countPostback(
  services: CallServices,
  postback: Postback,
  found: { click: Click; campaign: PostbackCampaign; now: Instant },
): Promise<Reply> {
  const { kind, event } = postback
  const { click, campaign, now } = found
  if (kind === 'ACTION' && campaign.events.length > 0 && !campaign.events.includes(event)) {
    if (await keep(services, postback, found, 'not_listed')) return success
    await keep(services, postback, found, 'repeated')
    return repeated
  }
  const evidence = postbackEvidence(services, click, now)
  const isFresh = await acceptEvent(services, click, { action: kind, now, evidence })
  await keep(services, postback, found, isFresh ? '' : 'repeated')
  return isFresh ? success : repeated
}
