import { createHmac } from 'node:crypto'
import { postbackAction, postbackInstall, sdkLimits } from '@voltline/contract'
import type { AdId } from '@voltline/kernel'
import { sql } from '../../platform/database/sql.ts'
import { sameBytes } from '../../platform/secrets.ts'
import { eventOf } from './event.ts'
import { reaching, type Serving } from './serving.ts'
import { type Answer, answer, repeated, success, unreadable } from './wire.ts'

const notFound = answer(200, { error: 'AD_NOTFOUND' })
const expired = answer(200, { error: 'AD_EXPIRED' })
const badSignature = answer(200, { error: 'API_FORBIDDEN' })

/** Read anew every time: a renewed secret holds at once, and postbacks are few. */
export async function secretOf(serving: Serving, adId: AdId): Promise<string | undefined> {
  const sealed = await reaching(
    serving.db.read((session) =>
      session.maybeOne(
        (row) => row.postback_secret as Buffer,
        sql`select c.postback_secret from ad a join customer c using (customer_id) where a.ad_id = ${adId}`,
      ),
    ),
  )
  return sealed && serving.secrets.open('postback-secret', sealed)
}

const isSignedWith = (secret: string, text: string, sig: string): boolean =>
  sameBytes(Buffer.from(createHmac('sha256', secret).update(text).digest('hex')), Buffer.from(sig))

interface Postback {
  kind: 'INSTALL' | 'ACTION'
  clickId: string
  sig: string
  /** What the advertiser signed. */
  text: string
}

function readPostback(kind: Postback['kind'], body: unknown): Postback | undefined {
  if (kind === 'INSTALL') {
    const input = postbackInstall.input.safeParse(body)
    if (!input.success) return undefined
    const { click_id: clickId, sig } = input.data
    return { kind, clickId, sig, text: `install:${clickId}` }
  }
  const input = postbackAction.input.safeParse(body)
  if (!input.success) return undefined
  const { click_id: clickId, sig, event = '' } = input.data
  return { kind, clickId, sig, text: `action:${clickId}:${event}` }
}

/** GET or POST /postback/v1/install and /postback/v1/action. */
export async function answerPostback(
  serving: Serving,
  kind: Postback['kind'],
  body: unknown,
): Promise<Answer> {
  const postback = readPostback(kind, body)
  if (!postback) return unreadable('click_id and sig are needed')
  const now = serving.clock.now()
  const click = serving.clicks.open(postback.clickId)
  if (!click) {
    serving.tallies.invalid('forged_click', 0, now)
    return notFound
  }
  const secret = await secretOf(serving, click.adId)
  if (secret === undefined || !isSignedWith(secret, postback.text, postback.sig)) {
    serving.tallies.invalid('bad_signature', click.mediumId, now)
    return badSignature
  }
  if (now - click.issuedAt - click.clickedAfterMs > sdkLimits.clickIdLifeMs) {
    serving.tallies.invalid('expired_click', click.mediumId, now)
    return expired
  }
  const isFresh = await reaching(serving.intake.accept(eventOf(click, kind, now)))
  return isFresh ? success : repeated
}
