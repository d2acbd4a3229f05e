import { getPlayground } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import { findPlaygroundApp } from '../../../domain/auction/playground-store.ts'
import type { FeatureServices } from '../../feature.ts'

/** The API key is public: the app belongs to the demo, and only demo money is spent with it. */
export function registerPlayground({ handle, db, secrets, playground }: FeatureServices): void {
  handle(getPlayground, async () => {
    if (!playground) return ok({ playground: null })
    const app = await db.read((session) => findPlaygroundApp(session, playground.appId))
    if (!app) return ok({ playground: null })
    return ok({
      playground: {
        appName: app.name,
        platform: app.platform,
        media: app.media.map(({ id, product, reward }) => ({
          medID: id,
          product,
          ...(reward && { reward }),
        })),
        apiKey: secrets.open('api-key', app.sealedKey),
      },
    })
  })
}
