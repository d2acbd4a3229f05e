import type { AdStatus, NoServeReason, Platform, PricingModel, Product } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  instant,
  type MediumId,
  type Zone,
} from '@voltline/kernel'
import { microsPerWonBid } from '../../domain/ad/afford.ts'
import type { SpendingDay } from '../../domain/ad/spending/spending-day.ts'
import type { Candidate, Moment, SpentDay } from '../../domain/auction/eligible.ts'
import type { Audience, Market } from '../../domain/auction/market.ts'
import type { RankedList } from '../../domain/auction/ranked-list.ts'
import type { Standing } from '../../domain/auction/standing.ts'
import type { AdRow } from './reader.ts'

/** An advertiser or publisher, as far as delivery needs to know. */
export interface Customer {
  readonly id: CustomerId
  zone: Zone
  blocked: boolean
  /** Micro-won; more than a safe integer holds counts as that much, which no limit reaches. */
  cash: number
  /** Spending days that a change of zone has stretched. */
  recordedDays: readonly SpendingDay[]
  moment: Moment
  /** Where its ads stand and its units ask. */
  readonly market: Market<LiveAd>
  readonly ads: Set<LiveAd>
}

export interface Campaign {
  readonly id: CampaignId
  /** Of its budget, in micro-won. */
  left: number
  readonly ads: Set<LiveAd>
}

/** How many requests an ad could have met and how far it fitted them, up to some moment. */
export interface Asked {
  all: number
  ofItsCountries: number
  thatAllowIt: number
}

const perEvent = (row: AdRow, cost: number): number => cost * microsPerWonBid(row.billingType)

/** An ad in progress, or one that was until a short while ago. */
export class LiveAd implements Candidate, Audience {
  readonly id: AdId
  readonly advertiser: Customer
  readonly campaign: Campaign
  product: Product
  platforms: readonly Platform[]
  countries: readonly string[] | 'Global'
  adult: boolean
  status: AdStatus
  billingType: PricingModel
  week: readonly number[]
  floor: number
  ceiling: number
  dayLimit: number
  adLimit: number
  spent: number
  spentDays: readonly SpentDay[] = []
  impressions: number
  billableEvents: number
  detailsJson: string
  /** What stands between the two tokens of its answer, made when it is first served. */
  answer: string | undefined = undefined
  /** Its place in the market while it serves, and why it has none while it does not. */
  standing: Standing<LiveAd> | undefined = undefined
  lists: RankedList<LiveAd>[] = []
  reason: NoServeReason | undefined = undefined
  counted: Asked = { all: 0, ofItsCountries: 0, thatAllowIt: 0 }
  /** When it was last known to be in progress: a click may still follow for an hour after it. */
  liveAt = instant(0)

  constructor(row: AdRow, belongs: { advertiser: Customer; campaign: Campaign }) {
    this.id = row.id
    this.advertiser = belongs.advertiser
    this.campaign = belongs.campaign
    this.product = row.product
    this.platforms = row.platforms
    this.countries = row.countries
    this.adult = row.adult
    this.status = row.status
    this.billingType = row.billingType
    this.week = row.week
    this.floor = perEvent(row, row.minCost)
    this.ceiling = perEvent(row, row.maxCost)
    this.dayLimit = row.dayLimit
    this.adLimit = row.adLimit
    this.spent = row.spent
    this.impressions = row.impressions
    this.billableEvents = row.billableEvents
    this.detailsJson = row.detailsJson
  }

  /** Takes over everything but whom it is for. */
  take(row: AdRow): void {
    this.status = row.status
    this.billingType = row.billingType
    this.week = row.week
    this.floor = perEvent(row, row.minCost)
    this.ceiling = perEvent(row, row.maxCost)
    this.dayLimit = row.dayLimit
    this.adLimit = row.adLimit
    this.spent = row.spent
    this.impressions = row.impressions
    this.billableEvents = row.billableEvents
    if (this.detailsJson !== row.detailsJson) this.answer = undefined
    this.detailsJson = row.detailsJson
  }

  isAimedAt(audience: Audience): boolean {
    return (
      this.adult === audience.adult &&
      this.product === audience.product &&
      String(this.platforms) === String(audience.platforms) &&
      String(this.countries) === String(audience.countries)
    )
  }

  /** It stands in no list while this is called. */
  aimAt(audience: Audience): void {
    this.product = audience.product
    this.platforms = audience.platforms
    this.countries = audience.countries
    this.adult = audience.adult
  }
}

export interface App {
  readonly id: AppId
  readonly owner: Customer
  readonly platform: Platform
  allowsAdult: boolean
  approved: boolean
  /** Hex of the key's hash; none while no key is issued. */
  keyHash: string | undefined
}

export interface Medium {
  readonly id: MediumId
  readonly app: App
  readonly product: Product
  active: boolean
  reward: { name: string; count: number } | undefined
  /** What stands after the last token of an answer, made when it is first needed. */
  answer: string | undefined
}
