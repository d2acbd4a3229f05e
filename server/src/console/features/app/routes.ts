import {
  addApp,
  getApp,
  listAllApps,
  listApps,
  modifyApp,
  type Output,
  requestApiKey,
} from '@voltline/contract'
import { isoInZone, minute, ok, type Refused, refuse, type Zone } from '@voltline/kernel'
import { type App, edit, requestKey } from '../../../domain/app/app.ts'
import {
  allApps,
  findApp,
  findAppForUpdate,
  insertApp,
  onePagePerPlatform,
  pageOfApps,
  saveApp,
  saveKeyRequest,
} from '../../../domain/app/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { breaks } from '../../../platform/database/faults.ts'
import type { Rate } from '../../../platform/rate-limit/rate-limiter.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { FeatureServices } from '../../feature.ts'

const toRow = (app: App) => ({
  AppID: app.id,
  Name: app.name,
  Platform: app.platform,
  Approval: app.approved,
  ApiKeyStatus: app.keyStatus,
})

/** Requests for API keys, per network. */
const keyRate: Rate = { count: 20, windowMs: minute }

const toDetail = (app: App, owner: { zone: Zone; secrets: Secrets }): Output<typeof getApp>['app'] => ({
  ...toRow(app),
  Package: app.storeUrl,
  ApiKey: app.sealedKey ? owner.secrets.open('api-key', app.sealedKey) : '',
  Filter: JSON.stringify({ Adult: app.adult }),
  Reason: app.rejectReason,
  RegistTime: isoInZone(app.registeredAt, owner.zone),
  UpdateTime: isoInZone(app.updatedAt, owner.zone),
})

/** The values that the audit log shows. */
const auditedValues = (app: Pick<App, 'name' | 'storeUrl' | 'adult'> & Partial<App>) => ({
  name: app.name,
  storeURL: app.storeUrl,
  adult: app.adult,
  ...(app.approved === undefined ? {} : { approval: app.approved }),
})

export function registerApps(services: FeatureServices): void {
  registerReading(services)
  registerWriting(services)
}

function registerReading({ handle, db, secrets }: FeatureServices): void {
  handle(listApps, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const page = await pageOfApps(tx, session.customerId, input)
      return ok({ apps: page.apps.map(toRow), rowCount: page.rowCount })
    }),
  )

  handle(listAllApps, async ({ session }) =>
    db.read(async (reader) => {
      const apps = await allApps(reader, session.customerId)
      return ok({ apps: apps.map((app) => ({ ...toRow(app), Reason: app.rejectReason })) })
    }),
  )

  handle(getApp, async ({ input, session }) =>
    db.read(async (reader) => {
      const app = await findApp(reader, session.customerId, input.appID)
      return ok({ app: app ? toDetail(app, { zone: session.zone, secrets }) : null })
    }),
  )
}

/** Two apps of one platform cannot have the same store page. */
async function refusingDuplicatePage<A>(work: () => Promise<A>): Promise<A | Refused<'DUPLICATE_PACKAGE'>> {
  try {
    return await work()
  } catch (fault) {
    if (breaks(fault, onePagePerPlatform)) return refuse('DUPLICATE_PACKAGE')
    throw fault
  }
}

function registerWriting({ handle, db, clock }: FeatureServices): void {
  handle(addApp, async ({ input, session }) => {
    const now = clock.now()
    const app = { name: input.name, platform: input.platform, storeUrl: input.storeURL, adult: input.filter }
    return refusingDuplicatePage(() =>
      db.transaction(async (tx) => {
        const id = await insertApp(tx, session.customerId, { ...app, now })
        const row = { actor: session, action: addApp.path, entity: 'app', entityId: id, at: now }
        await audit(tx, { ...row, became: auditedValues(app) })
        return ok({})
      }),
    )
  })

  handle(modifyApp, async ({ input, session }) => {
    const now = clock.now()
    return refusingDuplicatePage(() =>
      db.transaction(async (tx) => {
        const app = await findAppForUpdate(tx, session.customerId, input.appID)
        if (!app) return refuse('NO_PERMISSION')
        const edited = edit(app, { name: input.name, storeUrl: input.storeURL, adult: input.filter }, now)
        await saveApp(tx, edited)
        const row = { actor: session, action: modifyApp.path, entity: 'app', entityId: app.id, at: now }
        await audit(tx, { ...row, was: auditedValues(app), became: auditedValues(edited) })
        return ok({})
      }),
    )
  })

  handle(
    requestApiKey,
    async ({ input, session }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const app = await findAppForUpdate(tx, session.customerId, input.appID)
        if (!app) return refuse('NO_PERMISSION')
        const requested = requestKey(app, now)
        if (!requested.ok) return requested
        await saveApp(tx, requested.value)
        await saveKeyRequest(tx, app.id, now)
        await audit(tx, {
          actor: session,
          action: requestApiKey.path,
          entity: 'app',
          entityId: app.id,
          at: now,
        })
        return ok({})
      }),
    { rate: keyRate, isRateShared: true },
  )
}
