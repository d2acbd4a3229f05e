import { getPlayground } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import type { FeatureServices } from '../../feature.ts'
import { findPlaygroundApp } from './store.ts'

/** The key is given to anybody: the playground's app is nobody's, and its money is the demo's. */
export function registerPlayground({ handle, db, secrets, playground }: FeatureServices): void {
  handle(getPlayground, async () => {
    if (!playground) return ok({ playground: null })
    const app = await db.read((session) => findPlaygroundApp(session, playground.appId))
    if (!app) return ok({ playground: null })
    const { sealedKey, ...shown } = app
    return ok({ playground: { ...shown, apiKey: secrets.open('api-key', sealedKey) } })
  })
}
