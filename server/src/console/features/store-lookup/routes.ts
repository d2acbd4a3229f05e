import { scrapeStore } from '@voltline/contract'
import { minute, ok, refuse } from '@voltline/kernel'
import { findVideoNames } from '../../../domain/ad/material/store.ts'
import { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import type { FeatureServices } from '../../feature.ts'
import { readAppStore } from './app-store.ts'
import { readGooglePlay } from './google-play.ts'
import { fetchPage, internet } from './pinned-fetch.ts'
import { lookupPage, toAppInfo } from './store-page.ts'

/** Enough for a person; more would make the server a scraper of the stores. */
const rate = { count: 20, windowMs: minute }

export function registerStoreLookup({ handle, db, clock, settings, log }: FeatureServices): void {
  const limiter = new RateLimiter()

  handle(scrapeStore, async ({ input, session }) => {
    const owner = session.customerId
    if (settings.rateLimits && !limiter.take(String(owner), rate, clock.now())) {
      return refuse('TRYAGAIN_LATER')
    }
    const { material0 } = input
    const matNames = material0 ? await db.read((reader) => findVideoNames(reader, owner, material0)) : []
    if (!matNames) return refuse('NO_PERMISSION')
    const page = lookupPage(input.platform, input.storeURL, input.country)
    if (!page) return refuse('UNKNOWN', 'storeURL: is not an app’s page in the platform’s store')
    const fetched = await fetchPage(internet, page)
    if (!fetched.ok) {
      log.warn({ host: page.host, why: fetched.detail }, 'store lookup failed')
      return refuse('UNKNOWN', 'the store cannot be reached')
    }
    const read = input.platform === 'AOS' ? readGooglePlay : readAppStore
    const found = read(fetched.value)
    if (!found) return refuse('UNKNOWN', 'the store’s page cannot be read')
    return ok({ appInfo: toAppInfo(found, input.storeURL), matNames })
  })
}
