import {
  type AdId,
  assert,
  type CampaignId,
  type CustomerId,
  type Micros,
  micros,
  noMoney,
} from '@voltline/kernel'
import { canAfford, leastCharge } from '../domain/ad/afford.ts'
import type { SpendingDay } from '../domain/ad/spending/spending-day.ts'
import type { LoggedEvent } from '../domain/events/event-reader.ts'
import type { AdFacts, Facts } from './facts.ts'

/** What an ad has spent in one spending day. */
export interface AdDay {
  adId: AdId
  day: SpendingDay
  spent: Micros
}

export const adDayKey = (one: { adId: AdId; day: SpendingDay }): string => `${one.adId}/${one.day.startsAt}`

/**
 * The four limits of every charge: the day's, the ad's, the campaign's budget and the cash. It begins with what is
 * spent in the database, under lock, and keeps the running sums of the batch.
 */
export class Limits {
  readonly #facts: Facts
  readonly #days: Map<string, AdDay>
  readonly #adSpent = new Map<AdId, Micros>()
  readonly #campaignSpent = new Map<CampaignId, Micros>()
  readonly #cashSpent = new Map<CustomerId, Micros>()
  readonly #touchedDays = new Map<string, AdDay>()

  constructor(facts: Facts, days: readonly AdDay[]) {
    this.#facts = facts
    this.#days = new Map(days.map((one) => [adDayKey(one), { ...one }]))
  }

  /** Charges an event whole, or not at all. Answers whether it did. */
  charge(event: LoggedEvent, ad: AdFacts): boolean {
    const day = this.#day(event, ad)
    const campaign = this.#facts.campaigns.get(ad.campaignId)
    assert(campaign, 'an ad has its campaign')
    const adSpent = this.#adSpent.get(ad.id) ?? noMoney
    const campaignSpent = this.#campaignSpent.get(campaign.id) ?? noMoney
    const cashSpent = this.#cashSpent.get(ad.advertiser) ?? noMoney
    const cash = this.#facts.cash.get(ad.advertiser) ?? noMoney
    const { price } = event
    const remaining = {
      day: micros(ad.dayLimit - day.spent),
      ad: micros(ad.adLimit - ad.spent - adSpent),
      campaign: micros(campaign.budget - campaign.spent - campaignSpent),
      cash: micros(cash - cashSpent),
    }
    if (price === 0n || !canAfford(remaining, price)) return false
    day.spent = micros(day.spent + price)
    this.#touchedDays.set(adDayKey(day), day)
    this.#adSpent.set(ad.id, micros(adSpent + price))
    this.#campaignSpent.set(campaign.id, micros(campaignSpent + price))
    this.#cashSpent.set(ad.advertiser, micros(cashSpent + price))
    return true
  }

  #day(event: LoggedEvent, ad: AdFacts): AdDay {
    const day = this.#facts.dayOf(ad.advertiser, event.receivedAt)
    const key = adDayKey({ adId: ad.id, day })
    const known = this.#days.get(key)
    if (known) return known
    const fresh: AdDay = { adId: ad.id, day, spent: noMoney }
    this.#days.set(key, fresh)
    return fresh
  }

  /** The days in which something was charged, with all that they have spent now. */
  get chargedDays(): AdDay[] {
    return [...this.#touchedDays.values()]
  }

  get spentByAd(): ReadonlyMap<AdId, Micros> {
    return this.#adSpent
  }

  get spentByCampaign(): ReadonlyMap<CampaignId, Micros> {
    return this.#campaignSpent
  }

  /** Ads of which this batch has used up the limit: what is left is below one billable event. */
  get usedUpAds(): AdId[] {
    return [...this.#adSpent].flatMap(([id, spent]) => {
      const ad = this.#facts.ads.get(id)
      return ad && ad.adLimit - ad.spent - spent < leastCharge(ad) ? [id] : []
    })
  }
}
