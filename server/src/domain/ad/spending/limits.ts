import type { PricingModel } from '@voltline/contract'
import {
  type AdId,
  assert,
  type CampaignId,
  type CustomerId,
  type Instant,
  type Micros,
  micros,
  noMoney,
  type Won,
} from '@voltline/kernel'
import { canAfford, covers, type LeastBid, leastCharge } from '../afford.ts'
import type { SpendingDay } from './spending-day.ts'

/** What billing needs to know of an ad to charge it. */
export interface ChargedAd {
  id: AdId
  campaignId: CampaignId
  advertiser: CustomerId
  billingType: PricingModel
  dayLimitMicros: Micros
  budgetLimitMicros: Micros
  spentMicros: Micros
  minCostWon: Won
}

export interface CampaignBudget {
  id: CampaignId
  budgetMicros: Micros
  spentMicros: Micros
}

/** What an ad has spent in one spending day. */
export interface SpentDay {
  adId: AdId
  day: SpendingDay
  spentMicros: Micros
}

/** What the charges of a batch are checked against, as of the start of the batch. */
export interface Funds {
  ads: ReadonlyMap<AdId, ChargedAd>
  campaigns: ReadonlyMap<CampaignId, CampaignBudget>
  cashMicros: ReadonlyMap<CustomerId, Micros>
  /** The spending day of an advertiser that contains an instant. */
  dayOf(advertiser: CustomerId, at: Instant): SpendingDay
}

export const spentDayKey = ({ adId, day }: Pick<SpentDay, 'adId' | 'day'>): string =>
  `${adId}/${day.startsAt}`

/** The amount no longer covers one billable event of the ad. */
export const isUsedUp = (remainingMicros: Micros, ad: LeastBid): boolean =>
  !covers(remainingMicros, leastCharge(ad))

const add = <Key>(sums: Map<Key, Micros>, key: Key, amountMicros: Micros): void => {
  sums.set(key, micros((sums.get(key) ?? noMoney) + amountMicros))
}

/** Checks every charge of a batch against the four limits and keeps the running sums of the batch. */
export class SpendingLimits {
  readonly #funds: Funds
  readonly #days: Map<string, SpentDay>
  readonly #byAd = new Map<AdId, Micros>()
  readonly #byCampaign = new Map<CampaignId, Micros>()
  readonly #byAdvertiser = new Map<CustomerId, Micros>()
  readonly #chargedDays = new Map<string, SpentDay>()

  constructor(funds: Funds, days: readonly SpentDay[]) {
    this.#funds = funds
    this.#days = new Map(days.map((day) => [spentDayKey(day), { ...day }]))
  }

  /** Charges the whole price, or nothing if one of the limits does not cover it. Returns what it charged. */
  charge(ad: ChargedAd, event: { priceMicros: Micros; receivedAt: Instant }): Micros {
    const { priceMicros } = event
    const day = this.#day(ad, event.receivedAt)
    const campaign = this.#funds.campaigns.get(ad.campaignId)
    assert(campaign, 'an ad has its campaign')
    const remaining = {
      day: micros(ad.dayLimitMicros - day.spentMicros),
      ad: micros(ad.budgetLimitMicros - ad.spentMicros - (this.#byAd.get(ad.id) ?? 0n)),
      campaign: micros(
        campaign.budgetMicros - campaign.spentMicros - (this.#byCampaign.get(campaign.id) ?? 0n),
      ),
      cash: micros(
        (this.#funds.cashMicros.get(ad.advertiser) ?? 0n) - (this.#byAdvertiser.get(ad.advertiser) ?? 0n),
      ),
    }
    if (priceMicros === 0n || !canAfford(remaining, priceMicros)) return noMoney
    day.spentMicros = micros(day.spentMicros + priceMicros)
    this.#chargedDays.set(spentDayKey(day), day)
    add(this.#byAd, ad.id, priceMicros)
    add(this.#byCampaign, campaign.id, priceMicros)
    add(this.#byAdvertiser, ad.advertiser, priceMicros)
    return priceMicros
  }

  #day(ad: ChargedAd, at: Instant): SpentDay {
    const day = this.#funds.dayOf(ad.advertiser, at)
    const key = spentDayKey({ adId: ad.id, day })
    const known = this.#days.get(key)
    if (known) return known
    const fresh: SpentDay = { adId: ad.id, day, spentMicros: noMoney }
    this.#days.set(key, fresh)
    return fresh
  }

  /** The days with a charge in this batch, each with all that it has spent. */
  get chargedDays(): SpentDay[] {
    return [...this.#chargedDays.values()]
  }

  get spentByAd(): ReadonlyMap<AdId, Micros> {
    return this.#byAd
  }

  get spentByCampaign(): ReadonlyMap<CampaignId, Micros> {
    return this.#byCampaign
  }

  /** Charged ads whose own limit is now used up. */
  get usedUpAds(): AdId[] {
    return [...this.#byAd].flatMap(([id, spentMicros]) => {
      const ad = this.#funds.ads.get(id)
      const isComplete = ad && isUsedUp(micros(ad.budgetLimitMicros - ad.spentMicros - spentMicros), ad)
      return isComplete ? [id] : []
    })
  }
}
