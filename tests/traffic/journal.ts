import type { Product } from '@voltline/contract'

/** What the generator knows about one offer from the responses. */
export interface OfferRecord {
  adId: number
  medId: number
  appId: number
  deviceId: string
  product: Product
  shown: boolean
  clicked: boolean
  installed: boolean
}

export interface Counts {
  impressions: number
  clicks: number
  installs: number
}

/** What the reports must contain afterwards, and the server's responses. */
export class Journal {
  readonly offers: OfferRecord[] = []
  requests = 0
  served = 0
  events = 0
  bad = 0
  /** Wrong responses. */
  readonly surprises: string[] = []
  /** Calls without a response; the reports then cannot be compared exactly. */
  lostCalls = 0

  /** A click counts with its impression; an install with its click. */
  counts(key: (offer: OfferRecord) => number): Map<number, Counts> {
    const all = new Map<number, Counts>()
    for (const offer of this.offers) {
      const counts = all.get(key(offer)) ?? { impressions: 0, clicks: 0, installs: 0 }
      all.set(key(offer), counts)
      if (!offer.shown) continue
      counts.impressions += 1
      if (!offer.clicked) continue
      counts.clicks += 1
      if (offer.installed) counts.installs += 1
    }
    return all
  }
}
