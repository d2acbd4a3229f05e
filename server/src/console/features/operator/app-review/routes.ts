import { adminListApps, apiKeyStatus, approveApp, issueKey, revokeKey } from '@voltline/contract'
import { isoInZone, ok, refuse, seoul } from '@voltline/kernel'
import { verdictOf, withoutKey } from '../../../../domain/app/app.ts'
import {
  appsToReview,
  countApps,
  deleteKey,
  lockApp,
  type ReviewedApp,
  saveKey,
  saveVerdict,
} from '../../../../domain/app/review.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import { hashToken, randomToken } from '../../../../platform/secrets.ts'
import type { FeatureServices } from '../../../feature.ts'

const keyBytes = 16

/** Operators see Seoul time, the zone of the network's months. */
const toWire = (app: ReviewedApp) => ({
  AppID: app.id,
  CustID: app.ownerId,
  Email: app.email,
  Company: app.company,
  Name: app.name,
  Platform: app.platform,
  Package: app.storeUrl,
  Approval: app.approved,
  Reason: app.rejectReason,
  ApiKeyStatus: app.keyStatus,
  RegistTime: isoInZone(app.registeredAt, seoul),
  UpdateTime: isoInZone(app.updatedAt, seoul),
})

function registerKeys({ handle, db, clock, secrets }: FeatureServices): void {
  handle(issueKey, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const app = await lockApp(tx, input.appID)
      if (!app) return refuse('NO_PERMISSION')
      const key = `vk_${randomToken(keyBytes)}`
      await saveKey(tx, app.id, { sealed: secrets.seal('api-key', key), hash: hashToken(key), now })
      const row = { actor: session, action: issueKey.path, entity: 'app', entityId: app.id, at: now }
      await audit(tx, {
        ...row,
        was: { ApiKeyStatus: app.keyStatus },
        became: { ApiKeyStatus: apiKeyStatus.issued },
      })
      return ok({})
    }),
  )

  handle(revokeKey, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const app = await lockApp(tx, input.appID)
      if (!app) return refuse('NO_PERMISSION')
      const revoked = withoutKey(app, now)
      if (!revoked.ok) return revoked
      await deleteKey(tx, app.id, now)
      const row = { actor: session, action: revokeKey.path, entity: 'app', entityId: app.id, at: now }
      const became = { ApiKeyStatus: revoked.value.keyStatus }
      await audit(tx, { ...row, was: { ApiKeyStatus: app.keyStatus }, became })
      return ok({})
    }),
  )
}

/** The operator's side of apps: approval and API keys. */
export function registerAppReview(services: FeatureServices): void {
  const { handle, db, clock } = services
  registerKeys(services)
  handle(adminListApps, async ({ input }) =>
    db.snapshot(async (tx) => {
      const apps = await appsToReview(tx, input)
      return ok({ apps: apps.map(toWire), rowCount: await countApps(tx, input) })
    }),
  )

  handle(approveApp, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const verdict = verdictOf(input)
      if (!verdict.ok) return verdict
      const app = await lockApp(tx, input.appID)
      if (!app) return refuse('NO_PERMISSION')
      await saveVerdict(tx, app.id, verdict.value, now)
      const row = { actor: session, action: approveApp.path, entity: 'app', entityId: app.id, at: now }
      await audit(tx, {
        ...row,
        was: { approval: app.approved },
        became: { approval: input.approval, reason: input.reason },
      })
      return ok({})
    }),
  )
}
