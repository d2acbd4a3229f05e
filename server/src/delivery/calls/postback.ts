import { createHmac } from 'node:crypto'
import { postbackAction, postbackInstall } from '@voltline/contract'
import type { AdId } from '@voltline/kernel'
import { findSecretOfAd } from '../../domain/ad/postback-secret.ts'
import { isClickIdValid } from '../../domain/events/offer-life.ts'
import { sameBytes } from '../../platform/secrets.ts'
import { postbackEvidence } from '../evidence/collect.ts'
import { adExpired, adNotFound, invalidInput, type Reply, repeated, reply, success } from '../http/reply.ts'
import { type CallServices, orUnreachable } from '../http/services.ts'
import { acceptEvent } from './accept.ts'

const badSignature = reply(200, { error: 'API_FORBIDDEN' })

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
  sig: string
  /** The text that the advertiser signed. */
  text: string
}

function parsePostback(kind: Postback['kind'], body: unknown): Postback | undefined {
  if (kind === 'INSTALL') {
    const input = postbackInstall.input.safeParse(body)
    if (!input.success) return undefined
    const { click_id: clickId, sig } = input.data
    return { kind, clickId, sig, text: installText(clickId) }
  }
  const input = postbackAction.input.safeParse(body)
  if (!input.success) return undefined
  const { click_id: clickId, sig, event = '' } = input.data
  return { kind, clickId, sig, text: `action:${clickId}:${event}` }
}

const isSignedWith = (secret: string, { text, sig }: Postback): boolean =>
  sameBytes(Buffer.from(signPostback(secret, text)), Buffer.from(sig))

/** GET or POST /postback/v1/install and /postback/v1/action. */
export async function acceptPostback(
  services: CallServices,
  kind: Postback['kind'],
  body: unknown,
): Promise<Reply> {
  const postback = parsePostback(kind, body)
  if (!postback) return invalidInput('click_id and sig are needed')
  const { clock, clicks, traffic } = services
  const now = clock.now()
  const click = clicks.open(postback.clickId)
  if (!click) {
    traffic.countInvalid('forged_click', 0, now)
    return adNotFound
  }
  const secret = await postbackSecret(services, click.adId)
  if (secret === undefined || !isSignedWith(secret, postback)) {
    traffic.countInvalid('bad_signature', click.mediumId, now)
    return badSignature
  }
  if (!isClickIdValid(click, now)) {
    traffic.countInvalid('expired_click', click.mediumId, now)
    return adExpired
  }
  const isFresh = await acceptEvent(services, click, {
    ...{ action: kind, now },
    evidence: postbackEvidence(services, click, now),
  })
  return isFresh ? success : repeated
}
