import { randomUUID } from 'node:crypto'
import { listCallbacks, resendCallback, saveCallback, testCallback } from '@voltline/contract'
import { isoInZone, minute, ok, type Result, refuse } from '@voltline/kernel'
import { findMedium, findMediumForUpdate } from '../../../domain/app/medium-store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import {
  callbackDays,
  countCallbacks,
  findCallbackEvent,
  type LoggedCallback,
  listCallbacks as readCallbacks,
  sendAgain,
} from '../../../domain/callback/log-store.ts'
import { keyIdOf, parseCallbackUrl, signedUrl } from '../../../domain/callback/message.ts'
import {
  type CallbackSetup,
  findCallback,
  saveCallback as store,
} from '../../../domain/callback/setup-store.ts'
import { sendGet } from '../../../platform/outbound/send-get.ts'
import { addressesOf, allTargets, publicTargets, type Targets } from '../../../platform/outbound/targets.ts'
import { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import { randomToken } from '../../../platform/secrets.ts'
import type { FeatureServices } from '../../feature.ts'

/** Of one publisher: enough for a person, too few to flood a server with. */
const testRate = { count: 20, windowMs: minute }

const flag = (on: boolean) => (on ? (1 as const) : (0 as const))

export function registerCallbacks(services: FeatureServices): void {
  const targets = services.settings.callbackAllowsPrivate ? allTargets : publicTargets
  registerSetup(services, targets)
  registerTest(services, targets)
  registerLog(services)
  registerResend(services)
}

/** A name that does not resolve now may do so later; every try checks again. */
async function checkUrl(text: string, targets: Targets): Promise<Result<string, 'UNKNOWN'>> {
  const url = parseCallbackUrl(text)
  if (!url) return refuse('UNKNOWN', 'url: must be a web address of at most 1,024 characters')
  const addresses = await addressesOf(targets, url).catch(() => [])
  if (!addresses.every(targets.mayReach)) return refuse('UNKNOWN', 'url: must lead to a public address')
  return ok(text)
}

const auditedValues = ({ url, active }: Pick<CallbackSetup, 'url' | 'active'>) => ({ url, active })

function registerSetup({ handle, db, clock, secrets }: FeatureServices, targets: Targets): void {
  handle(saveCallback, async ({ input, session }) => {
    const owner = session.customerId
    const mine = { owner, mediumId: input.medID }
    if (!(await db.read((reader) => findMedium(reader, owner, input.medID)))) return refuse('NO_PERMISSION')
    const url = await checkUrl(input.url.trim(), targets)
    if (!url.ok) return url
    return db.transaction(async (tx) => {
      const now = clock.now()
      const medium = await findMediumForUpdate(tx, owner, input.medID)
      if (!medium) return refuse('NO_PERMISSION')
      if (medium.reward === '') return refuse('UNKNOWN', 'medID: the unit has no reward')
      const known = await findCallback(tx, mine, secrets)
      const secret = known?.secret ?? randomToken()
      const setup = { mediumId: medium.id, url: url.value, active: input.active === 1, secret }
      await store(tx, setup, { secrets, now })
      await audit(tx, {
        ...{ actor: session, action: saveCallback.path, entity: 'medium', entityId: medium.id, at: now },
        ...(known ? { was: auditedValues(known) } : {}),
        became: auditedValues(setup),
      })
      return ok({ secret })
    })
  })
}

function registerTest({ handle, db, clock, secrets, settings }: FeatureServices, targets: Targets): void {
  const limiter = new RateLimiter()

  handle(testCallback, async ({ input, session }) => {
    const owner = session.customerId
    const found = await db.read(async (reader) => ({
      medium: await findMedium(reader, owner, input.medID),
      setup: await findCallback(reader, { owner, mediumId: input.medID }, secrets),
    }))
    const { medium, setup } = found
    if (!medium) return refuse('NO_PERMISSION')
    if (!setup) return refuse('UNKNOWN', 'medID: the unit has no callback')
    if (settings.rateLimits && !limiter.take(String(owner), testRate, clock.now())) {
      return refuse('TRYAGAIN_LATER')
    }
    const message = {
      ...{ eventId: `test-${randomUUID()}`, userId: input.userID, custom: '' },
      ...{ reward: medium.reward, count: medium.rewards, unitId: medium.id, watchedAt: clock.now() },
    }
    return ok(await sendGet(signedUrl(setup.url, message, setup.secret), targets))
  })
}

function registerLog({ handle, db, clock, secrets }: FeatureServices): void {
  handle(listCallbacks, async ({ input, session }) => {
    const { zone, customerId: owner } = session
    const mine = { owner, mediumId: input.medID }
    const filter = { ...mine, userId: input.userID, eventId: input.eventID }
    const toWire = (row: LoggedCallback) => ({
      EventID: row.event_id,
      UserID: row.user_id,
      Time: isoInZone(row.watched_at, zone),
      Tries: row.tries,
      Status: row.status,
      HTTPStatus: row.http_status,
      MS: row.ms,
      Body: row.body,
    })
    return db.snapshot(async (reader) => {
      const setup = await findCallback(reader, mine, secrets)
      const days = await callbackDays(reader, mine, { now: clock.now(), zone })
      return ok({
        callbacks: (await readCallbacks(reader, filter, input.pageNo)).map(toWire),
        rowCount: await countCallbacks(reader, filter),
        callback: setup
          ? { URL: setup.url, Active: flag(setup.active), Secret: setup.secret, KeyID: keyIdOf(setup.secret) }
          : null,
        days: days.map((day) => ({
          ...{ Date: day.day, Delivered: day.delivered, Failed: day.failed, Waiting: day.waiting },
        })),
      })
    })
  })
}

function registerResend({ handle, db, clock }: FeatureServices): void {
  handle(resendCallback, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const found = await findCallbackEvent(tx, session.customerId, input.eventID)
      if (!found) return refuse('NO_PERMISSION')
      if (!found.active) return refuse('UNKNOWN', 'eventID: the unit’s callback is off')
      await sendAgain(tx, input.eventID, now)
      await audit(tx, {
        ...{
          actor: session,
          action: resendCallback.path,
          entity: 'medium',
          entityId: found.medium_id,
          at: now,
        },
        became: { eventID: input.eventID },
      })
      return ok({})
    }),
  )
}
