import type { AdId, CustomerId } from '@voltline/kernel'
import { readAd } from '../../domain/auction/live/ads.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

const keptMax = 10_000
/** Of an ad that is not in the database. Billing then finds the event invalid. */
const nobody = 0 as CustomerId

/** The advertiser of an ad, from memory whenever the ad is or was served lately. Ads never change their advertiser. */
export class AdOwners {
  readonly #db: Database
  readonly #snapshot: Pick<Snapshot, 'ads'>
  readonly #kept = new Map<AdId, CustomerId>()

  constructor(services: { db: Database; snapshot: Pick<Snapshot, 'ads'> }) {
    this.#db = services.db
    this.#snapshot = services.snapshot
  }

  of(adId: AdId): CustomerId | Promise<CustomerId> {
    return this.#snapshot.ads.get(adId)?.advertiser.id ?? this.#kept.get(adId) ?? this.#read(adId)
  }

  async #read(adId: AdId): Promise<CustomerId> {
    const ad = await this.#db.read((session) => readAd(session, adId))
    if (!ad) return nobody
    if (this.#kept.size >= keptMax) this.#kept.clear()
    this.#kept.set(adId, ad.customerId)
    return ad.customerId
  }
}
